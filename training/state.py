"""What a run's folder remembers: state.json.gz, a row of numbers a generation."""

import gzip
import json
import math
import os
import zlib

from export import write_file
from program import FAILED, USAGE, Stop


def rounded(value):
    """Numbers of a row to five digits and six decimals, which keeps hundreds of generations small; null where one is not
    finite. Worked: 0.0123456 is 0.012346, 3.4e-7 is 0."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, float):
        return float(f"{round(value, 6):.5g}") if math.isfinite(value) else None
    return value


def count_not_finite(value):
    """How many numbers of a row are not finite."""
    if isinstance(value, (dict, list)):
        return sum(map(count_not_finite, value.values() if isinstance(value, dict) else value))
    return int(isinstance(value, float) and not math.isfinite(value))


def write_state(folder, state):
    try:
        text = json.dumps(state, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise Stop(FAILED, f"{folder}: a number of the last generation is not finite; its state is not stored") from None
    write_file(f"{folder}/state.json.gz", gzip.compress(text.encode(), mtime=0))
    if os.path.exists(f"{folder}/state.json"):
        os.remove(f"{folder}/state.json")


def read_state(folder, fresh):
    """What is stored, or `fresh`. A plain state.json is of an earlier program, and counts until it is removed."""
    path, opened = f"{folder}/state.json", open
    if not os.path.exists(path):
        path, opened = f"{path}.gz", gzip.open
    if not os.path.exists(path):
        return fresh
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            stored = json.load(file)
        if stored["schema"] != fresh["schema"]:
            raise Stop(USAGE, f"{path} has the schema {stored['schema']!r}; this trainer reads {fresh['schema']!r}")
        return {**stored, **{key: stored[key] for key in fresh}}
    except (ValueError, TypeError, KeyError, EOFError, gzip.BadGzipFile, zlib.error) as wrong:
        raise Stop(USAGE, f"{path} is no state of a training run: {wrong!r}") from None


def differences(stored, now, path=""):
    """What differs between two configurations, key by key: "seed: stored 3, now 4"."""
    if isinstance(stored, dict) and isinstance(now, dict):
        for key in stored | now:
            yield from differences(stored.get(key, "nothing"), now.get(key, "nothing"), f"{path}.{key}".lstrip("."))
    elif stored != now:
        yield f"{path}: stored {stored}, now {now}"
