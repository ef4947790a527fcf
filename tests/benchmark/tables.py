"""The tables: which rows each has, which programs they run, and what their columns say."""
from collections.abc import Callable
from dataclasses import dataclass

import conclave
import spin
from process import alternate
from questions import SPIN_PROGRAMS, TITLES, Question

PROGRAMS = [*SPIN_PROGRAMS, "Conclave"]
SAFETY = {"set": ["assertions"]}
SAFETY_OF_ELECTIONS = ["unique-leader", "max-id", "agreement", "irrevocable"]
LIVENESS = ["termination", "can-terminate"]
BOTH = ["SPIN", "Conclave"]
THREADS = ["1 thread", "2 threads"]
LARGE = Question("one", 9)
LARGE_COUNTS = (7_776_000, 55_598_616)  # what SPIN finds (raw/one:9), so that Conclave is held to it without SPIN, too


@dataclass(frozen=True)
class Bench:
    """What all rows have in common."""
    program: str  # Conclave
    scratch: str
    repeat: int
    row_time: float
    time_limit: int

    def spin(self, question, model, reduced=False):
        return spin.verifier(question, spin.Variant(model, reduced), self.scratch)

    def conclave(self, question, *options, reduction="symmetry"):
        return conclave.check(self.program, question, self.scratch, "--reduction", reduction, *options)

    def row(self, question, programs, repeat=None, **more):
        return alternate(question, programs, repeat or self.repeat, self.row_time, **more)


@dataclass(frozen=True)
class Table:
    about: str
    rows: str  # by default
    long: str  # with --long: minutes each, or gigabytes
    measure: Callable  # (bench, question) -> Row
    columns: list  # of tables with the same rows: each a list of (head, Row -> cell)


def column(head, program, cell):
    """A cell about one program's run, empty where it did not run."""
    return head, lambda row: cell(row.runs[program]) if program in row.runs else ""


def ratio(head, program, against, value):
    """How many times as much the first takes as the second."""
    return head, lambda row: (f"{value(row.runs[program]) / value(row.runs[against]):.1f}"
                              if program in row.runs and against in row.runs else "")


def each(programs, unit, cell):
    return [column(f"{program} {unit}", program, cell) for program in programs]


def counts_of(i):
    return lambda row: f"{next(iter(row.runs.values())).counts[i]:,}"


def cpu(run):
    return run.cpu


def wall(run):
    return run.wall


def memory(run):
    return run.memory


def seconds(value):
    return lambda run: f"{value(run):.3f}"


def mebibytes(run):
    return f"{run.memory / 2**20:.1f}"


def bytes_a_configuration(run):
    return f"{run.memory / run.counts[0]:.1f}"


def configurations(run):
    return f"{run.counts[0]:,}"


def reductions(run):
    return ", ".join(run.reduction) or "none"


def megatransitions(run):
    return f"{run.counts[1] / run.cpu / 1e6:.1f}"


NAME = ("row", lambda row: str(row.question))
CONFIGURATIONS = ("configurations", counts_of(0))
TRANSITIONS = ("transitions", counts_of(1))
REPEATED = ("runs", lambda row: str(row.repeated))


def raw(bench, question):
    programs = {model: bench.spin(question, model) for model in question.models}
    return bench.row(question, {**programs, "Conclave": bench.conclave(question, "--threads", "1")},
                     counts=LARGE_COUNTS if question == LARGE else None)


def liveness(bench, question):
    safety = SAFETY.get(question.name, SAFETY_OF_ELECTIONS)
    asked = {"safety": safety, "all": safety + LIVENESS}
    return bench.row(question, {name: bench.conclave(question, "--threads", "1", *(f"--property={p}" for p in names))
                                for name, names in asked.items()})


def reduced(bench, question):
    reduces = question.kind.spin_reduces
    programs = {"SPIN": bench.spin(question, "plain", reduced=reduces)} if "plain" in question.models else {}
    ours = bench.conclave(question, "--threads", "1", "--time", str(bench.time_limit), reduction="all")
    return bench.row(question, {**programs, "Conclave": ours}, equal=False)


