"""The peers: what each needs, the command that asks it about a model, and what its answer says."""
import json, math, os, pathlib, re, resource, shutil, subprocess, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent


class Run:
    """What a program took and said; `text` is none if it was ended, or crashed. It may work for so many seconds of processor time,
    and take `PATIENCE` times as long on the clock: on a busy machine that says nothing."""

    PATIENCE = 20

    def __init__(self, command, limit, folder):
        begin = time.monotonic()
        limited = lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit),) * 2)
        with tempfile.TemporaryFile("w+") as out:
            child = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limited)
            pid = 0
            while not pid and time.monotonic() - begin < limit * self.PATIENCE:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                time.sleep(0 if pid else 0.002)
            if not pid:
                child.kill()
                _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            out.seek(0)
            self.text = out.read() if pid and not os.WIFSIGNALED(status) else None
        self.wall = time.monotonic() - begin
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss // 1024

    @staticmethod
    def best(runs):
        """The one with the least processor time, unless one was ended."""
        ended = [run for run in runs if run.text is None]
        return ended[0] if ended else min(runs, key=lambda run: run.seconds)


def on_path(*names):
    return next((found for found in map(shutil.which, names) if found), None)


def verdicts(text):
    """Our verdicts, property by property."""
    return [{"holds": True, "violated": False}.get(p["verdict"], p["verdict"]) for p in json.loads(text)["properties"]]


class Spin:
    """Visits all reachable states, as our explicit engine does; the answer is their number."""

    name, program = "spin", on_path("spin") if on_path("gcc") else None

    def asked(self, model):
        return [*model.ours, "--engine", "explicit", "--threads", "1"]

    def command(self, model, folder, mine, options):
        """Spin's verifier, which is made here, with a hash table for as many states and a stack as deep as needed. That is not counted."""
        subprocess.run([self.program, *model.constants, "-a", str(HERE / "promela" / model.promela)], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        flags = ["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16384"]
        subprocess.run(["gcc", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
        log = max(16, (mine or 1 << 22).bit_length())
        for depth in [10_000, 100_000, 1_000_000, 10_000_000]:
            command = [str(folder / "pan"), "-E", f"-m{depth}", f"-w{log}"]
            text = Run(command, options.limit, folder).text
            if text is None or "max search depth too small" not in text:
                break
        return command

    def ours(self, text):
        return json.loads(text)["properties"][0]["states"]

    def theirs(self, text, model):
        found = re.search(r"([0-9.e+]+) states, stored", text)
        return int(float(found.group(1))) - model.more if found else None


class Mcmas:
    """Answers the formulae of an ISPL text."""

    name, program = "mcmas", on_path("mcmas")
    ours = staticmethod(verdicts)

    def asked(self, model):
        return model.ours

    def command(self, model, folder, mine, options):
        return [self.program, model.ours[0]]

    def theirs(self, text, model):
        return ["is TRUE" in line for line in text.splitlines() if "Formula number" in line] or None


class NuSmv:
    """Answers the specifications of the SMV that we print, with dynamic reordering."""

    name, program = "nusmv", on_path("NuSMV", "nusmv", "nuXmv")
    ours = staticmethod(verdicts)

    def asked(self, model):
        return model.ours

    def command(self, model, folder, mine, options):
        subprocess.run([options.synod, "show", *model.ours, "--format", "smv", "--output", "model.smv"], cwd=folder, check=True)
        return [self.program, "-dynamic", "model.smv"]

    def theirs(self, text, model):
        return [line.rstrip().endswith("true") for line in text.splitlines() if line.startswith("-- specification")] or None


class Abc:
    """Proves the property of the circuit that we print with property-directed reachability, as our engine `ic3` does."""

    name, program = "abc", on_path("berkeley-abc", "abc")
    ours = staticmethod(verdicts)
    # What is said, and what it means; simplified first, as its users do.
    script, words = "read_aiger model.aig; fold; scorr; pdr", [(r"Property proved|is trivially unsat|Networks are equivalent", True), (r"was asserted|asserted in frame", False)]

    def asked(self, model):
        return [*model.ours, "--engine", "ic3"]

    def command(self, model, folder, mine, options):
        subprocess.run([options.synod, "show", *model.ours, "--format", "aiger", "--output", "model.aig"], cwd=folder, check=True)
        return [self.program, "-c", self.script]

    def theirs(self, text, model):
        return next(([verdict] for pattern, verdict in self.words if re.search(pattern, text)), None)


class RIc3(Abc):
    """The same, by rIC3."""

    name, program = "ric3", on_path("rIC3", "ric3")
    words = [(r"(?m)^UNSAT", True), (r"(?m)^SAT", False)]

    def command(self, model, folder, mine, options):
        return [self.program, "-e", "ic3", super().command(model, folder, mine, options) and "model.aig"]


PEERS = {peer.name: peer for peer in [Spin(), Mcmas(), NuSmv(), Abc(), RIc3()]}
