"""A search of a model, and what it cost: shared by the tables of this folder."""
import collections, json, pathlib, re, resource, shutil, subprocess, tempfile

MODELS = pathlib.Path(__file__).resolve().parent / "models"


def search(program, name, size, options):
    """The answer about the first property, and processor seconds of all processes."""
    model = name if "." in name or "/" in name else str(MODELS / f"{name}.labs")
    parameters = [f"n={size}"] if size else []
    command = [program, "check", model, *parameters, "--json", "--stats", *options]
    text, seconds = timed(command)
    return json.loads(text)["properties"][0], seconds


def timed(command, folder=None):
    """What a program prints, and processor seconds of all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def has_spin():
    return shutil.which("spin") and shutil.which("gcc")


# What Spin found, the bytes that it says its states take with its hash table, and processor seconds of the search.
Found = collections.namedtuple("Found", "states bytes seconds")


def spin(name, size, flags):
    """A search of the Promela beside a model, with a verifier that is compiled with some flags."""
    with tempfile.TemporaryDirectory(prefix="synod-scale-") as folder:
        # Without merging statements, so that a step is one assignment.
        subprocess.run(["spin", "-o3", f"-DN={size}", "-a", str(MODELS / f"{name}.pml")], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=8192", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
        text, seconds = timed(["./pan", "-E", "-m1000000"], folder)
    figure = lambda words: float(re.search(rf"([0-9.e+]+)\s+{words}", text).group(1))
    megabytes = figure("actual memory usage for states") + figure("memory used for hash table")
    return Found(int(figure("states, stored")), megabytes * 2**20, seconds)
