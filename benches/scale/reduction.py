#!/usr/bin/env python3
"""What reductions leave out, beside Spin on the same models.

    reduction.py [--synod PATH] [MODEL:SIZE ...]

Each model of `models/` is searched in full, with partial-order reduction, and with all reductions; Spin (if `spin` and `gcc` are on
the PATH) in full and reduced. The table has the states that each visits and how many times fewer they are than in full. Spin asks
for no property. Of ours, `deadlock` sees no variable and ends at the first deadlock, which is the last state of `leader` and
`commit`; `invariant` is the property of the model, which sees one variable or two.
"""
import argparse, json, subprocess

from searching import MODELS, has_spin, spin

USUAL = ["philosophers:5", "philosophers:6", "leader:5", "leader:7", "commit:5", "commit:6"]


def synod(program, name, size, reduction, question):
    command = [program, "check", str(MODELS / f"{name}.labs"), f"n={size}", "--engine", "explicit", "--reduction", reduction, "--stats", "--json", *question]
    document = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    return document["properties"][0]["search"]["states"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("models", nargs="*", default=USUAL)
    options = parser.parse_args()
    row = "{:<16} {:<10} {:>10} {:>10} {:>7} {:>10} {:>7}".format
    print(row("model", "asked", "full", "por", "times", "all", "times"))
    for name, _, size in (model.partition(":") for model in options.models):
        for asked, question in [("deadlock", ["--property", "no-deadlock"]), ("invariant", [])]:
            full, por, both = (synod(options.synod, name, size, reduction, question) for reduction in ["none", "por", "all"])
            print(row(f"{name} {size}", asked, full, por, f"{full / por:.1f}", both, f"{full / both:.1f}"), flush=True)
        if has_spin():
            full, por = (spin(name, size, flags).states for flags in [["-DNOREDUCE"], []])
            print(row(f"{name} {size}", "spin", full, por, f"{full / por:.1f}", "", ""), flush=True)


main()
