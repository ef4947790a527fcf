"""What SPIN and Conclave are asked: an algorithm on a ring of n, all orders with the maximum at place 0, or on other
networks."""
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import factorial


@dataclass(frozen=True)
class Kind:
    arguments: str  # for Conclave; {but_one} is n - 1
    defines: str  # for SPIN's models
    models: dict  # of SPIN: the file, and the largest n that it takes
    one_order: bool = False  # only n, n-1, ..., 1, instead of all
    choices: Callable = lambda n: factorial(n - 1)  # from how many orders, sets of initiators or graphs SPIN chooses
    orders: Callable = factorial  # how many Conclave must say that it has covered
    violated: bool = False  # then Conclave goes on after a violation, to count everything
    # By partial order: not where messages are taken out of their turn, or never, nor where steps touch what is shared.
    spin_reduces: bool = False
    asserted: str = ""  # if some of what is violated is asserted in SPIN's model: what only those assertions speak of


CHANG_ROBERTS = {"plain": ("chang_roberts_channels.pml", 9), "packed": ("chang_roberts.pml", 9)}
HARMONY = {"plain": ("harmony_leader_processes.pml", 9), "packed": ("harmony_leader.pml", 8)}
DKR = {"plain": ("dolev_klawe_rodeh_channels.pml", 9), "packed": ("dolev_klawe_rodeh.pml", 7)}
HIRSCHBERG_SINCLAIR = {"plain": ("hirschberg_sinclair_channels.pml", 9), "packed": ("hirschberg_sinclair.pml", 7)}
FAULTS = {"plain": CHANG_ROBERTS["plain"], "packed": ("chang_roberts.pml", 8)}
GRAPHS = {2: 1, 3: 3, 4: 11, 5: 58, 6: 407}  # connected ones, up to isomorphisms that keep the root
SPIN_PROGRAMS = ["plain", "packed"]
KINDS = {
    "fifo": Kind("chang-roberts --network fifo --initiators any", "-DFIFO",
                 {**CHANG_ROBERTS, "packed": ("chang_roberts.pml", 8)},  # eight messages fill one word
                 spin_reduces=True),
    "bag": Kind("chang-roberts --network bag --initiators any", "-DBAG", CHANG_ROBERTS),
    "one": Kind("chang-roberts --network bag --initiators any", "-DBAG -DDECREASING", CHANG_ROBERTS, one_order=True),
    "set": Kind("harmony-leader --network set --initiators all", "", HARMONY),
    "dkr": Kind("dolev-klawe-rodeh --network fifo --initiators any", "", DKR, spin_reduces=True),
    "dkr-all": Kind("dolev-klawe-rodeh --network fifo --initiators all", "-DALL", {"plain": DKR["plain"]},
                    spin_reduces=True),
    "hs": Kind("hirschberg-sinclair --network fifo --initiators any", "", HIRSCHBERG_SINCLAIR),
    "hs-one": Kind("hirschberg-sinclair --network fifo --initiators any", "-DDECREASING", HIRSCHBERG_SINCLAIR,
                   one_order=True),
    "loss": Kind("chang-roberts --network fifo --initiators any --loss 1", "-DFIFO -DLOSS", FAULTS, violated=True),
    "crash": Kind("chang-roberts --network fifo --initiators any --crash 1", "-DFIFO -DCRASH", FAULTS, violated=True),
    "dkr-bag": Kind("dolev-klawe-rodeh --network bag --initiators any", "-DBAG",
                    {**DKR, "packed": ("dolev_klawe_rodeh_bag.pml", 6)}, violated=True, asserted="got"),
    "lamport": Kind("lamport-election --topology complete --network fifo --initiators count:{but_one}", "",
                    {"plain": ("lamport_election_channels.pml", 4), "packed": ("lamport_election.pml", 4)},
                    choices=lambda n: n),
    "tree": Kind("spanning-tree --topology connected --network fifo --initiators 0", "",
                 {"plain": ("spanning_tree_channels.pml", 4), "packed": ("spanning_tree.pml", 4)},
                 choices=lambda n: GRAPHS[n], orders=lambda n: GRAPHS[n] * factorial(n)),
}
TITLES = {
    "fifo": "Chang-Roberts, fifo, any initiators",
    "bag": "Chang-Roberts, bag, any initiators",
    "one": "Chang-Roberts, bag, any initiators, the one order n, n-1, ..., 1",
    "set": "Harmony's election, set, all start",
    "dkr": "Dolev-Klawe-Rodeh, fifo, any initiators",
    "dkr-all": "Dolev-Klawe-Rodeh, fifo, all start",
    "hs": "Hirschberg-Sinclair, two-way, fifo, any initiators",
    "hs-one": "Hirschberg-Sinclair, two-way, fifo, any initiators, the one order n, n-1, ..., 1",
    "loss": "Chang-Roberts, fifo, any initiators, at most one message lost",
    "crash": "Chang-Roberts, fifo, any initiators, at most one process crashes",
    "dkr-bag": "Dolev-Klawe-Rodeh, bag, any initiators, where max-id is violated, and from n=6 on agreement",
    "lamport": "Lamport's election, complete, fifo, all but one may start",
    "tree": "spanning tree, all connected graphs up to isomorphism for every root, fifo",
}


@dataclass(frozen=True)
class Question:
    name: str  # of its kind
    n: int

    def __str__(self):
        return f"{self.name} n={self.n}"

    @property
    def kind(self):
        return KINDS[self.name]

    @property
    def spin_orders(self):
        """How many orders, or whatever else, SPIN chooses from."""
        return 1 if self.kind.one_order else self.kind.choices(self.n)

    @property
    def conclave_orders(self):
        """How many orders Conclave must say that it has covered."""
        return 1 if self.kind.one_order else self.kind.orders(self.n)

    @property
    def arguments(self):
        return self.kind.arguments.format(but_one=self.n - 1).split() + ["--keep-going"] * self.kind.violated

    @property
    def models(self):
        return {program: file for program, (file, largest) in self.kind.models.items() if self.n <= largest}


def parse(text):
    """fifo:7 or fifo:2..5, as a list of questions"""
    row = re.fullmatch(r"([a-z-]+):(\d{1,2})(?:\.\.(\d{1,2}))?", text)
    if not row or row[1] not in KINDS:
        raise ValueError(f"{text!r} is no row: kind:n or kind:a..b, where kind is one of {', '.join(KINDS)}")
    first, last = int(row[2]), int(row[3] or row[2])
    if not 2 <= first <= last:
        raise ValueError(f"{text!r}: n is 2 or more, and a..b goes upwards")
    return [Question(row[1], n) for n in range(first, last + 1)]
