"""Games in Python: against the built-in twin, in searches and tournaments, and what is said of broken promises."""

import copy
import textwrap

import numpy as np
import pytest

import rootward as rw

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CELLS = [column + row for row in "123" for column in "abc"]


@rw.game(name="tictactoe_in_python")
class TicTacToe:
    """Cells in the order of the built-in game: a1, b1, c1, a2, .."""

    def start(self):
        return "." * 9

    def to_move(self, board):
        return 1 if board.count("X") == board.count("O") else 2

    def legal(self, board):
        return [cell for cell in range(9) if board[cell] == "."]

    def play(self, board, cell):
        return board[:cell] + "XO"[self.to_move(board) - 1] + board[cell + 1:]

    def result(self, board):
        for stone, value in (("X", 1), ("O", -1)):
            if any(all(board[cell] == stone for cell in line) for line in LINES):
                return value
        return None if "." in board else 0

    def move_text(self, board, cell):
        return CELLS[cell]


@rw.game(name="tictactoe_by_copy")
class ByCopy(TicTacToe.definition):
    """The same with a list that `play` changes."""

    def start(self):
        return list(super().start())

    def copy(self, board):
        return list(board)

    def play(self, board, cell):
        board[cell] = "XO"[self.to_move(board) - 1]


MEANWHILE = []


@rw.game(name="tictactoe_that_calls")
class Calls(TicTacToe.definition):
    """The same, which calls what MEANWHILE holds at its next move."""

    def play(self, board, cell):
        while MEANWHILE:
            MEANWHILE.pop()()
        return super().play(board, cell)


BOTH = [TicTacToe, ByCopy]


@pytest.mark.parametrize("game", BOTH)
def test_perft_is_that_of_the_built_in_game(game):
    for depth in (1, 3, 5):
        assert rw.Game(game).start().perft(depth) == rw.Game("tictactoe").start().perft(depth)


@pytest.mark.parametrize("game", BOTH)
def test_a_search_is_that_of_the_built_in_game(game):
    for moves in ("", "b2 a1"):
        searches = [rw.search(one, moves, search={"budget": {"simulations": 300}}, shadows=["max", "softmax"], seed=3)
                    for one in (game, "tictactoe")]
        assert searches[0].rows == searches[1].rows and searches[0].pv == searches[1].pv
        np.testing.assert_array_equal(searches[0].tree.values, searches[1].tree.values)


def test_it_solves_to_a_draw():
    start = rw.Game(TicTacToe).start()
    exact = {"name": "exact+noise", "sd": 0}
    assert rw.evaluate(start, exact).value == 0, "alpha-beta to the end"
    assert rw.evaluate(start.after("b2", "b1"), exact).value == 1
    s = rw.search(TicTacToe, "b2 a1 c3", search={"solver": True, "budget": {"simulations": 20_000}})
    assert len(s.simulations) < 20_000 and s.value == 0, "the root was proven"


@pytest.mark.parametrize("read", ["tree", "trace"])
def test_who_reads_a_tree_has_it_alone(read):
    searcher = rw.Searcher(Calls, search={"budget": {"simulations": 100}})
    searcher.think()
    core, said = searcher._searcher, []

    def call():
        for again in (core.tree, core.trace, lambda: core.think([]), lambda: core.new_game(1)):
            with pytest.raises(RuntimeError, match="at work already"):
                again()
            said.append(again)

    MEANWHILE.append(call)
    assert getattr(core, read)() and len(said) == 4
    assert getattr(core, read)() and core.think([])["simulations"] == 100, "it is asked again afterwards"


def config(game):
    search = {"budget": {"simulations": 60}}
    return {"name": "twins", "seed": 5, "game": game, "schedule": {"type": "round_robin", "pairs": 3},
            "players": {name: {"search": search, "backup": name} for name in ("average", "max", "softmax")}}


def games_of(game, folder, threads=1):
    found = rw.run(config(game), folder, threads=threads, progress=False)
    return {one["id"]: (one["opening"], one["moves"], one["score"]) for one in found.records}


def test_a_tournament_is_the_built_in_games_move_by_move(tmp_path):
    ours = games_of("tictactoe", tmp_path / "ours")
    assert len(ours) == 18
    assert games_of(TicTacToe, tmp_path / "theirs") == ours
    assert games_of(ByCopy, tmp_path / "threads", threads=2) == ours, "threads take turns with the interpreter"


