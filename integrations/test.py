#!/usr/bin/env python3
"""Tests of what continuous integration of other projects uses: the action for GitHub, the template for GitLab, and the script that both run.

    SYNOD=target/debug/synod python3 integrations/test.py

Their servers are not here: the scripts are run as they would run them, with their variables. With SCHEMAS, a folder of JSON schemas as SchemaStore has
them (github-action.json, github-workflow.json, pre-commit-hooks.json), the files are validated too; that needs PyYAML and jsonschema.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
SYNOD = str(pathlib.Path(os.environ.get("SYNOD", ROOT / "target/debug/synod")).resolve())
GITHUB = ROOT / "integrations" / "github"
MODEL = """enum channel {c}

agent Lamp
    local: on : bool
    init: !on
    receive-guard: false
    repeat: turn: {!on} *! false ()[on := true]

system = Lamp(lamp, true)

SPEC dark: G !lamp-on
SPEC lit: F lamp-on
"""


class Workspace(unittest.TestCase):
    """A project with one model, and the files that a runner gives to steps."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "models").mkdir()
        (self.folder / "models" / "lamp.rcp").write_text(MODEL)

    def step(self, command, **variables):
        """What a step prints, and its outputs."""
        files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            path.write_text("")
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "RUNNER_TEMP": str(self.folder), "GITHUB_ACTIONS": "true"}
        environment |= {name: str(path) for name, path in files.items()} | variables
        done = subprocess.run([str(command)], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        return done, outputs, files["GITHUB_STEP_SUMMARY"].read_text()

    def check(self, arguments="--quiet", models="models"):
        return self.step(GITHUB / "check", SYNOD=SYNOD, MODELS=models, ARGUMENTS=arguments, FOLDER="out")


class Check(Workspace):
    def test_a_violation_is_annotated_at_its_line_and_fails_the_build(self):
        done, outputs, _ = self.check()
        self.assertEqual((done.returncode, outputs["exit-code"]), (0, "1"), done.stderr)
        annotations = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("::error")]
        self.assertEqual(len(annotations), 1)
        self.assertIn("file=models/lamp.rcp,line=11,", annotations[0])

    def test_the_summary_has_a_table_and_a_chart(self):
        _, _, summary = self.check()
        self.assertIn("2 properties of 1 model, **1 not as expected**", summary)
        self.assertIn("| ❌ | `` dark `` | models/lamp.rcp:11 | violated", summary)
        self.assertIn("```mermaid\nsequenceDiagram\n", summary)
        self.assertEqual(summary.count("```"), 2 * summary.count("```mermaid"))

    def test_reports_are_complete(self):
        _, outputs, _ = self.check()
        self.assertEqual(outputs["sarif"], "out/synod.sarif")
        [run] = json.loads((self.folder / "out/synod.sarif").read_text())["runs"]
        [result] = run["results"]
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], 11)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["codequality.json", "synod.html", "synod.json", "synod.junit.xml", "synod.sarif"])
        [found] = json.loads((self.folder / "out/codequality.json").read_text())
        self.assertEqual((found["location"], found["severity"]), ({"path": "models/lamp.rcp", "lines": {"begin": 11}}, "major"))

    def test_what_is_expected_is_no_failure(self):
        (self.folder / "models" / "lamp.rcp").write_text(MODEL.replace("SPEC dark", "// expect: violated\nSPEC dark"))
        done, outputs, summary = self.check("--expect --quiet")
        self.assertEqual(outputs["exit-code"], "0", done.stderr)
        self.assertNotIn("::error", done.stdout + done.stderr)
        self.assertIn("all as expected", summary)
        self.assertEqual(json.loads((self.folder / "out/codequality.json").read_text()), [])

    def test_a_model_with_an_error_is_told_at_its_line(self):
        (self.folder / "models" / "lamp.rcp").write_text(MODEL.replace("F lamp-on", "F lamp-of"))
        done, outputs, summary = self.check()
        self.assertEqual(outputs["exit-code"], "2")
        self.assertIn("file=models/lamp.rcp,line=12,", done.stdout + done.stderr)
        self.assertIn("**1 model with errors**", summary)
        [found] = json.loads((self.folder / "out/codequality.json").read_text())
        self.assertEqual((found["location"]["lines"]["begin"], found["severity"]), (12, "critical"))

    def test_arguments_are_words_of_a_shell_and_are_not_run(self):
        done, outputs, _ = self.check(arguments="--quiet -F 'G !lamp-on' -F '$(touch hacked)'")
        self.assertEqual(outputs["exit-code"], "2", done.stderr)
        self.assertFalse((self.folder / "hacked").exists())

    def test_parameters_and_options_of_the_model_are_those_of_its_chart(self):
        models = f"{ROOT}/examples/labs/flock.labs\nbirds=3 grid=10 delta=13"
        _, outputs, summary = self.check("--fair --steps 11 --quiet", models)
        self.assertEqual(outputs["exit-code"], "1")
        self.assertIn("participant a2 as Bird 2", summary)


