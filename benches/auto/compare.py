"""Choosing engines: what `synod check` takes without `--engine`, beside the best single engine.

    python3 benches/auto/compare.py --synod target/release/synod
    python3 benches/auto/compare.py --synod target/release/synod --limit 60 --times processor examples/labs/leader.labs
    python3 benches/auto/compare.py --synod target/release/synod --times processor --head-starts 0,0.15,0.6

Every example is checked with all its properties, once by each engine and once without `--engine`, with the
parameters that its first lines name. Engines that do not decide all properties do not count. The ratio is that
of `auto` to the best of the others; where the best takes less than `--floor` seconds, it counts as that much:
below it, starting the program is what is measured. On a busy machine, times of the processor say more than the
clock, but they charge `auto` for all the engines that it runs at once.

With `--head-starts`, the times of the engines alone also tell what racing them would cost, for each number of
seconds between the start of an engine and that of the next, if every engine has a core: seconds until the first
answer and seconds of processor time, over all models, and the worst ratio to the best engine.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ["explicit", "bdd", "bmc", "kind", "ic3", "smt"]
# The order in which `auto` starts them, and that for languages in which all agents move at once.
RACING = ["explicit", "bdd", "ic3", "bmc"]
RACING_JOINT = ["bdd", "explicit", "ic3"]
DECIDED = (0, 1)


def examples():
    """All examples that can be checked as they are."""
    endings = {".rcp", ".labs", ".ispl", ".ccs", ".chor"}
    files = (ROOT / "examples").rglob("*")
    return sorted(file for file in files if file.suffix in endings and "mistakes" not in file.parts)


def parameters(model):
    """What the first `synod check` in the comments of a model gives it besides its name."""
    found = re.search(r"synod check \S+((?: +\w+=-?\d+)*)", model.read_text())
    return found.group(1).split() if found else []


def seconds(command, limit, times):
    """How long a program takes, or nothing if it does not decide everything in time."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    # The tool ends itself, and with it the programs that it runs.
    done = subprocess.run([*command, "--timeout", str(limit)], capture_output=True)
    clock = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (clock if times == "clock" else processor) if done.returncode in DECIDED else None


def race(took, order, head_start):
    """When the first answer comes and how long all engines have worked by then."""
    answers = [k * head_start + took[engine] for k, engine in enumerate(order) if took[engine] is not None]
    end = min(answers, default=None)
    if end is None:
        return None
    work = 0.0
    for k, engine in enumerate(order):
        most = took[engine] if took[engine] is not None else end
        work += max(0.0, min(end - k * head_start, most))
    return end, work


def tell_races(results, head_starts, floor):
    print(f"{'head start':>10}{'answers':>10}{'work':>10}{'worst':>8}")
    for head_start in head_starts:
        ends, works, worst = 0.0, 0.0, 0.0
        for model, took in results:
            outcome = race(took, RACING_JOINT if model.suffix == ".ispl" else RACING, head_start)
            if outcome is None:
                continue
            ends, works = ends + outcome[0], works + outcome[1]
            best = min(took[engine] for engine in RACING if took[engine] is not None)
            worst = max(worst, outcome[0] / max(best, floor))
        print(f"{head_start:10.2f}{ends:10.2f}{works:10.2f}{worst:8.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", required=True)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--floor", type=float, default=0.1)
    parser.add_argument("--times", choices=["clock", "processor"], default="clock")
    parser.add_argument("--head-starts", type=lambda text: [float(part) for part in text.split(",")], default=[])
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    columns = ["auto", *ENGINES]
    print(f"{'model':40}" + "".join(f"{name:>9}" for name in columns) + f"{'ratio':>8}")
    worst = 0.0
    results = []
    for model in options.models or examples():
        base = [options.synod, "check", "--quiet", str(model), *parameters(model)]
        took = {"auto": seconds(base, options.limit, options.times)}
        for engine in ENGINES:
            took[engine] = seconds([*base, "--engine", engine], options.limit, options.times)
        results.append((model, took))
        told = "".join(f"{'-' if took[name] is None else format(took[name], '.2f'):>9}" for name in columns)
        others = [took[engine] for engine in ENGINES if took[engine] is not None]
        ratio = ""
        if others:
            own = options.limit if took["auto"] is None else took["auto"]
            worst = max(worst, own / max(min(others), options.floor))
            ratio = f"{own / max(min(others), options.floor):.1f}"
        print(f"{model.name:40}{told}{ratio:>8}", flush=True)
    print(f"the worst ratio is {worst:.1f}")
    if options.head_starts:
        tell_races(results, options.head_starts, options.floor)


if __name__ == "__main__":
    main()
