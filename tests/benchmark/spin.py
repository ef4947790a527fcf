"""SPIN: its verifier for a question, built once, and what a run of it found."""
import re
from dataclasses import dataclass

from process import HERE, Failure, Run, checked, measured, note

COMMON = "-O3 -w -DSAFETY -DNOFAIR".split()
UNREDUCED = ["-DNOREDUCE"]
TUNED = ["-DNOCOMP", "-DNOBOUNDCHECK"]  # for packed models only: 20 to 30 % faster, and seldom seen
FREE_MEMORY = 80  # per cent of it that SPIN may take

# 2^w hash slots, about two a configuration: more costs page faults, fewer longer chains (both measured).
SLOTS = {"fifo:7": 22, "fifo:8": 26, "bag:6": 20, "bag:7": 24, "one:9": 24, "set:7": 20, "set:8": 24, "dkr:6": 18,
         "dkr:7": 22, "hs:6": 23, "loss:6": 19, "loss:7": 23, "crash:6": 20, "crash:7": 24, "dkr-bag:5": 20,
         "dkr-bag:6": 26, "lamport:4": 19}
REDUCED_SLOTS = {"fifo:7": 20, "fifo:8": 23, "fifo:9": 27, "dkr:8": 23, "dkr:9": 27, "dkr-all:9": 22}
COLLAPSED = ["fifo:9", "dkr:9"]  # -DCOLLAPSE: slower, but there is no memory for these without it


@dataclass(frozen=True)
class Variant:
    program: str  # plain or packed
    reduced: bool = False  # by partial order

    def defines(self, question):
        return [f"-DN={question.n}", *question.kind.defines.split(), *["-DREDUCED"] * self.reduced]

    def flags(self, question):
        collapsed = self.reduced and f"{question.name}:{question.n}" in COLLAPSED
        return [*COMMON, *([] if self.reduced else UNREDUCED), *(TUNED if self.program == "packed" else []),
                *["-DCOLLAPSE"] * collapsed, f"-DMEMLIM={free_mebibytes() * FREE_MEMORY // 100}"]

    def slots(self, question):
        return (REDUCED_SLOTS if self.reduced else SLOTS).get(f"{question.name}:{question.n}", 18)


def free_mebibytes():
    with open("/proc/meminfo", encoding="ascii") as file:
        return int(re.search(r"MemAvailable:\s*(\d+) kB", file.read())[1]) // 1024


def verifier(question, variant, scratch):
    """Builds pan; gives the function that runs it."""
    folder = scratch / f"{question.name}{question.n}-{variant.program}{'-reduced' * variant.reduced}"
    if not folder.exists():
        note(f"{question}: building SPIN's verifier, {variant.program}")
        folder.mkdir()
        checked(["spin", *variant.defines(question), "-a", HERE / question.models[variant.program]], folder)
        source = folder / "pan.c"
        source.write_text(source.read_text().replace("%9.8g", "%9.0f"))  # or SPIN rounds its counts to 8 digits
        checked(["gcc", *variant.flags(question), "-o", "pan", "pan.c"], folder)
    return lambda: run(folder / "pan", question, variant, scratch)


def run(pan, question, variant, scratch):
    asserted = question.kind.asserted
    go_on = ["-c0"] if asserted else []
    output = measured([pan, "-n", "-m1000", f"-w{variant.slots(question)}", *go_on], scratch)
    expected = rf"(?!assertion violated .*\b{asserted}\b)" if asserted else ""
    why = re.search(rf"^(pan: (?:reached|out of).*|pan:\d+: {expected}.*|error: .*)$", output.text, re.MULTILINE)
    errors = re.search(r"errors: (\d+)", output.text)
    if (output.status or not errors or (int(errors[1]) > 0) != bool(asserted) or "Search not completed" in output.text
            or why):
        raise Failure(f"SPIN, {variant.program}: not a complete search {'with' if asserted else 'without'} errors: "
                      f"{why[1] if why else f'exit status {output.status}'}", 1)
    if variant.reduced != ("+ Partial Order Reduction" in output.text):
        raise Failure(f"SPIN, {variant.program}: built with the wrong reduction")
    stored, transitions = (int(re.search(rf"(\d+) {what}", output.text)[1])
                           for what in ("states, stored", "transitions"))
    # The configuration before an order is chosen, the choices, and the first configuration, stored by no transition.
    return Run((stored - 1, transitions - question.spin_orders - 1), *output.cost)
