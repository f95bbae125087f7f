"""rootward in Python: searches, operators and evaluators of one's own, tournaments, results, ask and tell.

>>> import rootward as rw
>>> rw.search("tictactoe", search={"budget": {"simulations": 100}}).move in rw.Game("tictactoe").start().legal
True
"""

from ._core import version as _version
from .environments import Environment
from .errors import EngineError, Incomplete, Interrupted, RunError, UsageError
from .evaluators import Evaluation, Evaluator, check_evaluator, evaluate, evaluator
from .game_rules import CHANCE, GameReport, GameRules, check_game, game
from .games import Game, Position
from .networks import Encoder, Network
from .onnx_networks import convert_onnx, export_network
from .operator_checks import OperatorReport, check_operator
from .operators import Operator, Parameter, backup, child_rule, get_include, native, operator
from .optimizing import Objective, Optimizer, Range
from .replays import Replay, read_search, replay
from .results import Estimates, Study, Tournament, Tuning, read
from .searches import Search, Searcher, Simulations, Tree, search
from .tournaments import check, plan, run

__version__: str = _version()
__all__ = [
    "CHANCE", "Encoder", "EngineError", "Environment", "Estimates", "Evaluation", "Evaluator", "Game", "GameReport",
    "GameRules", "Incomplete", "Interrupted", "Network", "Objective", "Operator", "OperatorReport", "Optimizer",
    "Parameter", "Position", "Range", "Replay", "RunError", "Search", "Searcher", "Simulations", "Study", "Tournament",
    "Tree", "Tuning", "UsageError", "backup", "check", "check_evaluator", "check_game", "check_operator", "child_rule",
    "convert_onnx", "evaluate", "evaluator", "export_network", "game", "get_include", "native", "operator", "plan",
    "read", "read_search", "replay", "run", "search",
]
