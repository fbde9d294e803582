#!/usr/bin/env python3
"""Tests of the packages, with a program that was built: they are made, installed where nothing else is, and asked to verify a model.

    SYNOD=target/release/synod python3 packaging/test.py

The package for Debian is installed in a fresh system if `debootstrap` is there and may be used (by root, with a network; SUITE and MIRROR say which), and unpacked in an empty
folder otherwise. A static program is run in a folder with nothing else in it.
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
SYNOD = pathlib.Path(os.environ.get("SYNOD", ROOT / "target/release/synod")).resolve()
MOST_BYTES = 25_000_000
MODEL = "examples/rcheck/first-steps-buggy.rcp"


def run(*command, code=0, **options):
    """What a command prints; it has to end with this code."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != code:
        raise AssertionError(f"{command} ends with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}")
    return done.stdout


def is_static(program):
    return "NEEDED" not in run("readelf", "--dynamic", program)


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.deb = pathlib.Path(run(ROOT / "packaging/deb", SYNOD, cls.scratch / "deb").strip())
        cls.unpacked = cls.scratch / "unpacked"
        run("dpkg-deb", "--extract", cls.deb, cls.unpacked)

    def test_the_program_is_small_and_has_no_symbols(self):
        program = self.unpacked / "usr/bin/synod"
        self.assertLess(program.stat().st_size, MOST_BYTES)
        self.assertIn("no symbols", run("nm", program, code=0) + subprocess.run(["nm", program], capture_output=True, text=True, check=False).stderr)

    def test_the_package_has_what_it_says(self):
        names = {path.relative_to(self.unpacked).as_posix() for path in self.unpacked.rglob("*") if path.is_file()}
        for name in ("man/man1/synod.1.gz", "man/man1/synod-check.1.gz", "bash-completion/completions/synod", "doc/synod/copyright", "synod/integrations/check.py", f"doc/synod/{MODEL}"):
            self.assertIn(f"usr/share/{name}", names)
        control = run("dpkg-deb", "--field", self.deb)
        self.assertIn(f"Version: {run(SYNOD, '--version').split()[1]}\n", control)
        self.assertEqual("Depends: libc6" in control, not is_static(SYNOD))
        sums = run("dpkg-deb", "--ctrl-tarfile", self.deb, code=0, encoding="latin-1")
        self.assertIn("md5sums", sums)

    def test_the_same_program_gives_the_same_package(self):
        again = pathlib.Path(run(ROOT / "packaging/deb", SYNOD, self.scratch / "again").strip())
        self.assertEqual(self.deb.read_bytes(), again.read_bytes())

    def test_an_unpacked_program_verifies_a_model(self):
        model = self.unpacked / "usr/share/doc/synod" / MODEL
        told = run(self.unpacked / "usr/bin/synod", "check", model, code=1, env={})
        self.assertIn("3 properties: 2 hold, 1 violated", told)

    @unittest.skipUnless(shutil.which("debootstrap") and os.geteuid() == 0, "there is no debootstrap, or this is not root")
    def test_a_fresh_system_takes_the_package(self):
        system = self.scratch / "system"
        depends = "libstdc++6,libgcc-s1"
        run("debootstrap", "--variant=minbase", f"--include={depends}", os.environ.get("SUITE", "bookworm"), system, *filter(None, [os.environ.get("MIRROR")]))
        shutil.copy(self.deb, system / "synod.deb")
        run("chroot", system, "dpkg", "--install", "/synod.deb")
        told = run("chroot", system, "synod", "check", f"/usr/share/doc/synod/{MODEL}", code=1, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        self.assertIn("3 properties: 2 hold, 1 violated", told)
        run("chroot", system, "dpkg", "--verify", "synod")
        run("chroot", system, "dpkg", "--remove", "synod")
        self.assertFalse((system / "usr/bin/synod").exists())

    @unittest.skipUnless(is_static(SYNOD) and os.geteuid() == 0, "the program is not static, or this is not root")
    def test_a_static_program_needs_nothing_else(self):
        empty = self.scratch / "empty"
        empty.mkdir()
        shutil.copy(self.unpacked / "usr/bin/synod", empty)
        shutil.copy(ROOT / MODEL, empty / "m.rcp")
        self.assertIn("1 violated", run("chroot", empty, "/synod", "check", "/m.rcp", code=1))

    def test_the_archive_has_its_checksum(self):
        path = pathlib.Path(run(ROOT / "packaging/archive", SYNOD, "test", self.scratch / "archive").strip())
        expected, name = (path.parent / f"{path.name}.sha256").read_text().split()
        self.assertEqual((expected, name), (hashlib.sha256(path.read_bytes()).hexdigest(), path.name))
        with tarfile.open(path) as archive:
            names = {pathlib.PurePath(name).name for name in archive.getnames()}
        self.assertLessEqual({"synod", "README.md", "LICENSE-MIT", "LICENSE-APACHE"}, names)
        home = self.scratch / "home"
        told = run(ROOT / "integrations/github/install", env={"PATH": os.environ["PATH"], "SYNOD_HOME": str(home), "ARCHIVE": path.as_uri()})
        self.assertTrue(told.startswith("synod "), told)


class Bill(unittest.TestCase):
    def test_every_crate_of_the_program_is_listed_with_its_licence(self):
        bill = json.loads(run(sys.executable, ROOT / "packaging/sbom.py"))
        names = {component["name"] for component in bill["components"]}
        self.assertLessEqual({"clap", "serde_json", "cadical-sys"}, names)
        self.assertFalse({"proptest", "pyo3"} & names, "what only tests and other packages need is no part of the program")
        for component in bill["components"]:
            self.assertTrue(component["licenses"][0]["expression"], component["name"])
            self.assertTrue(component["name"].startswith("synod") or component["hashes"][0]["content"], component["name"])


if __name__ == "__main__":
    unittest.main()
