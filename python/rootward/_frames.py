"""Rows as numpy columns, and as frames where pandas is there."""

from __future__ import annotations

import numpy as np


def columns_of(rows: list[dict]) -> dict[str, np.ndarray]:
    """A numpy array a key, in the order in which keys come; what is no number, flag or text becomes an object."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: column_of([row.get(name) for row in rows]) for name in names}


def column_of(values: list) -> np.ndarray:
    """One array; lists, maps and what is missing among texts stay objects, what is missing among numbers is nan."""
    given = [value for value in values if value is not None]
    if given and all(isinstance(value, bool) for value in given) and len(given) == len(values):
        return np.array(values, dtype=bool)
    if given and all(isinstance(value, int) and not isinstance(value, bool) for value in given):
        if len(given) == len(values):
            return np.array(values)
    if given and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in given):
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    if len(given) == len(values) and all(isinstance(value, str) for value in given):
        return np.array(values)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def frame(rows):
    """A pandas frame of rows or columns; ImportError saying what to install where pandas is not there."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need pandas: apt install python3-pandas, or pip install pandas") from error
    return pandas.DataFrame(rows)
