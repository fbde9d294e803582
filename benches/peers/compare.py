#!/usr/bin/env python3
"""Synod beside its peers on families of models that grow.

    compare.py [--synod PATH] [--runs N] [--limit SECONDS] [FAMILY[:SIZE,SIZE] ...]

Every family is a model of ours and the same model for the peer. Both visit all reachable states on one thread, in turns, as often as
`--runs` says, and the least processor time counts. A peer that is not on the PATH is left out. Nothing is built but what the
peer needs to run (Spin writes a program in C); that is not counted.

The table has processor seconds, wall-clock seconds, the most memory, the ratio of processor times (over 1: ours is
faster), and whether the numbers of states agree. Spin counts a few more: those in which agents are still being started.
"""
import argparse, json, os, pathlib, re, shutil, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"


class Family:
    """A LAbS model with parameters, and the Promela file with constants for each size."""

    def __init__(self, model, options, formula, parameters, promela, constants, more, sizes):
        self.model, self.options, self.formula = model, options, formula
        self.parameters, self.promela, self.constants, self.more, self.sizes = parameters, promela, constants, more, sizes

    def ours(self, size):
        values = [f"{name}={value}" for name, value in zip(self.parameters, size)]
        return [str(EXAMPLES / self.model), *values, *self.options, "--formula", self.formula]

    def theirs(self, size):
        return [f"-D{name}={value}" for name, value in zip(self.constants, size)]


# What is asked is true everywhere, so that nobody stops before the end; `more` is how many states Spin counts besides.
FAMILIES = {
    "leader": Family("labs/leader.labs", ["--semantics", "paper"], "always forall Node a, leader of a >= 0",
                     ["n"], "leader.pml", ["N"], 1, [(6,), (7,), (8,)]),
    "majority": Family("labs/majority.labs", [], "always forall Yes a, state of a >= 0",
                       ["yes", "no"], "majority.pml", ["YES", "NO"], 1, [(2, 3), (3, 3), (3, 4)]),
    "flock": Family("labs/flock.labs", [], "always forall Bird a, x of a >= 0",
                    ["birds", "grid", "delta"], "flock.pml", ["N", "GRID", "DELTA"], 1, [(2, 4, 2), (3, 2, 1), (3, 3, 2)]),
}


class Run:
    """What a program took and said; `text` is none if it was ended."""

    def __init__(self, command, limit, folder=None):
        begin = time.monotonic()
        with tempfile.TemporaryFile("w+") as out:
            child = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.DEVNULL)
            pid = 0
            while not pid and time.monotonic() - begin < limit:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                time.sleep(0 if pid else 0.002)
            if not pid:
                child.kill()
                _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            out.seek(0)
            self.text = out.read() if pid else None
        self.wall = time.monotonic() - begin
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss // 1024


def best(runs):
    """The run with the least processor time, unless one was ended."""
    ended = [run for run in runs if run.text is None]
    return ended[0] if ended else min(runs, key=lambda run: run.seconds)


def synod(options, family, size):
    return [options.synod, "check", *family.ours(size), "--engine", "explicit", "--threads", "1", "--json"]


def states_of_synod(text):
    return json.loads(text)["properties"][0]["states"]


def spin(family, size, folder, states, limit):
    """The command of Spin's verifier, which is made here, with a hash table for so many states and a stack as deep as needed."""
    subprocess.run(["spin", *family.theirs(size), "-a", str(HERE / "promela" / family.promela)], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    flags = ["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16384"]
    subprocess.run(["gcc", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
    log = max(16, (states or 1 << 22).bit_length())
    for depth in [10_000, 100_000, 1_000_000, 10_000_000]:
        command = [str(folder / "pan"), "-E", f"-m{depth}", f"-w{log}"]
        text = Run(command, limit, folder).text
        if text is None or "max search depth too small" not in text:
            break
    return command


def states_of_spin(text):
    found = re.search(r"([0-9.e+]+) states, stored", text)
    return int(float(found.group(1))) if found else None


def shown(run):
    mark = "" if run.text is not None else ">"
    return f"{mark}{run.seconds:.2f}", f"{mark}{run.wall:.2f}", str(run.megabytes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("families", nargs="*")
    options = parser.parse_args()
    has_spin = shutil.which("spin") and shutil.which("gcc")
    if not has_spin:
        print("spin or gcc is not on the PATH: only ours is measured", file=sys.stderr)
    columns = ["model", "states", "synod cpu", "wall", "MB", "spin cpu", "wall", "MB", "ratio", "states"]
    widths = [22, 12, 10, 9, 7, 10, 9, 7, 7, 9]
    line = lambda cells: print("".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(cells, widths))), flush=True)
    line(columns)
    for name, _, asked in [f.partition(":") for f in options.families or FAMILIES]:
        family = FAMILIES[name]
        for size in [tuple(int(n) for n in asked.split(","))] if asked else family.sizes:
            with tempfile.TemporaryDirectory(prefix="synod-peers-") as folder:
                mine, other = [Run(synod(options, family, size), options.limit)], []
                count = states_of_synod(mine[0].text) if mine[0].text else None
                peer = spin(family, size, pathlib.Path(folder), count, options.limit) if has_spin else None
                for turn in range(options.runs):
                    if peer:
                        other.append(Run(peer, options.limit, folder))
                    if turn + 1 < options.runs:
                        mine.append(Run(synod(options, family, size), options.limit))
            mine = best(mine)
            cells = [f"{name} {','.join(map(str, size))}", str(count or "?"), *shown(mine)]
            if other:
                other = best(other)
                theirs = states_of_spin(other.text) if other.text else None
                agree = "?" if None in (count, theirs) else "agree" if count + family.more == theirs else "DIFFER"
                cells += [*shown(other), f"{other.seconds / max(mine.seconds, 0.001):.1f}", agree]
            line(cells)


main()
