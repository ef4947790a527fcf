"""What SPIN and Conclave are asked: an algorithm on a one-way ring of n, all orders with the maximum at place 0."""
import re
from dataclasses import dataclass
from math import factorial


@dataclass(frozen=True)
class Kind:
    arguments: str  # for Conclave
    defines: str  # for SPIN's models
    models: dict  # of SPIN: the file, and the largest n that it takes
    one_order: bool = False  # only n, n-1, ..., 1, instead of all

    @property
    def spin_reduces(self):
        """By partial order: not where messages are taken out of their turn, or never."""
        return "--network fifo" in self.arguments


CHANG_ROBERTS = {"plain": ("chang_roberts_channels.pml", 9), "packed": ("chang_roberts.pml", 9)}
HARMONY = {"plain": ("harmony_leader_processes.pml", 9), "packed": ("harmony_leader.pml", 8)}
DKR = {"plain": ("dolev_klawe_rodeh_channels.pml", 9), "packed": ("dolev_klawe_rodeh.pml", 7)}
SPIN_PROGRAMS = ["plain", "packed"]
KINDS = {
    "fifo": Kind("chang-roberts --network fifo --initiators any", "-DFIFO",
                 {**CHANG_ROBERTS, "packed": ("chang_roberts.pml", 8)}),  # eight messages fill one word
    "bag": Kind("chang-roberts --network bag --initiators any", "-DBAG", CHANG_ROBERTS),
    "one": Kind("chang-roberts --network bag --initiators any", "-DBAG -DDECREASING", CHANG_ROBERTS, one_order=True),
    "set": Kind("harmony-leader --network set --initiators all", "", HARMONY),
    "dkr": Kind("dolev-klawe-rodeh --network fifo --initiators any", "", DKR),
    "dkr-all": Kind("dolev-klawe-rodeh --network fifo --initiators all", "-DALL", {"plain": DKR["plain"]}),
}
TITLES = {
    "fifo": "Chang-Roberts, fifo, any initiators",
    "bag": "Chang-Roberts, bag, any initiators",
    "one": "Chang-Roberts, bag, any initiators, the one order n, n-1, ..., 1",
    "set": "Harmony's election, set, all start",
    "dkr": "Dolev-Klawe-Rodeh, fifo, any initiators",
    "dkr-all": "Dolev-Klawe-Rodeh, fifo, all start",
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
        """How many orders SPIN chooses from."""
        return 1 if self.kind.one_order else factorial(self.n - 1)

    @property
    def conclave_orders(self):
        """How many orders Conclave must say that it has covered."""
        return 1 if self.kind.one_order else factorial(self.n)

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
