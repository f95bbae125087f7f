#!/usr/bin/python3
"""A tuning's journal as a study of Optuna (Debian's python3-optuna), for those who look with its dashboard.

  scripts/optimizers/to_optuna.py results/tuning/connect4-softmax sqlite:///tunings.db
  optuna-dashboard sqlite:///tunings.db

DIR is a folder of `rootward run`; STORAGE is a database as Optuna names it. The study is called as the folder unless
--name is given. Every finished evaluation becomes a trial whose value is the win rate, every failed one a failed trial;
standard error, games and the evaluation's number are its attributes. Called again it adds what is new; --every looks
again every so many seconds, until a signal comes.
"""
import argparse
import gzip
import json
import lzma
import pathlib
import sys
import time

sys.dont_write_bytecode = True  # nothing is left beside the scripts
from optuna_tune import Space, TrialState, create_trial, optuna

import yaml  # Optuna needs it itself


def read_lines(folder, name):
    """The whole lines of a record file; a torn one at the end is being written."""
    text = ""
    for ending, unpack in (("", bytes), (".gz", gzip.decompress), (".xz", lzma.decompress)):
        stored = folder / f"{name}{ending}"
        if stored.exists():
            text = unpack(stored.read_bytes()).decode()
            break
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def parameters_of(manifest, params):
    """The tuned parameters as the protocol tells them; how many numbers a list has, a point shows."""
    tuned = yaml.safe_load(manifest["resolved_config"])["parameters"]
    return [{"name": name, **limits, "count": len(params[name]) if isinstance(params[name], list) else None}
            for name, limits in tuned.items()]


def add_new(study, folder):
    """Adds the evaluations that the study lacks; returns how many."""
    manifest = json.loads((folder / "manifest.json").read_text())
    if manifest.get("kind") != "tuning":
        sys.exit(f"to_optuna.py: {folder} holds no tuning but {manifest.get('kind')}")
    mark = study.user_attrs.get("config_hash", manifest["config_hash"])
    if mark != manifest["config_hash"]:
        sys.exit(f"to_optuna.py: the study {study.study_name} holds another tuning ({mark}, not "
                 f"{manifest['config_hash']}); give it another --name")
    study.set_user_attr("config_hash", manifest["config_hash"])
    known = {trial.user_attrs["id"] for trial in study.get_trials(deepcopy=False)}
    ended = {line["id"]: line for line in read_lines(folder, "evaluations.jsonl") if line["status"] != "partial"}
    new = [line for line in ended.values() if line["id"] not in known]
    for line in new:
        space = Space(parameters_of(manifest, line["params"]))
        is_ok = line["status"] != "failed"  # one that stopped early has the score of its games
        attributes = {key: line[key] for key in ("id", "stderr", "games", "seconds") if key in line}
        study.add_trial(create_trial(params=space.flat(line["params"]), distributions=space.distributions,
                                     value=line["mean"] if is_ok else None,
                                     state=TrialState.COMPLETE if is_ok else TrialState.FAIL, user_attrs=attributes))
    return len(new)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", metavar="DIR", type=pathlib.Path)
    arguments.add_argument("storage", metavar="STORAGE")
    arguments.add_argument("--name", help="the study's; the folder's unless given")
    arguments.add_argument("--every", type=float, metavar="SECONDS")
    options = arguments.parse_args()
    if not (options.folder / "manifest.json").exists():
        sys.exit(f"to_optuna.py: {options.folder} is no results folder: it has no manifest.json")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(study_name=options.name or options.folder.resolve().name, storage=options.storage,
                                direction="maximize", load_if_exists=True)
    while True:
        added = add_new(study, options.folder)
        if added or not options.every:
            print(f"{added} new evaluations; {study.study_name} has {len(study.get_trials(deepcopy=False))} trials",
                  flush=True)
        if not options.every:
            return
        time.sleep(options.every)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
