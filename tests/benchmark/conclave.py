"""Conclave: one check, and what it found."""
import json

from process import Failure, Run, measured

KEYS = "verdict", "states", "transitions", "identifier_orders", "reduction"


def check(program, question, scratch, *options):
    """Gives the function that runs `conclave check` on the question."""
    order = ["--ids", ",".join(map(str, range(question.n, 0, -1)))] if question.kind.one_order else []
    command = [program, "check", *question.arguments, "-n", str(question.n), *order, *options,
               "--json", "-", "--no-progress", "-q"]
    return lambda: run(command, question, scratch)


def run(command, question, scratch):
    output = measured(command, scratch)
    if output.status not in (0, 1, 3):
        raise Failure(f"{' '.join(map(str, command))}: exit status {output.status}")
    try:
        result = json.loads(output.text)
        verdict, states, transitions, orders, reduction = (result[key] for key in KEYS)
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{' '.join(map(str, command))}: not the JSON that design.md promises ({error!r})") from error
    expected = "violated" if question.kind.violated else "holds"
    if verdict != expected and verdict in ("holds", "violated"):
        raise Failure(f"Conclave's verdict is not {expected}, but {verdict}", 1)
    if verdict != expected:
        _, wall, _ = output.cost
        raise Failure(f"Conclave: {verdict} after {wall:.0f} s (reductions: {', '.join(reduction) or 'none'})")
    if orders != str(question.conclave_orders):
        raise Failure(f"Conclave covers {orders} orders of identifiers, not {question.conclave_orders}", 1)
    return Run((states, transitions), *output.cost, reduction)
