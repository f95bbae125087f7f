"""mctx's ``Tree``, as ``policy_output.search_tree`` has it.

Held against mctx's ``tree.py`` and ``search.py``: B batch entries, N + 1 nodes for N simulations, A actions. ``parents``,
``action_from_parent``, ``raw_values`` and ``node_visits`` are [B, N + 1], -1 where a node has no parent; ``children_rewards``,
``children_discounts`` and ``children_prior_logits`` [B, N + 1, A]; ``root_invalid_actions`` [B, A], not 0 where an action
is none. A raw value is in the view of who moves at its node, and goes up as reward + discount x value. The root's own
evaluation counts as a visit.
"""

from __future__ import annotations

import numpy as np

from ..errors import UsageError
from ..replays import Replay
from ..replays import replay as play_again


def replay(tree, batch: int = 0, **more) -> Replay:
    """The search of one batch entry played again. Node i is simulation i, node 0 the root's own evaluation; a discount
    below 0 turns the mover, and where it is 0 the game is over. A simulation's value is the whole return from the
    root, rewards and discounts on its way reckoned in. ``more`` goes to ``rw.replay``; returns beyond [-1, 1] need
    ``returns=(low, high)``. UsageError where a simulation made no node, as at ``max_depth``."""
    parents, actions, raw, visits = (np.asarray(column)[batch] for column in (
        tree.parents, tree.action_from_parent, tree.raw_values, tree.node_visits))
    rewards, discounts, logits = (np.asarray(column)[batch].astype(float) for column in (
        tree.children_rewards, tree.children_discounts, tree.children_prior_logits))
    missing = np.flatnonzero(parents[1:] < 0)
    if len(missing) > 0:
        raise UsageError(f"simulation {missing[0] + 1} made no node (max_depth?): its way is not known")
    allowed = logits > -1e9
    allowed[0] &= ~np.asarray(tree.root_invalid_actions)[batch].astype(bool)
    weights = np.where(allowed, np.exp(logits - np.where(allowed, logits, -np.inf).max(axis=1, keepdims=True)), 0)
    priors = weights / weights.sum(axis=1, keepdims=True)
    place, kept, movers, ends, values = [0], [0], [1], [False], [float(raw[0])]
    for node in range(1, len(parents)):
        parent, value, at = int(parents[node]), float(raw[node]), node
        turns = discounts[parent, actions[node]]
        if ends[place[parent]]:  # beyond the end: the same end once more
            place.append(place[parent])
        else:
            place.append(len(kept))
            kept.append(node)
            movers.append(3 - movers[place[parent]] if turns < 0 else movers[place[parent]])
            ends.append(bool(turns == 0))
        while at != 0:
            edge = int(parents[at]), int(actions[at])
            value, at = rewards[edge] + discounts[edge] * value, edge[0]
        values.append(value)
    return play_again([place[parents[node]] if node else -1 for node in kept], [int(actions[node]) for node in kept],
                      movers, place, values, legal=allowed[kept].sum(axis=1), ends=ends, visits=visits[kept],
                      priors=[priors[parents[node], actions[node]] if node else 0 for node in kept],
                      **{"game": "mctx", **more})
