"""Proofs and violations on circuits: Synod's engines beside ABC and rIC3 on the same models, as AIGER.

    python3 benches/proofs/compare.py --synod target/release/synod
    python3 benches/proofs/compare.py --synod target/release/synod --ric3 PATH --limit 120 majority:3,4 philosophers:8

Each model is checked by every engine asked for, one after the other; then it is printed as AIGER, and
the tools that are there get the file. Times are seconds of processor time of the whole program and all its
children, so that a busy machine disturbs them little; the ratio is that to the fastest.
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LABS = ROOT / "examples" / "labs"

# For each family: the model and its parameters, given its sizes; and the usual sizes.
FAMILIES = {
    "majority": (lambda yes, no: [LABS / "majority.labs", f"yes={yes}", f"no={no}"], ["2,3", "3,4"]),
    "approximate-majority": (
        lambda yes, no: [LABS / "approximate-majority.labs", f"yes={yes}", f"no={no}"],
        ["6,7"],
    ),
    "philosophers": (lambda n: [LABS / "philosophers.labs", f"n={n}"], ["5", "8"]),
}


def run(command, limit):
    """The output of a program, and the seconds of processor time it took; None if it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout + done.stderr, seconds


def word(output, words):
    """Which of some words for verdicts a program said first."""
    for pattern, verdict in words:
        if output is not None and re.search(pattern, output):
            return verdict
    return "-"


SYNOD = [(r"(?m)^✓", "holds"), (r"(?m)^✗", "violated")]
ABC = [(r"Property proved", "holds"), (r"Output \d+ .*was asserted|asserted in frame", "violated")]
RIC3 = [(r"(?m)^UNSAT", "holds"), (r"(?m)^SAT", "violated")]


def compare(model, options, folder):
    rows = []
    for engine in options.engines.split(","):
        command = [options.synod, "check", "--quiet", *map(str, model), "--engine", engine]
        output, seconds = run(command, options.limit)
        rows.append((f"synod {engine}", word(output, SYNOD), seconds))
    circuit = os.path.join(folder, "model.aig")
    printed = subprocess.run(
        [options.synod, "show", *map(str, model), "--format", "aiger", "--output", circuit],
        capture_output=True,
    )
    if printed.returncode == 0:
        if options.abc:
            script = f"read_aiger {circuit}; fold; pdr"
            output, seconds = run([options.abc, "-c", script], options.limit)
            rows.append(("abc pdr", word(output, ABC), seconds))
        if options.ric3:
            output, seconds = run([options.ric3, "-e", "ic3", circuit], options.limit)
            rows.append(("rIC3 ic3", word(output, RIC3), seconds))
    best = min((seconds for _, verdict, seconds in rows if verdict != "-"), default=None)
    for name, verdict, seconds in rows:
        told = f"> {options.limit:g}" if seconds is None else f"{seconds:.2f}"
        ratio = "" if verdict == "-" or not best else f"{seconds / best:.1f}"
        print(f"  {name:16} {verdict:9} {told:>8} s {ratio:>8}")
    if len({verdict for _, verdict, _ in rows} - {"-"}) > 1:
        print("  THE VERDICTS DIFFER")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", required=True)
    parser.add_argument("--abc", default=shutil.which("berkeley-abc") or shutil.which("abc"))
    parser.add_argument("--ric3", default=shutil.which("rIC3") or shutil.which("ric3"))
    parser.add_argument("--engines", default="auto,explicit,bdd,ic3,kind,bmc")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("models", nargs="*", metavar="FAMILY:SIZES")
    options = parser.parse_args()
    usual = [f"{family}:{sizes}" for family, (_, list_) in FAMILIES.items() for sizes in list_]
    with tempfile.TemporaryDirectory() as folder:
        for asked in options.models or usual:
            family, _, sizes = asked.partition(":")
            if family not in FAMILIES:
                parser.error(f"there is no family {family}; there are {', '.join(FAMILIES)}")
            print(asked)
            compare(FAMILIES[family][0](*sizes.split(",")), options, folder)


if __name__ == "__main__":
    main()