def alone(bench, question):
    ours = bench.conclave(question, "--time", str(bench.time_limit), reduction="all")
    return bench.row(question, {"Conclave": ours})


def threads(bench, question):
    programs = {name: bench.conclave(question, "--threads", str(n)) for n, name in enumerate(THREADS, 1)}
    return bench.row(question, programs, counts=LARGE_COUNTS if question == LARGE else None)


TABLES = {
    "raw": Table(
        "Raw speed: all configurations and transitions, no reduction but symmetry, one thread; equal counts.",
        "fifo:7,bag:7,set:8,dkr:7,hs:6,loss:7,crash:7,dkr-bag:5,lamport:4,tree:4", "fifo:8,one:9,dkr-bag:6", raw,
        [[NAME, CONFIGURATIONS, TRANSITIONS, *each(PROGRAMS, "s", seconds(cpu)),
          *each(PROGRAMS, "M/s", megatransitions),
          *(ratio(f"x {model}", model, "Conclave", cpu) for model in SPIN_PROGRAMS), REPEATED],
         [NAME, CONFIGURATIONS, *each(PROGRAMS, "MiB", mebibytes), *each(PROGRAMS, "B", bytes_a_configuration)]]),
    "liveness": Table(
        "What liveness costs Conclave: CPU seconds for safety properties only, and for termination and can-terminate "
        "as well (weak fairness). SPIN's weak fairness: a factor of 7.6 on fifo n=7.",
        "fifo:7,bag:7", "set:8,dkr:7", liveness,
        [[NAME, column("safety s", "safety", seconds(cpu)), column("and liveness s", "all", seconds(cpu)),
          ("x", lambda row: f"{row.runs['all'].cpu / row.runs['safety'].cpu:.2f}"), REPEATED]]),
    "reduced": Table(
        "With reductions: SPIN's partial order (none for bag and set), Conclave's --reduction all, one thread. Both "
        "find no error; counts differ.",
        "fifo:8,bag:7,set:8,dkr:8,dkr-all:9", "fifo:9,dkr:9", reduced,
        [[NAME, *each(BOTH, "configurations", configurations), *each(BOTH, "s", seconds(cpu)),
          ratio("x", "SPIN", "Conclave", cpu), *each(BOTH, "MiB", mebibytes),
          column("Conclave's reductions", "Conclave", reductions), REPEATED]]),
    "alone": Table(
        "Conclave alone: --reduction all, every core.",
        "fifo:12,fifo:13,fifo:14,bag:9,bag:10", "fifo:15,bag:11", alone,
        [[NAME, ("orders", lambda row: f"{row.question.conclave_orders:,}"), CONFIGURATIONS, TRANSITIONS,
          column("wall s", "Conclave", seconds(wall)), column("CPU s", "Conclave", seconds(cpu)),
          column("MiB", "Conclave", mebibytes),
          column("reductions", "Conclave", reductions), REPEATED]]),
    "threads": Table(
        "One thread and two: many instances, and a large one. No reduction but symmetry.",
        "fifo:8,one:9", "", threads,
        [[NAME, CONFIGURATIONS, TRANSITIONS, *each(THREADS, "wall s", seconds(wall)), ratio("x wall", *THREADS, wall),
          *each(THREADS, "CPU s", seconds(cpu)), *each(THREADS, "MiB", mebibytes),
          *each(THREADS, "B", bytes_a_configuration), REPEATED]]),
}


def legend(names):
    return "; ".join(f"{name}: {TITLES[name]}" for name in TITLES if name in names)


def print_table(columns, rows, markdown):
    head = [name for name, _ in columns]
    body = [[cell(row) for _, cell in columns] for row in rows]
    shown = [i for i in range(len(head)) if any(line[i] for line in body)]
    lines = [[line[i] for i in shown] for line in [head, *body]]
    widths = [max(map(len, cells)) for cells in zip(*lines)]
    ruler = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    for line in [lines[0], *([ruler] if markdown else []), *lines[1:]]:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells).rstrip())
    print(flush=True)