def test_a_configuration_names_its_file(tmp_path):
    (tmp_path / "take.py").write_text(textwrap.dedent("""
        import rootward as rw
        @rw.game
        class take_of_a_file:
            def start(self): return 7, 1
            def to_move(self, p): return p[1]
            def legal(self, p): return [n for n in (1, 2, 3) if n <= p[0]]
            def play(self, p, n): return p[0] - n, 3 - p[1]
            def result(self, p): return None if p[0] else (1 if p[1] == 2 else -1)
    """))
    named = config({"name": "python", "file": "take.py", "object": "take_of_a_file"})
    (tmp_path / "c.yaml").write_text(rw._yaml.text_of(named))
    played = rw.run(tmp_path / "c.yaml", tmp_path / "out", threads=1, progress=False)
    assert len(played.records) == 18
    source = played.manifest["guests"]["sources"]["take_of_a_file"]["source"]
    assert source[:23] in rw.check(tmp_path / "c.yaml"), "the class's mark is part of the game"
    for change, message in (({"object": "takes"}, "defines no game takes"), ({"file": "no.py"}, "no.py")):
        with pytest.raises(rw.UsageError, match=message):
            rw.check({**named, "game": {**named["game"], **change, **({} if "file" in change else {"file": str(tmp_path / "take.py")})}})


def test_a_module_is_a_game_and_chance_decides():
    import types

    coin = types.ModuleType("coin_module")
    exec(textwrap.dedent("""
        import rootward as rw
        def start(): return ""
        def to_move(p): return 1 if p == "" else rw.CHANCE
        def legal(p): return ["safe", "bet"] if p == "" else ["heads", "tails"]
        def play(p, m): return p + m[0]
        def probability(p, m): return 0.75 if m == "heads" else 0.25
        def result(p): return 0.25 if p == "s" else None if len(p) < 2 else (1 if p[1] == "h" else -1)
    """), coin.__dict__)
    made = rw.game(coin, seats=1, results=(-1, 1), win_draw_loss=False)
    assert made.name == "coin_module"
    s = rw.search(made, search={"budget": {"simulations": 2000}})
    assert s.move == "bet" and abs(s.rows[0]["mean"] - 0.5) < 0.1
    assert rw.check_game(made, games=50)


def test_the_check_is_content_with_both():
    for game in BOTH:
        report = rw.check_game(game, games=100)
        assert report, str(report)
        assert len(report.rows) == 7


def broken(**methods):
    return rw.game(type("Broken", (TicTacToe.definition,), methods), name="broken_in_python")


@pytest.mark.parametrize("method, function, promise, message", [
    ("legal", lambda self, p: [0, 0], "moves are in range, none is there twice", "the move a1 is there twice"),
    ("legal", lambda self, p: [], "moves are in range, none is there twice", "0 moves where the game goes on"),
    ("to_move", lambda self, p: 3, "moves are in range, none is there twice", "3 is not allowed; allowed: 1 to 2"),
    ("result", lambda self, p: 2 if "." not in p else None, "results are in range", "2 is not allowed"),
    ("hash", lambda self, p: 1, "hashes are equal exactly where positions are", "one hash"),
    ("play", lambda self, p, m: p[0] / m, "moves are in range, none is there twice", "TypeError"),
])
def test_a_broken_promise_is_named_with_its_place(method, function, promise, message):
    game = broken(**{method: function})
    report = rw.check_game(game, games=20)
    assert not report
    [(said, _, where)] = [row for row in report.rows if row[1] == "failed"]
    assert said == promise and message in where and "; after " in where
    if method != "hash":
        assert "test_game_rules.py:" in where


MOST = 2_000


class Wide:
    """Each names a number below MOST; the sum's remainder decides. Moves are counted, not searched for."""

    def start(self):
        return ()

    def to_move(self, p):
        return 1 + len(p) % 2

    def legal(self, p):
        return range(MOST)

    def play(self, p, move):
        return p + (move,)

    def result(self, p):
        return None if len(p) < 2 else 1 if p[0] > p[1] else -1 if p[0] < p[1] else 0


