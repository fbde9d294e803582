#!/usr/bin/env python3
"""Times questions about any number of agents, and about many.

    python3 benches/any-number/measure.py [--synod PATH] [--timeout SECONDS]

Prints a line for each: what was asked, the verdict, and how long the whole program took.
"""
import argparse
import json
import pathlib
import subprocess
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "pispl"

FOR_ANY_NUMBER = ["trains", "foraging", "robots-shared-sensor", "robots", "msi", "mesi", "moesi", "camp", "alpha", "beta"]
TRAINS = [1, 10, 20, 30, 40, 60]


def ask(synod, timeout, *arguments):
    begin = time.monotonic()
    try:
        done = subprocess.run([synod, "check", *arguments, "--json"], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return ["no answer"], time.monotonic() - begin
    took = time.monotonic() - begin
    return [answer["verdict"] for answer in json.loads(done.stdout)["properties"]], took


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--synod", default="target/release/synod")
    options.add_argument("--timeout", type=float, default=600)
    options = options.parse_args()

    def line(what, *arguments):
        verdicts, took = ask(options.synod, options.timeout, *arguments)
        print(f"{what:<40} {took:8.2f} s  {', '.join(verdicts)}", flush=True)

    for name in FOR_ANY_NUMBER:
        line(f"{name}, any number", str(EXAMPLES / f"{name}.pispl"))
    for n in TRAINS:
        model = str(EXAMPLES / "trains.pispl")
        line(f"trains, {n} and {n}", model, f"Express={n}", f"Local={n}", "--property", "formula-1")


if __name__ == "__main__":
    main()
