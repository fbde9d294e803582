#!/usr/bin/env python3
"""Runs `synod check` in continuous integration: reports in a folder, and a summary in Markdown with a chart of every counterexample.

    python3 integrations/check.py --folder synod-report --summary summary.md -- models --expect

What follows `--` goes to `synod check`, whose exit code is handed on. The folder gets synod.json, synod.sarif (code scanning), synod.junit.xml
(test dashboards), synod.html (to read) and codequality.json (merge requests of GitLab). Needs Python 3.9 and nothing else.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

REPORTS = ("synod.json", "synod.sarif", "synod.junit.xml", "synod.html")
SIGNS = {"holds": "✅", "violated": "❌", "bounded": "❔", "unknown": "❔"}
MOST_CHARTS, LONGEST_CHART = 10, 20_000


def check(synod, folder, arguments):
    """Runs the check; its exit code, and the documents of all models."""
    reports = [word for name in REPORTS for word in ("--report", str(folder / name))]
    code = subprocess.run([synod, "check", *arguments, *reports], check=False).returncode
    try:
        document = json.loads((folder / "synod.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return code, []
    return code, document.get("models", [document])


def is_expected(answer):
    """Whether an answer is what was asked for: without expectations, that the property holds."""
    return answer["verdict"] in (answer.get("expected") or ["holds"])


def unexpected(models):
    """The models and answers that are not as expected."""
    return [(model, answer) for model in models for answer in model.get("properties", []) if not is_expected(answer)]


def options(model):
    """The options of the language under which a model was checked."""
    for name, value in model.get("options", {}).items():
        yield from [f"--{name}"] if value == "true" else [] if value == "false" else [f"--{name}", value]


def chart(synod, model, answer):
    """The run of an answer as a diagram of Mermaid; None if there is none, or if it is too long to be drawn."""
    values = {**model.get("parameters", {}), **((answer.get("any_number") or {}).get("violated_at") or {})}
    with tempfile.TemporaryDirectory() as scratch:
        trace = pathlib.Path(scratch) / "trace.json"
        trace.write_text(json.dumps(answer["trace"]), encoding="utf-8")
        command = [synod, "replay", model["model"], str(trace), "--format", "mermaid", *options(model)]
        # Constants stand among the parameters too, and not every language lets them be given.
        for parameters in ([f"{name}={value}" for name, value in values.items()], []):
            told = subprocess.run([*command, *parameters], capture_output=True, check=False)
            text = told.stdout.decode("utf-8", "replace")
            if told.returncode == 0 and text.startswith("sequenceDiagram"):
                return text if len(text) <= LONGEST_CHART else None
    return None


def code(text):
    """Text as code in a table of Markdown."""
    return "`` " + text.replace("|", "\\|").replace("\n", " ") + " ``"


def count(number, one, many):
    return f"{number} {one if number == 1 else many}"


def place(answer):
    found = answer.get("place") or {}
    return f"{found['file']}:{found['line']}" if found.get("line") else ""


def summary(synod, models):
    """What a person wants to know first, in Markdown."""
    answers = [answer for model in models for answer in model.get("properties", [])]
    broken = [model for model in models if "error" in model]
    wrong = unexpected(models)
    lines = ["## Synod", ""]
    told = [f"{count(len(answers), 'property', 'properties')} of {count(len(models), 'model', 'models')}", f"**{len(wrong)} not as expected**" if wrong else "all as expected"]
    told += [f"**{count(len(broken), 'model', 'models')} with errors**"] if broken else []
    lines += [", ".join(told) + ".", ""]
    for model in broken:
        lines += [f"❌ {code(model['error'])}", ""]
        lines += [f"- {one.get('file', '')}:{one.get('line', '')} {code(one['message'])}" for one in model.get("diagnostics", []) if one["severity"] == "error"] + [""]
    if answers:
        lines += ["| | property | model | verdict | why |", "|---|---|---|---|---|"]
    for model in models:
        for answer in model.get("properties", []):
            sign = "✅" if is_expected(answer) else SIGNS[answer["verdict"]]
            # What holds for a reason that nobody meant does not look as if all were well.
            odd = [remark["text"] for remark in answer.get("remarks", []) if remark["severity"] == "warning"]
            sign = "⚠️" if odd and is_expected(answer) else sign
            reason = "; ".join([answer["reason"] or "", *odd])
            expected = "" if is_expected(answer) and answer["verdict"] == "holds" else f" (expected: {' or '.join(answer.get('expected') or ['holds'])})"
            lines.append(f"| {sign} | {code(answer['name'])} | {place(answer) or model['model']} | {answer['verdict']}{expected} | {code(reason)} |")
    drawn = 0
    for model, answer in wrong:
        lines += ["", f"### {SIGNS[answer['verdict']]} {answer['name']}", "", code(answer["text"]), "", answer["reason"] or ""]
        steps = (answer.get("trace") or {}).get("steps") or []
        picture = chart(synod, model, answer) if steps and drawn < MOST_CHARTS else None
        if picture:
            drawn += 1
            lines += ["", "```mermaid", picture.rstrip(), "```"]
        elif steps:
            lines += ["", "```text", *(f"{number:>4}  {step['text']}" for number, step in enumerate(steps[:200], 1)), "```"]
        if answer.get("advice"):
            lines += ["", answer["advice"]]
    return "\n".join(lines) + "\n"


def quality(models):
    """What is wrong, as Code Quality reports of GitLab tell it."""
    found = []

    def add(check_name, description, file, line, severity):
        identity = "\0".join((check_name, description, file))
        fingerprint = hashlib.sha256(identity.encode()).hexdigest()
        found.append({"description": description, "check_name": check_name, "fingerprint": fingerprint, "severity": severity, "location": {"path": file, "lines": {"begin": line or 1}}})

    for model in models:
        for one in model.get("diagnostics", []) + model.get("warnings", []):
            if one["severity"] != "note" and one.get("file"):
                add(one["code"] or "synod", one["message"], one["file"], one.get("line"), "critical" if one["severity"] == "error" else "minor")
    for model, answer in unexpected(models):
        where = answer.get("place") or {}
        severity = "major" if answer["verdict"] == "violated" else "minor"
        add(f"synod::{answer['verdict']}", f"{answer['name']}: {answer['reason']}", where.get("file") or model["model"], where.get("line"), severity)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--synod", default="synod", help="the program")
    parser.add_argument("--folder", default="synod-report", type=pathlib.Path, help="where the reports go")
    parser.add_argument("--summary", default=os.environ.get("GITHUB_STEP_SUMMARY"), help="the file to which the summary is added")
    parser.add_argument("arguments", nargs="+", help="what `synod check` is to do, after --")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    exit_code, models = check(given.synod, given.folder, given.arguments)
    (given.folder / "codequality.json").write_text(json.dumps(quality(models), indent=2) + "\n", encoding="utf-8")
    if given.summary and models:
        with open(given.summary, "a", encoding="utf-8") as file:
            file.write(summary(given.synod, models))
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
