"""Choosing engines: what `synod check` takes without `--engine`, beside the best single engine.

    python3 benches/auto/compare.py --synod target/release/synod
    python3 benches/auto/compare.py --synod target/release/synod --limit 60 examples/labs/leader.labs philosophers-fixed-64
    python3 benches/auto/compare.py --synod target/release/synod --conformance FOLDER

Cases are all examples with the parameters that their first lines name, the families below, and those of a folder of
conformance cases (`cases/*.json`, each a model under `../models` with arguments) if it is given or found at
`../shared/conformance`. Arguments narrow them: files, or parts of names of cases.

Each case is checked without `--engine` and by each engine alone, which gets a little longer than that took: one that is
slower is not the best. Times are seconds of processor time of the program and its children, memory is its peak. Engines
that do not decide all properties that were decided without `--engine` do not count. A ratio leaves out `--floor`
seconds: starting the program is not what is measured; likewise as many megabytes of memory. Verdicts are compared, and where two differ
the exit status is 1. At the end the worst ratios are told.
"""

import argparse
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
ENGINES = ["explicit", "symmetry", "por", "bdd", "ic3", "kind", "bmc"]
ENDINGS = {".rcp", ".labs", ".ispl", ".ccs", ".chor", ".aag", ".btor2"}
CONCLUSIVE = ("holds", "violated")
# Megabytes that a started program has anyway.
MEMORY_FLOOR = 20
# Models of growing size, besides those that programs write.
FAMILIES = {
    "flock-4": ("labs/flock.labs", "birds=4", "grid=3", "delta=3", "--fair"),
    "flock-5": ("labs/flock.labs", "birds=5", "grid=3", "delta=3", "--fair"),
    "majority-3-4": ("labs/majority.labs", "yes=3", "no=4"),
    "majority-4-5": ("labs/majority.labs", "yes=4", "no=5"),
    "approximate-majority-6-7": ("labs/approximate-majority.labs", "yes=6", "no=7"),
    "philosophers-8": ("labs/philosophers.labs", "n=8"),
    "philosophers-fixed-20": ("labs/philosophers-fixed.labs", "n=20"),
    "philosophers-fixed-40": ("labs/philosophers-fixed.labs", "n=40"),
    "philosophers-fixed-256": ("labs/philosophers-fixed.labs", "n=256"),
    "leader-6": ("labs/leader.labs", "n=6"),
}
WRITTEN = {
    "philosophers-rcp-16": ("philosophers", "16"),
    "philosophers-buggy-rcp-8": ("philosophers-buggy", "8"),
    "allocation-4": ("allocation", "4"),
}


def parameters(model):
    """What the first `synod check` in the comments of a model gives it besides its name."""
    found = re.search(r"synod check \S+((?: +\w+=-?\d+)*)", model.read_text())
    return found.group(1).split() if found else []


def conformance(folder):
    """The cases of a folder that are not about mistakes."""
    for path in sorted((folder / "cases").glob("*.json")):
        for case in json.loads(path.read_text()):
            if case.get("expect") != "rejected":
                model = folder.parent / "models" / case["model"]
                yield case["id"], [str(model), *case.get("args", [])]


def cases(options, folder):
    """All cases: their names with what is asked."""
    files = sorted(file for file in EXAMPLES.rglob("*") if file.suffix in ENDINGS and "mistakes" not in file.parts)
    for file in files:
        yield str(file.relative_to(ROOT)), [str(file), *parameters(file)]
    for name, (model, *rest) in FAMILIES.items():
        yield name, [str(EXAMPLES / model), *rest]
    for name, arguments in WRITTEN.items():
        path = pathlib.Path(folder) / f"{name}.rcp"
        with path.open("w") as file:
            subprocess.run([sys.executable, str(ROOT / "benches/models/generate.py"), *arguments], stdout=file, check=True)
        yield name, [str(path)]
    if options.conformance and options.conformance.is_dir():
        yield from conformance(options.conformance)


def check(options, question, engine, patience):
    """Seconds of processor time, megabytes and the verdicts by name of property. It is ended after so many seconds of processor time: on
    a busy machine those of the clock say nothing."""
    command = [options.synod, "check", *question, "--json", "--timeout", f"{options.limit:.2f}"]
    command += ["--engine", engine] if engine else []
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(patience),) * 2)
    with tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, preexec_fn=limit)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        output.seek(0)
        try:
            answers = json.load(output).get("properties", [])
        except json.JSONDecodeError:
            answers = []
    verdicts = {answer["name"]: answer["verdict"] for answer in answers if answer["verdict"] in CONCLUSIVE}
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", required=True)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--floor", type=float, default=0.1)
    parser.add_argument("--conformance", type=pathlib.Path, default=ROOT.parent / "shared" / "conformance")
    parser.add_argument("--worst", type=int, default=15, help="how many of the worst ratios are told")
    parser.add_argument("asked", nargs="*", metavar="CASE")
    options = parser.parse_args()
    print(f"{'case':48}{'auto':>8}{'best':>8}{'ratio':>7}{'MB':>7}{'best':>7}{'ratio':>7}  engine")
    rows, differ = [], False
    with tempfile.TemporaryDirectory() as folder:
        for name, question in cases(options, folder):
            if options.asked and not any(part in name or part in question[0] for part in options.asked):
                continue
            own, memory, verdicts = check(options, question, None, 2 * options.limit)
            patience = min(options.limit, 1.2 * own + 0.5)
            best = None
            for engine in ENGINES:
                seconds, megabytes, found = check(options, question, engine, patience)
                for key in found.keys() & verdicts.keys():
                    if found[key] != verdicts[key]:
                        differ = True
                        print(f"THE VERDICTS DIFFER: {name}, {key}: {engine} says {found[key]}")
                if found and verdicts.keys() <= found.keys() and (best is None or seconds < best[0]):
                    best = (seconds, megabytes, engine)
            if best is None:
                print(f"{name:48}{own:8.2f}{'-':>8}")
                continue
            ratio = max(own - options.floor, 0) / max(best[0], 0.01)
            more = max(memory - MEMORY_FLOOR, 0) / max(best[1], 1)
            rows.append((ratio, more, name, best[2]))
            print(f"{name:48}{own:8.2f}{best[0]:8.2f}{ratio:7.1f}{memory:7.0f}{best[1]:7.0f}{more:7.1f}  {best[2]}", flush=True)
    for title, key in [("processor time", 0), ("memory", 1)]:
        print(f"the worst ratios of {title}:")
        for row in sorted(rows, key=lambda row: -row[key])[: options.worst]:
            print(f"  {row[key]:6.1f}  {row[2]} ({row[3]})")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
