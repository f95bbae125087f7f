"""The trainer with the program itself: positions learnt by heart, generations with milestones and a companion, a run
that goes on elsewhere."""

import json
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import kit

SHORT = {
    "name": "short", "seed": 3, "game": {"name": "go", "size": 5, "komi": 24.5},
    "network": {"blocks": 1, "filters": 8, "planes": "history 2", "value_hidden": 16},
    "companions": {"colour": {"planes": "history 2, black_to_move"}},
    "training": {"generation": 40, "samples_per_position": 1, "batch": 64, "window": {"rows": 2000}},
    "phases": [{"games": 120, "simulations": 8, "rate": 0.03}],
    "evaluate": {"at": [40, 120], "pairs": 4},
}


def train(config, out):
    return subprocess.run(kit.loop_command(config, out, rootward=kit.ROOTWARD), capture_output=True, text=True)


class TrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def journal(self, out):
        return kit.read_state(out)["journal"]


class ByHeart(TrainingTest):
    def test_sixty_four_positions_are_learnt_within_a_minute(self):
        done = train(kit.ROOT / "configs/training/by-heart.yaml", self.folder / "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        (row,) = self.journal(self.folder / "run")
        known = row["answers"][""]["window"]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"excess {known['excess']:.4f}, value {known['value']:.4f}, {row['stats']['rows']:.0f} rows,"
              f" {used.ru_utime + used.ru_stime:.0f} s of CPU")
        self.assertGreaterEqual(row["stats"]["rows"], 64)
        self.assertGreater(known["policy"] - known["excess"], 0.3)  # targets have some entropy, and are not uniform
        self.assertLess(known["policy"] - known["excess"], 2.9)
        self.assertLessEqual(known["excess"], 0.02)
        self.assertLessEqual(known["value"], 0.005)
        self.assertLessEqual(used.ru_utime + used.ru_stime, 60)


