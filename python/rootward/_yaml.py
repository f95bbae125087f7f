"""Python's maps as text for the one reader: every JSON text is YAML."""

from __future__ import annotations

import json
from collections.abc import Mapping


def text_of(value) -> str:
    """The text of a name, a map or an operator; "" for None."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(plain(value), allow_nan=False)


def plain(value):
    """Maps, lists and numbers alone: operators become {name, parameters}, numpy's numbers Python's."""
    if hasattr(value, "as_config"):
        return plain(value.as_config())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return value