def test_positions_of_2000_moves(tmp_path):
    wide = rw.game(Wide, name="wide_in_python")
    assert rw.check_game(wide, games=2)
    start = rw.Game(wide).start()
    assert len(start.legal) == MOST and start.after("1999", "3").result == 1
    assert start.perft(1) == MOST
    s = rw.search(wide, search={"budget": {"simulations": 3_000}}, backup="max", shadows=["average"], seed=2)
    assert len(s.simulations) == 3_000 and len(s.rows) == MOST and all(row["visits"] for row in s.rows)
    result = rw.run({"name": "w", "seed": 1, "game": wide, "schedule": {"type": "round_robin", "pairs": 1},
                     "players": {name: {"search": {"budget": {"simulations": 5}}, "backup": name}
                                 for name in ("average", "max")}}, tmp_path / "r", threads=1, progress=False)
    assert len(result.records) == 2 and result.verify() == []


def test_more_moves_than_there_are_numbers_for():
    for count, is_right in ((65_534, True), (65_535, False)):
        many = type("Many", (Wide,), {"legal": lambda self, p, count=count: range(count)})
        game = rw.game(many, name=f"many_in_python_{count}")
        if is_right:
            assert len(rw.Game(game).start().legal) == count
        else:
            with pytest.raises(ValueError, match="65535 moves where the game goes on; allowed: 1 to 65534"):
                rw.Game(game)


def test_a_position_that_changes_under_the_search_is_found():
    class Changing(TicTacToe.definition):
        def start(self):
            return ["."] * 9

        def play(self, board, cell):
            board[cell] = "XO"[self.to_move(board) - 1]
            return board

    report = rw.check_game(rw.game(Changing, name="changing_in_python"), games=1)
    assert [row[0] for row in report.rows if row[1] == "failed"] == ["a position stays the same when it is played from"]


def test_what_a_method_raises_comes_out_of_the_search():
    def play(self, board, cell):
        if board.count(".") < 5:
            raise KeyError("not written yet")
        return TicTacToe.definition.play(self, board, cell)

    game = broken(play=play)
    with pytest.raises(KeyError, match="not written yet") as caught:
        rw.search(game, search={"budget": {"simulations": 100}})
    assert any("test_game_rules.py" in str(entry.path) for entry in caught.traceback)


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="there is no legal, play"):
        rw.game(type("Half", (), {"start": print, "to_move": print, "result": print}))
    with pytest.raises(rw.UsageError, match="a game of rootward's own"):
        rw.game(TicTacToe.definition, name="tictactoe")
    first = rw.game(TicTacToe.definition, name="twice_in_python")
    other = rw.game(ByCopy.definition, name="twice_in_python")
    assert rw.Game(first).start().legal == rw.Game(other).start().legal, "two sources of one name"

    def made(size):
        class OneSource(TicTacToe.definition):
            def start(self):
                return "." * size

        return rw.game(OneSource, name="again_in_python")

    first = made(9)
    made(3)
    with pytest.raises(ValueError, match="defined again"):
        rw.Game(first)


def test_an_environment_is_copied_for_a_search():
    env = rw.Environment("tictactoe")
    observation, info = env.reset(seed=1)
    assert observation.shape == (2, 3, 3) and observation.sum() == 0 and info["legal"] == env.legal
    for move in ("a1", "b1", "a2", "b2"):
        observation, reward, terminated, truncated, info = env.step(move)
        assert (reward, terminated, truncated) == (0.0, False, False)
    twin = env.clone()
    *_, reward, terminated, _, info = env.step("a3")
    assert reward == 1.0 and terminated and env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert env.agents == [] and env.agent_selection is None and info["legal"] == []
    assert twin.agent_selection == "player_1" and not twin.terminated and len(twin.legal) == 5
    assert twin.observation()[0].sum() == twin.observation("player_2")[1].sum() == 2
    with pytest.raises(rw.UsageError, match="not legal"):
        twin.step("a1")
    assert rw.search("tictactoe", "a1 b1 a2 b2").move in twin.legal
    deep = copy.deepcopy(twin)
    for agent in deep.agent_iter():
        assert agent == deep.agent_selection
        deep.step(deep.legal[-1])
    assert deep.terminated and not twin.terminated and len(twin.legal) == 5


def test_an_environment_draws_chance_the_same_in_a_copy():
    env = rw.Environment({"name": "grid_world"}, seed=4)
    twin = env.clone()
    for _ in range(5):
        if env.terminated:
            break
        move = env.legal[0]
        first, second = env.step(move), twin.step(move)
        assert first[1] == second[1] and env.position.hash == twin.position.hash
    assert env.possible_agents == ["player_1"]
