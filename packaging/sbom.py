#!/usr/bin/env python3
"""What the program is made of, as a bill of materials in CycloneDX 1.5 (JSON), printed.

    python3 packaging/sbom.py [TARGET] > synod.cdx.json

The crates are those that the package `synod` is built of and with on the target (x86_64-unknown-linux-gnu if none is given), without what only tests and other
packages need; versions and checksums are those of Cargo.lock. Nothing in it depends on when or where it is made.
"""
import json
import pathlib
import re
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]


def checksums():
    """The SHA-256 of crates, by name and version."""
    text = (ROOT / "Cargo.lock").read_text()
    found = re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"', text)
    return {(name, version): checksum for name, version, checksum in found}


def built(target):
    """Names and versions of all packages that the program is built of and with. `cargo tree` knows which features it has; the metadata are of the whole workspace."""
    command = ["cargo", "tree", "--locked", "--package", "synod", "--edges", "normal,build", "--target", target, "--prefix", "none", "--format", "{p}"]
    lines = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {(words[0], words[1].removeprefix("v")) for words in map(str.split, lines) if words}


def needed(nodes, identity, kept):
    """The packages of the program that one of them needs."""
    deps = (dep["pkg"] for dep in nodes[identity]["deps"] if any(kind["kind"] in (None, "build") for kind in dep["dep_kinds"]))
    return sorted(dep for dep in deps if dep in kept)


def main(target="x86_64-unknown-linux-gnu"):
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    parts = built(target)
    packages = {package["id"]: package for package in metadata["packages"] if (package["name"], package["version"]) in parts}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(identity for identity, package in packages.items() if package["name"] == "synod")
    sums = checksums()

    def reference(identity):
        return f"pkg:cargo/{packages[identity]['name']}@{packages[identity]['version']}"

    def component(identity):
        package = packages[identity]
        name, version = package["name"], package["version"]
        told = {"type": "library", "bom-ref": reference(identity), "name": name, "version": version, "purl": reference(identity)}
        if package["license"]:
            # Older manifests write `MIT/Apache-2.0`.
            told["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if (name, version) in sums:
            told["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
        return told

    others = sorted((identity for identity in packages if identity != root), key=reference)
    own = {**component(root), "type": "application"}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, (ROOT / 'Cargo.lock').read_text() + target)}",
        "version": 1,
        "metadata": {"component": own, "properties": [{"name": "target", "value": target}]},
        "components": [component(identity) for identity in others],
        "dependencies": [{"ref": reference(identity), "dependsOn": [reference(each) for each in needed(nodes, identity, packages)]} for identity in [root, *others]],
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
