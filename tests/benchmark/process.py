"""One program at a time: what it printed, and what it took."""
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Failure(Exception):
    """One line for people; status 1: the programs disagree or find a violation, 2: something could not be run, 77: it
    is not installed."""

    def __init__(self, message, status=2):
        super().__init__(message)
        self.status = status


def note(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@dataclass
class Run:
    counts: tuple  # configurations, transitions
    cpu: float  # user + system, of the whole process
    wall: float
    memory: int  # its peak, in bytes
    reduction: list = field(default_factory=list)  # Conclave's


@dataclass
class Output:
    text: str
    status: int
    cost: tuple  # CPU seconds, wall seconds, peak bytes


def build_usage(scratch):
    checked(["gcc", "-O2", "-o", scratch / "usage", HERE / "usage.c"], scratch)


def measured(command, scratch):
    """Runs the command, and measures that and nothing else."""
    done = subprocess.run([scratch / "usage", *command], cwd=scratch, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    try:
        cpu, wall, kibibytes = done.stderr.splitlines()[-1].split()
        return Output(done.stdout, done.returncode, (float(cpu), float(wall), int(kibibytes) * 1024))
    except (IndexError, ValueError) as error:
        raise Failure(f"{' '.join(map(str, command))}: {last_line(done)}") from error


def checked(command, folder):
    """Runs a step of a build, or asks for a version: what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command))}: {last_line(done)}")
    return done.stdout.strip()


def last_line(done):
    lines = (done.stdout + done.stderr).strip().splitlines()
    return f"exit status {done.returncode}" + (f", {lines[-1].strip()}" if lines else "")


@dataclass
class Row:
    question: object
    runs: dict  # of each program, the median run
    repeated: int


def alternate(question, programs, repeat, seconds, equal=True, counts=None):
    """Every program in turn, `repeat` times, but no new turn after so many seconds. Where the semantics are equal, so
    must be the counts."""
    runs = {program: [] for program in programs}
    begin = time.monotonic()
    for turn in range(repeat):
        if turn and time.monotonic() - begin > seconds:
            break
        for program, run in programs.items():
            note(f"{question}: {turn + 1} of {repeat}, {program}")
            done = run()
            runs[program].append(done)
            if equal:
                counts = counts or done.counts
                if done.counts != counts:
                    raise Failure(f"configurations and transitions differ: {program} {done.counts}, before {counts}", 1)
    return Row(question, {program: median(done) for program, done in runs.items()}, len(runs[program]))


def median(runs):
    return Run(runs[-1].counts, statistics.median(run.cpu for run in runs), statistics.median(run.wall for run in runs),
               max(run.memory for run in runs), runs[-1].reduction)
