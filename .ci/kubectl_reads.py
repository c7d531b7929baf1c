#!/usr/bin/env python3
"""Has kubectl, whose YAML reader is Go's, read what kopr wrote, and compares it with the JSON that was meant.

usage: kubectl_reads.py KUBECTL FOLDER

FOLDER holds pairs: `x.yaml` is a stream of objects, `x.json` the list of what they should be. The test
`readers` of kopr-cli leaves them in `target/tmp/readers`. No server is asked. Exits with 1 where a pair
differs or there is none.
"""

import concurrent.futures
import json
import pathlib
import subprocess
import sys

PROBE = "kopr-probe"


def objects(text):
    """The JSON values of a text that holds one after the other."""
    decoder, at, found = json.JSONDecoder(), 0, []
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        found.append(value)
    return found


def without_probe(value):
    """The object as it was before kubectl put the annotation on."""
    metadata = value.get("metadata", {})
    annotations = metadata.get("annotations", {})
    annotations.pop(PROBE, None)
    if not annotations:
        metadata.pop("annotations", None)
    if not metadata:
        value.pop("metadata", None)
    return value


def check(kubectl, path):
    """What is wrong with a pair, or nothing."""
    command = [kubectl, "annotate", "--local", "-f", path, f"{PROBE}=1", "-o", "json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return f"{path}: {run.stderr.strip()}"
    read = [without_probe(value) for value in objects(run.stdout)]
    meant = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    # As text, so that 1 and true, or 1 and 1.0, do not pass for each other.
    if json.dumps(read, sort_keys=True) != json.dumps(meant, sort_keys=True):
        return f"{path}: reads as\n  {read!r}\nand not as\n  {meant!r}"
    return None


def main(kubectl, folder):
    paths = sorted(pathlib.Path(folder).glob("*.yaml"))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        wrong = [text for text in pool.map(lambda path: check(kubectl, path), paths) if text]
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{len(paths)} files read by kubectl, {len(wrong)} of them wrong")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
