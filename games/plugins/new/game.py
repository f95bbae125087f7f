"""@NAME@, a game for rootward: two players take 1 to 3 stones in turn; whoever takes the last one wins.

`python3 game.py` asks every promise of the class and lets a search play it. Then make it your game. In a configuration
it is `game: {name: python, file: game.py, object: Game}`, which `rootward.run` plays.
"""
import sys

import rootward as rw


@rw.game(name="@NAME@")
class Game:
    """A position is a pair that never changes: the stones that are left, and who moves (1 or 2)."""

    def start(self):
        return 15, 1

    def to_move(self, position):
        return position[1]

    def legal(self, position):
        """The moves, always in the same order."""
        left, _ = position
        return [stones for stones in (1, 2, 3) if stones <= left]

    def play(self, position, stones):
        """The position after the move; this one stays as it was."""
        left, mover = position
        return left - stones, 3 - mover

    def result(self, position):
        """None while the game goes on; else 1 where player 1 has won, -1 where player 2 has, 0 for a draw."""
        left, mover = position
        if left > 0:
            return None
        return 1 if mover == 2 else -1

    def text(self, position):
        """For people."""
        return f"{position[0]} stones, player {position[1]} moves"


if __name__ == "__main__":
    report = rw.check_game(Game)
    print(report)
    if not report:
        sys.exit(1)
    found = rw.search(Game, backup="average", search={"budget": {"simulations": 2000}, "solver": True}, seed=1)
    print(f"the search takes {found.move}, its value is {found.value:.2f}")