class Install(Workspace):
    def archive(self, program="#!/bin/sh\necho synod 9.9.9\n"):
        folder = self.folder / "synod-9.9.9-test"
        folder.mkdir()
        (folder / "synod").write_text(program)
        (folder / "synod").chmod(0o755)
        path = self.folder / "synod.tar.gz"
        with tarfile.open(path, "w:gz") as archive:
            archive.add(folder, folder.name)
        (self.folder / "synod.tar.gz.sha256").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  synod.tar.gz\n")
        return path

    def test_a_release_is_unpacked(self):
        done, _, _ = self.step(GITHUB / "install", SYNOD_HOME=str(self.folder / "home"), ARCHIVE=self.archive().as_uri())
        self.assertEqual((done.returncode, done.stdout), (0, "synod 9.9.9\n"), done.stderr)

    def test_a_release_with_another_checksum_is_refused(self):
        path = self.archive()
        path.write_bytes(path.read_bytes() + b"more")
        done, _, _ = self.step(GITHUB / "install", SYNOD_HOME=str(self.folder / "home"), ARCHIVE=path.as_uri())
        self.assertEqual(done.returncode, 1)
        self.assertIn("another checksum", done.stderr)

    def test_the_release_of_a_tag_is_looked_for_and_that_of_a_branch_is_not(self):
        for version, ending in (("v1.2.3", ".tar.gz"), ("main", "")):
            done, outputs, _ = self.step(GITHUB / "find", REPOSITORY="owner/name", VERSION=version)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(outputs["archive"].endswith(ending) and bool(ending) == bool(outputs["archive"]), outputs)
            self.assertRegex(outputs["key"], "^[0-9a-f]{40}$")
            self.assertTrue(outputs["synod"].startswith(outputs["home"]))
        _, outputs, _ = self.step(GITHUB / "find", SYNOD="/opt/synod")
        self.assertEqual(outputs["synod"], "/opt/synod")


@unittest.skipUnless("SCHEMAS" in os.environ, "SCHEMAS, a folder of JSON schemas, is not set")
class Schemas(unittest.TestCase):
    def validate(self, file, schema):
        import jsonschema
        import yaml

        class Loader(yaml.SafeLoader):
            """Reads `on:` as GitHub does: as a word."""

        Loader.yaml_implicit_resolvers = {
            first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"] for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }
        Loader.add_implicit_resolver("tag:yaml.org,2002:bool", __import__("re").compile("^(true|false)$"), list("tf"))
        document = yaml.load((ROOT / file).read_text(), Loader)
        validator = jsonschema.Draft7Validator(json.loads((pathlib.Path(os.environ["SCHEMAS"]) / schema).read_text()))
        self.assertEqual([f"{list(error.path)}: {error.message}" for error in validator.iter_errors(document)], [], file)

    def test_files_are_what_their_readers_expect(self):
        self.validate("action.yml", "github-action.json")
        self.validate(".pre-commit-hooks.yaml", "pre-commit-hooks.json")
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
            self.validate(path.relative_to(ROOT), "github-workflow.json")

    def test_the_template_has_two_documents(self):
        import yaml

        header, jobs = yaml.safe_load_all((ROOT / "integrations/gitlab/synod.yml").read_text())
        for name in header["spec"]["inputs"]:
            self.assertIn(f"$[[ inputs.{name} ]]", json.dumps(jobs))
        self.assertEqual(set(jobs["synod"]["artifacts"]["reports"]), {"junit", "codequality"})


if __name__ == "__main__":
    unittest.main()
