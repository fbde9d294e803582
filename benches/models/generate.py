#!/usr/bin/env python3
"""Writes R-CHECK models of any size, for measuring engines.

    generate.py philosophers N         N philosophers who cannot deadlock (the last one begins on the other side)
    generate.py philosophers-buggy N   N philosophers who can
    generate.py allocation N           resource allocation with N clients and N machines
    generate.py text N                 its agents N times over, and a mistake at the end: all that is done is parsing
"""

import pathlib
import re
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "rcheck"


def philosophers(count, fixed):
    """The example of that name, with another number of philosophers."""
    text = (EXAMPLES / "philosophers-fixed.rcp").read_text()
    agent = text[text.index("agent Philosopher"):text.index("system =")]
    forks = ", ".join(f"f{i}" for i in range(1, count + 1))
    pairs = [(i, i % count + 1) for i in range(1, count + 1)]
    if fixed:
        pairs[-1] = pairs[-1][::-1]
    people = "\n      || ".join(
        f"Philosopher(p{i}, first = f{a} & second = f{b})" for i, (a, b) in enumerate(pairs, 1)
    )
    return f"""enum channel {{{forks}}}

{agent}
system = {people}

SPEC no_deadlock: G !deadlock
"""


def allocation(count):
    """The example of that name, with as many clients and machines; every third machine is a slow one."""
    text = (EXAMPLES / "resource-allocation.rcp").read_text()
    channels = ", ".join(["c", "empty", "g1", "g2"] + [f"vmm{i}" for i in range(1, count + 1)] + ["t"])
    text = re.sub(r"enum channel \{[^}]*\}", f"enum channel {{{channels}}}", text)
    clients = " || ".join(f"Client(client{i}, true)" for i in range(1, count + 1))
    group = lambda i: "g2" if i % 3 == 0 else "g1"
    machines = "\n      || ".join(
        f"Machine(machine{i}, gLink = {group(i)} & pLink = vmm{i})" for i in range(1, count + 1)
    )
    head, rest = text.split("system =", 1)
    specs = rest[rest.index("// The mission"):]
    return f"{head}system = {clients}\n      || Manager(manager, true)\n      || {machines}\n\n{specs}"


def text(count):
    """The agents of resource allocation, so many times, and half an agent."""
    whole = (EXAMPLES / "resource-allocation.rcp").read_text()
    begin, end = (re.search(pattern, whole, re.M).start() for pattern in ["^agent ", "^system"])
    copies = (whole[begin:end].replace("agent ", f"agent A{i}") for i in range(count))
    return whole[:begin] + "\n".join(copies) + "\nagent {\n"


def main():
    try:
        kind, count = sys.argv[1], int(sys.argv[2])
        models = {
            "philosophers": lambda: philosophers(count, True),
            "philosophers-buggy": lambda: philosophers(count, False),
            "allocation": lambda: allocation(count),
            "text": lambda: text(count),
        }
        print(models[kind](), end="")
    except (IndexError, KeyError, ValueError):
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
