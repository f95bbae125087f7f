"""The tree of OpenSpiel's Python search, as ``MCTSBot.mcts_search`` returns it.

Held against ``open_spiel/python/algorithms/mcts.py``: a node's ``player`` is who made its ``action``, -1 for chance; the
root's is who moves there. ``total_reward`` sums returns in the view of that player; of an outcome in the view of the
nearest player above it. ``explore_count`` counts simulations through the node. ``children`` are all legal actions, once
the node was expanded. ``outcome`` is there where the game is over, or proven.
"""

from __future__ import annotations

from ..errors import UsageError
from ..replays import Replay
from ..replays import replay as play_again

_CHANCE = -1  # pyspiel.PlayerId.CHANCE


def replay(root, name=str, **more) -> Replay:
    """The tree below ``root`` (nodes with action, player, prior, explore_count, total_reward, outcome, children) played
    again. It keeps sums alone, so each node's own evaluations stand for themselves by their mean, and they come level by
    level: operators that heed the order of simulations see that one. ``name`` makes an action a text, as
    ``state.action_to_string``; ``more`` goes to ``rw.replay``. UsageError for more than two players."""
    nodes, parents, views = [root], [-1], [root.player]
    for at, node in enumerate(nodes):
        for child in node.children:
            if child.explore_count > 0:
                nodes.append(child)
                parents.append(at)
                views.append(views[at] if child.player == _CHANCE else child.player)
    if max(views) > 1:
        raise UsageError(f"a search of {max(views) + 1} players or more: two are replayed, one's win the other's loss")
    signs = [-1 if view == 1 else 1 for view in views]
    visits = [node.explore_count for node in nodes]
    sums = [sign * node.total_reward for sign, node in zip(signs, nodes)]
    own_visits, own_sums = list(visits), list(sums)
    for at in range(1, len(nodes)):
        own_visits[parents[at]] -= visits[at]
        own_sums[parents[at]] -= sums[at]
    movers = []
    for at, node in enumerate(nodes):
        chooser = node.children[0].player if node.children else _CHANCE
        movers.append(chooser + 1 if chooser >= 0 else 1 + (views[at] if at == 0 else 1 - views[at]))
    low, high = more.get("returns", (-1.0, 1.0))
    leaves = [at for at, count in enumerate(own_visits) for _ in range(count)]
    means = [min(max(own_sums[at] / own_visits[at], low), high) if abs(own_sums[at] / own_visits[at]) < high + 1e-9
             else own_sums[at] / own_visits[at] for at in leaves]
    return play_again(parents, ["" if at == 0 else name(node.action) for at, node in enumerate(nodes)], movers, leaves,
                      means, legal=[max(1, len(node.children)) for node in nodes], visits=visits,
                      priors=[node.prior for node in nodes],
                      chance=[bool(node.children) and node.children[0].player == _CHANCE for node in nodes],
                      ends=[node.outcome is not None and not node.children for node in nodes],
                      **{"game": "openspiel", **more})