class Generations(TrainingTest):
    def test_generations_milestones_and_companions_with_the_program_itself(self):
        config, out = self.folder / "short.yaml", self.folder / "run"
        config.write_text(json.dumps(SHORT))
        done = train(config, out)
        self.assertIn(done.returncode, (0, 4), done.stderr)  # so short a run may well ring an alarm
        journal = self.journal(out)
        self.assertEqual([row["games"] for row in journal], [40, 80, 120])
        self.assertEqual([row.get("milestone", {}).get("at") for row in journal], [40, None, 120])
        self.assertEqual(sorted(journal[0]["answers"]), ["", "colour-"])
        self.assertGreater(journal[0]["stats"]["network"]["positions"], 0)
        for name in ("journal.csv", "losses.svg", "elo.svg", "games.svg", "evaluate/120/ladder/manifest.json"):
            self.assertTrue((out / name).exists(), name)
        told = subprocess.run([kit.ROOTWARD, "table", str(out / "evaluate/120/ladder"), "--format", "json"], capture_output=True)
        (pairing,) = json.loads(told.stdout)["pairings"]
        self.assertEqual((pairing["a"], pairing["b"], pairing["games"]), ("after-120", "after-40", 8))
        table = (out / "journal.csv").read_text().splitlines()
        self.assertEqual(len(table), 1 + 3)
        self.assertIn("colour_held_out_excess", table[0])
        self.assertEqual(subprocess.run([kit.ROOTWARD, "tool", "data", "check", str(out)], capture_output=True).returncode, 0)

    def test_it_goes_on_elsewhere_from_state_checkpoint_and_the_last_milestones_network(self):
        """What is committed of a run is these three; the games stay where they were played."""
        config, here, elsewhere = self.folder / "short.yaml", self.folder / "here", self.folder / "elsewhere"
        config.write_text(json.dumps({**SHORT, "training": {**SHORT["training"], "generation": 300}, "companions": {},
                                      "phases": [{"games": 900, "simulations": 8, "rate": 0.03}],
                                      "evaluate": {"at": [600, 1500], "pairs": 20}}))
        self.assertIn(train(config, here).returncode, (0, 4))
        for name in ("state.json.gz", "checkpoint/00003.safetensors", "networks/00002.safetensors"):
            (elsewhere / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(here / name, elsewhere / name)
        self.assertLess(sum(path.stat().st_size for path in elsewhere.rglob("*") if path.is_file()), 2e6)
        config.write_text(config.read_text().replace('"games": 900', '"games": 1500'))
        done = train(config, elsewhere)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        journal, state = self.journal(elsewhere), kit.read_state(elsewhere)
        self.assertEqual([row["refilled"] for row in journal], [False, False, False, True, False])
        self.assertEqual(journal[3]["stats"]["games"], 4000)
        self.assertEqual((state["generation"], state["games"], journal[:3]), (5, 1500, self.journal(here)))
        exported = "networks/00003.safetensors"
        self.assertEqual((elsewhere / exported).read_bytes(), (here / exported).read_bytes())
        losses = [row["answers"][""]["held_out"] for row in journal]
        print("held-out excess and value by generation:", *(f"{x['excess']:.3f}/{x['value']:.3f}" for x in losses))
        for key, jump in (("excess", 0.1), ("value", 0.1)):
            self.assertLess(losses[3][key], losses[2][key] + jump, key)
        self.assertEqual(journal[4]["milestone"]["at"], 1500)
        self.assertGreater(journal[4]["milestone"]["interval"][1], 0, "not weaker for sure than the last milestone")


PLUGINS = Path(kit.ROOTWARD).parent / "plugins"
OWN_GAME = {
    "name": "own", "seed": 4, "game": {"name": "plugin", "file": "./connect4.so"},
    "network": {"blocks": 1, "filters": 8, "planes": "own 2", "value_hidden": 16},
    "selfplay": {"search": {"root": {"name": "gumbel", "considered": 7}}},
    "training": {"generation": 60, "samples_per_position": 1, "batch": 64, "window": {"rows": 4000}},
    "phases": [{"games": 120, "simulations": 16, "rate": 0.03}],
    "evaluate": {"at": [60, 120], "pairs": 4},
}
MATCH = {
    "name": "match", "seed": 1, "game": OWN_GAME["game"],
    "defaults": {"search": {"budget": {"simulations": 16}}},
    "players": {"network": {"search": {"evaluator": {"name": "net", "file": "run/networks/00002.safetensors"}}},
                "playouts": {}},
    "schedule": {"type": "round_robin", "pairs": 4, "opening": {"random_plies": 2}},
}


@unittest.skipUnless((PLUGINS / "connect4.so").exists(), "the games by the C interface are not built (target plugins)")
class OwnGame(TrainingTest):
    """A game by the C interface with planes: self-play, steps, milestones, a match."""

    def test_it_learns_from_its_own_games_and_plays_a_match(self):
        shutil.copy(PLUGINS / "connect4.so", self.folder)
        config, out = self.folder / "own.yaml", self.folder / "run"
        config.write_text(json.dumps(OWN_GAME))
        done = train(config, out)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        journal = self.journal(out)
        self.assertEqual([row["games"] for row in journal], [60, 120])
        self.assertEqual([row["milestone"]["at"] for row in journal], [60, 120])
        self.assertLess(journal[1]["policy"], 1.9459, "it knows more than seven columns with equal chances")
        first, last = (out / f"networks/0000{k}.safetensors" for k in (0, 2))
        self.assertNotEqual(first.read_bytes(), last.read_bytes())
        for command in (["verify", str(out)], ["tool", "net", "check", str(last)]):
            told = subprocess.run([kit.ROOTWARD, *command], capture_output=True, text=True)
            self.assertEqual(told.returncode, 0, told.stdout + told.stderr)

        match = self.folder / "match.yaml"
        match.write_text(json.dumps(MATCH))
        played = subprocess.run([kit.ROOTWARD, "run", str(match), "--out", str(self.folder / "match"), "--quiet"],
                                capture_output=True, text=True)
        self.assertEqual(played.returncode, 0, played.stderr)
        games = [json.loads(line) for line in (self.folder / "match/games.jsonl").read_text().splitlines()]
        self.assertEqual(len(games), 8)
        self.assertTrue(all(game["networks"] != ["", ""] for game in games), games[0]["networks"])


if __name__ == "__main__":
    unittest.main()
