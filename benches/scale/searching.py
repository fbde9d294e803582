"""A search of a model, and what it cost: shared by the tables of this folder."""
import json, pathlib, resource, subprocess

MODELS = pathlib.Path(__file__).resolve().parent / "models"


def search(program, name, size, options):
    """The answer about the first property, and processor seconds of all processes."""
    model = name if "." in name or "/" in name else str(MODELS / f"{name}.labs")
    parameters = [f"n={size}"] if size else []
    command = [program, "check", model, *parameters, "--json", "--stats", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout)["properties"][0], seconds
