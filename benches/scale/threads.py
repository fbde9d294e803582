#!/usr/bin/env python3
"""How searches on several threads scale: for an invariant, and for a formula about runs.

    threads.py [--synod PATH] [--threads N,...] [--runs N] [COUNTERS:VALUES ...]

The model is made here: so many counters that go round, each through so many values, one step at a time. Both properties hold, so that all
states are visited; the one about runs says that a counter that has its first two values again and again has its last one again and again, and its
negation has three acceptance conditions. The table has the states, the time by the clock, processor time of all threads, and both as parts of those of the first
row. Of several runs the best counts. On a machine with other work, or fewer cores than threads, the clock tells little.
"""
import argparse, pathlib, tempfile

from searching import search

USUAL = ["5:12"]
PROPERTIES = {
    "invariant": "G !(c0-n = 0 & c1-n = {last} & c0-n = c1-n)",
    "runs": "(G F (c0-n = 0)) & (G F (c0-n = 1)) -> (G F (c0-n = {last}))",
}


def model(counters, values, text):
    last = values - 1
    system = " || ".join(f"Counter(c{number}, true)" for number in range(counters))
    return f"""agent Counter
    local: n : 0..{last}
    init: n = 0
    repeat: go: {{n < {last}}} *! false ()[n := n + 1] + back: {{n = {last}}} *! false ()[n := 0]
system = {system}
SPEC {text.format(last=last)}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("models", nargs="*", default=USUAL)
    options = parser.parse_args()
    row = "{:<10} {:<10} {:>8} {:>12} {:>8} {:>6} {:>8} {:>6}".format
    print(row("counters", "property", "threads", "states", "s", "part", "CPU s", "part"))
    for size in options.models:
        counters, _, values = size.partition(":")
        for name, text in PROPERTIES.items():
            first = None
            with tempfile.TemporaryDirectory(prefix="synod-scale-") as folder:
                path = pathlib.Path(folder) / "counters.rcp"
                path.write_text(model(int(counters), int(values), text))
                for threads in options.threads.split(","):
                    how = ["--engine", "explicit", "--reduction", "none", "--threads", threads]
                    runs = [search(options.synod, str(path), None, how) for _ in range(options.runs)]
                    assert all(answer["verdict"] == "holds" for answer, _ in runs)
                    wall = min(answer["time_seconds"] for answer, _ in runs)
                    cpu = min(seconds for _, seconds in runs)
                    first = first or (wall, cpu)
                    states = runs[0][0]["search"]["states"]
                    print(row(
                        size, name, threads, states, f"{wall:.2f}", f"{wall / first[0]:.2f}", f"{cpu:.2f}", f"{cpu / first[1]:.2f}",
                    ), flush=True)


if __name__ == "__main__":
    main()
