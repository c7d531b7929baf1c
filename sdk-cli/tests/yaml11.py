#!/usr/bin/env python3
"""Reads what kopr wrote with a YAML 1.1 reader (PyYAML) and compares it with the JSON that was meant.

usage: yaml11.py FOLDER

FOLDER holds pairs: `x.yaml` is a stream of documents, `x.json` the list of what they should be. The
tests `yaml` and `golden` leave them in `target/tmp/yaml11`. Exits with 1 where a pair differs or there
is none. PyYAML: `pip install pyyaml`.
"""

import json
import pathlib
import sys

import yaml


def same(read, meant):
    """Equal values of equal types: to Python `True == 1`, and a date is no string."""
    if isinstance(meant, dict):
        return (
            isinstance(read, dict)
            and read.keys() == meant.keys()
            and all(type(key) is str for key in read)
            and all(same(read[key], value) for key, value in meant.items())
        )
    if isinstance(meant, list):
        return isinstance(read, list) and len(read) == len(meant) and all(map(same, read, meant))
    return type(read) is type(meant) and read == meant


def main(folder):
    pairs = sorted(pathlib.Path(folder).glob("*.json"))
    wrong = 0
    for meant_path in pairs:
        text_path = meant_path.with_suffix(".yaml")
        meant = json.loads(meant_path.read_text(encoding="utf-8"))
        try:
            read = list(yaml.safe_load_all(text_path.read_text(encoding="utf-8")))
        except yaml.YAMLError as error:
            print(f"{text_path}: {error}")
            wrong += 1
            continue
        if not same(read, meant):
            print(f"{text_path}: reads as\n  {read!r}\nand not as\n  {meant!r}")
            wrong += 1
    print(f"{len(pairs)} streams read as YAML 1.1, {wrong} of them wrong")
    return 1 if wrong or not pairs else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
