"""A game as an environment that can be copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ._types import Config
from .game_rules import GameRules
from .games import Game, Position

__all__ = ["Environment"]


class Environment:
    """A game in the shape of AEC and Gymnasium environments, which can be copied for a search; neither is needed.

    ``reset(seed)`` gives (observation, info), ``step(action)`` (observation, reward, terminated, truncated, info).
    An action is a move's text. ``agents`` are "player_1" and "player_2"; ``agent_selection`` is who is to move;
    ``rewards`` is what the last step brought each of them: 0 until the end, then the result in [-1, 1]. The reward of
    ``step`` is that of whoever moved. ``observation``: int8 [planes, rows, columns], a plane of the own stones, one of
    the other's (an empty plane [2, 0, 0] where the game has no board). Where chance decides, ``step`` draws the
    outcome first.

    >>> import rootward as rw
    >>> env = rw.Environment("tictactoe")
    >>> observation, info = env.reset(seed=1)
    >>> copy = env.clone()
    >>> observation, reward, terminated, truncated, info = env.step("b2")
    >>> observation.shape, reward, terminated, env.agent_selection, len(copy.legal), len(env.legal)
    ((2, 3, 3), 0.0, False, 'player_2', 9, 8)
    """

    def __init__(self, game: Config | Game | GameRules, seed: int = 1) -> None:
        self.game: Game = game if isinstance(game, Game) else Game(game, seed)
        self.possible_agents: list[str] = ["player_1", "player_2"][: self.game.seats]
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Back to the start; ``seed`` fixes what chance draws."""
        if seed is not None or not hasattr(self, "_random"):
            self._random = np.random.default_rng(seed)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = {agent: 0.0 for agent in self.agents}
        self.position: Position = self._decided(self.game.start())
        return self.observation(), self.info()

    def clone(self) -> Environment:
        """The same environment at the same position, which goes on by itself."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.agents, twin.rewards = list(self.agents), dict(self.rewards)
        twin._random = np.random.Generator(type(self._random.bit_generator)())
        twin._random.bit_generator.state = self._random.bit_generator.state
        return twin

    def __deepcopy__(self, memo: Any) -> Environment:
        return self.clone()

    @property
    def legal(self) -> list[str]:
        """The legal moves, [] at the end."""
        return self.position.legal

    @property
    def agent_selection(self) -> str | None:
        """Who is to move; None at the end."""
        mover = self.position.to_move
        return None if mover is None else self.possible_agents[mover - 1]

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return self.position.result is not None

    def step(self, action: str) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Plays a move; UsageError for one that is not legal."""
        mover = self.agent_selection or self.possible_agents[0]
        self.position = self._decided(self.position.after(action))
        result = self.position.result
        if result is not None:
            self.rewards = {agent: result if agent == "player_1" else -result for agent in self.possible_agents}
            self.agents = []
        return self.observation(), self.rewards[mover], self.terminated, False, self.info()

    def observation(self, agent: str | None = None) -> npt.NDArray[np.int8]:
        """As ``agent`` sees it, unless given whoever is to move; player_1 at the end."""
        board = self.position.board
        if board is None:
            return np.zeros((2, 0, 0), np.int8)
        own = 2 if (agent or self.agent_selection) == "player_2" else 1
        return np.stack([board == own, board == 3 - own]).astype(np.int8)

    def info(self) -> dict[str, Any]:
        """{"legal": the legal moves}"""
        return {"legal": self.legal}

    def last(self) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """(observation, reward, terminated, truncated, info) of whoever is to move, as AEC has it."""
        reward = self.rewards[self.agent_selection or self.possible_agents[0]]
        return self.observation(), reward, self.terminated, False, self.info()

    def agent_iter(self) -> Iterator[str]:
        """Who is to move, again and again until the game is over; nobody steps after the end, unlike in AEC.

        >>> import rootward as rw
        >>> env = rw.Environment("tictactoe")
        >>> for agent in env.agent_iter():
        ...     observation, reward, terminated, truncated, info = env.step(env.legal[0])
        >>> agent, env.rewards
        ('player_1', {'player_1': 1.0, 'player_2': -1.0})
        """
        while (agent := self.agent_selection) is not None:
            yield agent

    def _decided(self, position: Position) -> Position:
        """Where chance is to decide, after an outcome by its probability."""
        while position.result is None and position._position.is_chance():
            position = position.after(self._random.choice(position.legal, p=position._position.probabilities()))
        return position
