#!/usr/bin/env python3
"""The rate of two processes beside that of two threads.

    processes.py [--synod PATH] [--workers N] [--runs N] [MODEL:SIZE ...]

Each model of `models/` is searched for a violation of its invariant, which holds: by the explicit engine on so many threads, and by the
engine `cluster` on so many threads, and on so many processes that exchange states over the loopback interface. The table has the states,
the rate by the clock, processor time (which does not depend on what else the machine does), and both as multiples of the first
row. Of several runs the best counts. The bar: processes take at most 1.4 times as long as threads.
"""
import argparse

from searching import search

USUAL = ["philosophers:7"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("models", nargs="*", default=USUAL)
    options = parser.parse_args()
    kinds = [
        ("explicit, threads", ["--engine", "explicit"]),
        ("cluster, threads", ["--engine", "cluster"]),
        ("cluster, processes", ["--engine", "cluster", "--processes", options.workers]),
    ]
    row = "{:<16} {:<20} {:>12} {:>8} {:>8} {:>12} {:>8} {:>8}".format
    print(row("model", "search", "states", "s", "times", "states/s", "CPU s", "times"))
    for name, _, size in (model.partition(":") for model in options.models):
        first = None
        for kind, how in kinds:
            runs = [search(options.synod, name, size, [*how, "--threads", options.workers]) for _ in range(options.runs)]
            answer = min((answer for answer, _ in runs), key=lambda answer: answer["time_seconds"])
            wall, seconds = answer["time_seconds"], min(seconds for _, seconds in runs)
            first = first or (wall, seconds)
            states = answer["search"]["states"]
            print(row(
                f"{name} {size}", kind, states, f"{wall:.2f}", f"{wall / first[0]:.2f}", f"{states / wall:.0f}",
                f"{seconds:.2f}", f"{seconds / first[1]:.2f}",
            ))


if __name__ == "__main__":
    main()
