#!/usr/bin/env python3
"""Synod beside MCMAS on ISPL models that grow.

    compare.py [--synod PATH] [--mcmas PATH] [--limit SECONDS] [--write FOLDER] [FAMILY[:SIZE,SIZE] | FILE.ispl ...]

Each model is written to a file, unless it is one, and given to both programs, with their default options, one after the
other. The table has the seconds of processor time of each and their ratio, the most memory, and whether the verdicts
agree. `--limit` ends a program that takes longer by the clock; `--write` only writes the models.
"""
import argparse, json, os, pathlib, subprocess, tempfile, time

from families import FAMILIES


def timed(command, limit):
    """Seconds of processor time, megabytes and output of a program; no output if it was ended."""
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        memory, ended = 0, False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                child.returncode, ended = status, True
                memory = usage.ru_maxrss // 1024
                break
            if time.monotonic() - begin > limit:
                child.kill()
                _, _, usage = os.wait4(child.pid, 0)
                child.returncode = -9
                memory = usage.ru_maxrss // 1024
                break
            time.sleep(0.002)
        seconds = usage.ru_utime + usage.ru_stime
        out.seek(0)
        return seconds, memory, out.read() if ended else None


def ours(text):
    return [p["verdict"] == "holds" for p in json.loads(text)["properties"]]


def theirs(text):
    return ["is TRUE" in line for line in text.splitlines() if "Formula number" in line]


def models(asked, folder):
    """The files of what is asked for: those that are named, and those of families, which are written to a folder."""
    for name, _, size in (what.partition(":") for what in asked):
        if name.endswith(".ispl"):
            yield pathlib.Path(name)
            continue
        make, usual = FAMILIES[name]
        for size in [tuple(int(n) for n in size.split(","))] if size else usual:
            path = folder / f"{name}_{'_'.join(map(str, size))}.ispl"
            path.write_text(make(*size))
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--mcmas", default="mcmas")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    folder = options.write or pathlib.Path(tempfile.mkdtemp(prefix="synod-ispl-"))
    folder.mkdir(exist_ok=True)
    if not options.write:
        print(f"{'model':36}{'synod s':>10}{'mcmas s':>10}{'ratio':>8}{'synod MB':>10}{'mcmas MB':>10}  verdicts")
    for path in models(options.models or FAMILIES, folder):
        if options.write:
            print(path)
            continue
        seconds, memory, said = timed([options.synod, "check", str(path), "--json"], options.limit)
        other, other_memory, reply = timed([options.mcmas, str(path)], options.limit)
        mine = ours(said) if said else None
        verdict = "?"
        if mine is not None and reply and theirs(reply):
            verdict = "agree" if mine == theirs(reply) else "DIFFER"
        shown = f"{other:.2f}" if reply else f">{other:.0f}"
        print(f"{path.stem:36}{seconds:10.2f}{shown:>10}{other / max(seconds, 0.001):8.1f}{memory:10}{other_memory:10}  {verdict}", flush=True)


main()
