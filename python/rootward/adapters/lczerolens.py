"""lczerolens' ``SearchTrace`` with its events, or the JSON that ``serialize_search_trace`` makes of it.

Held against ``lczerolens/search/trace.py``, format version 1: a trace has ``root_fen``, ``root_player``, ``root_expansion`` and
``events``; an event a ``path`` of steps (``node_id``, ``move``, ``child_id``), a ``leaf`` (``evaluation``, ``terminal``) and
perhaps an ``expansion`` (``node_id``, ``edges`` with ``move`` and ``prior``). An evaluation has a ``value`` in [-1, 1], or a
``wdl``, and a ``perspective``. In JSON the trace stands below ``trace``, and an enumeration is ``{"$enum": .., "value": ..}``.
"""

from __future__ import annotations

import json
import types

from ..errors import UsageError
from ..replays import Replay
from ..replays import replay as play_again


def replay(trace, **more) -> Replay:
    """The trace's simulations played again; mover 1 is White. ``trace``: the object, its JSON as bytes or text, or what
    json.load gives. UsageError where it has no events. ``more`` goes to ``rw.replay``."""
    if isinstance(trace, (bytes, str)):
        trace = json.loads(trace)
    trace = _plain(trace["trace"] if isinstance(trace, dict) else trace)
    if not trace.events:
        raise UsageError("the trace has no simulation events (capability full_events)")
    first = 1 if _word(trace.root_player) == "white" else 2
    ids, parents, moves, movers, ends, children = [None], [-1], [""], [first], [False], {}
    edges, leaves, values = {}, [], []
    for event in trace.events:
        at = 0
        for step in event.path:
            ids[at] = step.node_id
            if (at, step.move) not in children:
                children[at, step.move] = len(parents)
                for column, entry in ((ids, step.child_id), (parents, at), (moves, step.move), (movers, 3 - movers[at]),
                                      (ends, False)):
                    column.append(entry)
            at = children[at, step.move]
        ends[at] = bool(event.leaf.terminal)
        leaves.append(at)
        values.append(_white(event.leaf.evaluation, first, movers[at]))
    for expansion in [trace.root_expansion, *(event.expansion for event in trace.events)]:
        if expansion is not None:
            edges[expansion.node_id] = {edge.move: edge.prior for edge in expansion.edges}
    of = [edges.get(one, {}) for one in ids]
    counts = [sum(1 for parent, _ in children if parent == at) for at in range(len(ids))]
    priors = [0 if at == 0 else of[parents[at]].get(moves[at]) for at in range(len(ids))]
    return play_again(parents, moves, movers, leaves, values, ends=ends, priors=None if None in priors else priors,
                      legal=[max(1, len(edge), count) for edge, count in zip(of, counts)],
                      texts=[trace.root_fen] + [""] * (len(ids) - 1), **{"game": "chess", **more})


def _plain(value):
    """Their JSON as objects; enumerations as their words."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return value["value"] if "$enum" in value else types.SimpleNamespace(**{k: _plain(one) for k, one in value.items()})
    return value


def _word(enum) -> str:
    return getattr(enum, "value", enum)


def _white(evaluation, first: int, mover: int) -> float:
    """The evaluation's value in White's view."""
    value = evaluation.value if evaluation.value is not None else evaluation.wdl.win - evaluation.wdl.loss
    seat = {"white": 1, "black": 2, "root_player": first, "side_to_move": mover}[_word(evaluation.perspective)]
    return float(value) if seat == 1 else -float(value)
