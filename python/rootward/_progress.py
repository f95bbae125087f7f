"""How far a run is: in a notebook's cell, on standard error, or nowhere."""

from __future__ import annotations

import html
import sys


def shown(progress: bool):
    """What ``_core`` takes: False, True (standard error), or a callable of (done, wanted, text)."""
    return Cell() if progress and is_in_notebook() else bool(progress)


def is_in_notebook() -> bool:
    """Whether the interpreter is a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


class Cell:
    """A bar below the cell that runs, drawn anew each time."""

    def __init__(self):
        self._handle = None

    def __call__(self, done: int, wanted: int, text: str) -> None:
        from IPython.display import HTML, display

        bar = HTML(f'<progress value="{done}" max="{max(wanted, 1)}"></progress> {html.escape(text)}')
        if self._handle is None:
            self._handle = display(bar, display_id=True)
        else:
            self._handle.update(bar)
