"""What scripts/reproduce writes and whom it asks: programs that play nothing stand in for rootward, its optimizer and sbatch."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Tells its words to $LOG, and leaves what the script looks for.
ROOTWARD = r"""#!/usr/bin/env bash
echo "$*" >>"$LOG"
words=("$@")
for ((i = 0; i < $#; ++i)); do if [[ ${words[i]} == --out ]]; then out=${words[i + 1]}; fi; done
case $1 in
  plan) printf '{\n  "matches": 1,\n  "games": 4\n}\n' ;;
  status) [[ ! -f $(dirname "$0")/missing ]] ;;
  run)
    mkdir -p "$out"
    if [[ $2 == */tune-* ]]; then cp "$(dirname "$0")/optimizer.json" "$out"; else : >"$out/games.jsonl"; fi
    ;;
  report)
    mkdir -p "$out" && echo '{}' >"$out/table.json"
    if [[ -f $(dirname "$0")/suspect ]]; then # the board of the first run
      board=$(basename "$2") && printf '{\n  "a_a": [\n    "board": %d,\n    "status": "suspect"\n  ]\n}\n' "${board%%x*}" >"$out/table.json"
    fi
    if [[ -f $(dirname "$0")/broken ]]; then exit 1; fi
    ;;
esac
"""
# Says of the three trials below that the second is the best, and what it believes of each.
OPTIMIZER = r"""#!/usr/bin/env bash
cat >/dev/null
echo '{"id": 2}'
echo '{"means": [0.5, 0.56, 0.53], "stderrs": [0.01, 0.02, 0.01]}'
"""
WEAK = "weak-e3b0c442"  # a network's name with the first digits of its SHA-256: here of an empty file
FIRST, SECOND = [-8.5, -7, -6, -5], [-4, -4, -4, -3.5]
STATE = {"parameters": [{"name": "backup.g", "low": -11, "high": -3, "scale": "linear", "count": 4}],
         "trials": [{"id": i + 1, "values": values, "status": "told", "mean": 0.55, "games": 200}
                    for i, values in enumerate(([-9, -7, -6, -5], FIRST, SECOND))]}


class Plans(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.place)
        self.programs = self.place / "bin"  # all there are, but for an sbatch of this machine
        self.programs.mkdir()
        for folder in ("/usr/bin", "/bin"):
            for entry in os.scandir(folder):
                if entry.name != "sbatch" and not (self.programs / entry.name).is_symlink():
                    (self.programs / entry.name).symlink_to(entry.path)
        self.write("fake/rootward", ROOTWARD)
        self.write("fake/rootward-optimizer", OPTIMIZER)
        (self.place / "fake/optimizer.json").write_text(json.dumps(STATE))
        self.out = self.place / "out"

    def write(self, name, text):
        path = self.place / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def reproduce(self, *words, code=0):
        environment = {"PATH": str(self.programs), "HOME": str(self.place), "LOG": str(self.place / "log"),
                       "ROOTWARD": str(self.place / "fake/rootward")}
        done = subprocess.run(["bash", str(ROOT / "scripts/reproduce"), "--no-bench", "--out", str(self.out), *words],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def said(self, command):
        """Lines of words that the program was given for this command; each is told once."""
        log = self.place / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line for line in lines if line.split()[0] == command]

    def submitted(self):
        return [line for line in self.said("run") if " --slurm" in line]

    def tunings(self):
        return [line for line in self.said("run") if "/tune-" in line.split()[1]]

    def test_vectors_are_tuned_once_on_9x9_and_19x19_plays_them_as_they_are_and_rescaled(self):
        self.reproduce("--size", "paper", "--board", "both", "--tune", "--jobs")
        tunings = self.tunings()
        self.assertEqual([line.split()[1] for line in tunings],
                         ["configs/reproduction/tune-softmax.yaml", "configs/reproduction/tune-monotone.yaml"])
        for line in tunings:
            self.assertIn("simulations=5000", line)
            self.assertIn("games=400", line)
        written = dict(re.findall(r"^  ([\w-]+): \{backup: (.*)\}$", (self.out / "vectors-5000.yaml").read_text(), re.M))
        for operator in ("softmax", "monotone"):
            for number, g in ((1, FIRST), (2, SECOND)):
                for name, span in ((f"{operator}-{number}", 5000), (f"{operator}-{number}-rescaled", 1600)):
                    self.assertEqual(written.pop(name), f"{{name: {operator}, span: {span}, g: {json.dumps(g)}}}")
        self.assertEqual(written, {})
        for run in ("9x9-5000-tuned", "19x19-1600-tuned-5000"):
            self.assertIn("vectors-5000.yaml]", (self.out / f"{run}.yaml").read_text().splitlines()[1])

    def test_every_player_of_a_vector_is_written(self):
        self.reproduce("--board", "19", "--tune")
        self.assertIn("simulations=200", self.tunings()[0])
        written = re.findall(r"^  ([\w-]+): \{backup", (self.out / "vectors-200.yaml").read_text(), re.M)
        for board in ("go9", "go19"):
            pairings = (ROOT / f"configs/reproduction/{board}.yaml").read_text()
            self.assertLessEqual(set(re.findall(r"\[((?:softmax|monotone)-[\w-]+),", pairings)), set(written))

    def test_sets_that_differ_where_no_visit_of_the_tuning_came_are_one(self):
        later = FIRST[:2] + [-11, -3]  # beyond the first knot that 200 simulations do not reach
        trials = [{**one, "values": values} for one, values in zip(STATE["trials"], (SECOND, FIRST, later))]
        (self.place / "fake/optimizer.json").write_text(json.dumps({**STATE, "trials": trials}))
        for words, simulations, second in ((("--tune",), 200, SECOND), (("--size", "paper", "--tune", "--jobs"), 5000, later)):
            self.reproduce(*words)
            written = re.findall(r"softmax-[12]: .*g: (\[.*?\])", (self.out / f"vectors-{simulations}.yaml").read_text())
            self.assertEqual([json.loads(g) for g in written], [FIRST, second], simulations)

    def test_what_tunings_said_stands_beside_their_vectors(self):
        self.reproduce("--tune")
        text = (self.out / "vectors-200.yaml").read_text()
        self.assertIn('softmax-1: {"mean": 0.56, "standard_error": 0.02, "observed": 0.55, "games": 200, "points": 3, '
                      'from: "tune-softmax-200, 9x9, 200 simulations"}', text)
        self.assertNotIn("rescaled", text[text.index("tunings:"):])

    def test_networks_and_seeds_have_tunings_and_games_of_their_own(self):
        network = self.write("nets/weak.safetensors", "")
        self.reproduce("--board", "both", "--tune", "--tune-seed", "7", "--network", str(network))
        for line in self.tunings():
            self.assertIn(f"-200-{WEAK}-seed-7 ", line)
            self.assertIn(f"evaluator.file={os.path.relpath(network, ROOT)} ", line)
            self.assertIn("seed=7", line)
        self.assertTrue((self.out / f"vectors-200-{WEAK}-seed-7.yaml").exists())
        self.assertEqual((self.out / f"laptop-{WEAK}-tuned-seed-7.runs").read_text().split(),
                         [f"9x9-200-{WEAK}-tuned-seed-7", f"19x19-200-{WEAK}-tuned-seed-7"])

    def test_networks_of_one_name_have_runs_of_their_own(self):
        for folder, text in (("a", "first"), ("b", "second")):
            self.reproduce("--network", str(self.write(f"{folder}/00010.safetensors", text)))
        self.assertEqual(len(list(self.out.glob("laptop-00010-*.runs"))), 2)

    def test_the_tables_beside_the_games_are_of_the_largest_size_that_was_played(self):
        self.reproduce("--size", "laptop")
        self.reproduce("--size", "night", "--games", "4", "--precision", "f32")
        compared = [line for line in self.said("report") if line.endswith(f"--out {os.path.relpath(self.out, ROOT)}")]
        self.assertIn("/9x9-5000-f32 --published", compared[-1])
        self.reproduce("--size", "night", "--games", "4", "--precision", "f32-winograd")
        self.assertTrue((self.out / "9x9-5000.yaml").exists(), "the conditions' own precision changes no name")

    def test_a_suspect_cell_is_played_again_by_another_seed_and_as_many_simulations(self):
        self.write("fake/suspect", "")
        for words, run in ((("--size", "night", "--games", "4", "--board", "both"), "9x9-5000"),
                           (("--board", "19"), "19x19-200")):
            self.reproduce(*words)
            again = (self.out / f"{run}-again.yaml").read_text()
            self.assertIn("seed: 20200129", again)
            self.assertIn(f"simulations: {run.split('-')[1]}}}", again)
            self.assertEqual(re.findall(r"^    - (.*)$", again, re.M), ["[average-again, average]"])
            shutil.rmtree(self.out)

    def test_where_shards_play_the_cell_that_is_played_again_is_a_list_of_jobs_too(self):
        self.write("fake/suspect", "")
        (self.out / "9x9-5000").mkdir(parents=True)
        (self.out / "9x9-5000/manifest.json").write_text("")
        self.reproduce("--size", "paper", "--shards", "3")
        self.assertEqual(len((self.out / "jobs-9x9-5000-again.txt").read_text().splitlines()), 3)
        self.assertEqual((self.out / "paper.runs").read_text(), "9x9-5000\n")
        (self.out / "9x9-5000-again").mkdir()
        (self.out / "9x9-5000-again/manifest.json").write_text("")
        self.reproduce("--size", "paper", "--shards", "3")
        self.assertEqual((self.out / "paper.runs").read_text(), "9x9-5000\n9x9-5000-again\n")

    def test_games_that_cannot_be_trusted_end_the_script_after_all_tables_are_made(self):
        self.reproduce("--size", "laptop")
        self.write("fake/broken", "")
        self.reproduce("--size", "night", "--games", "4", code=1)
        self.reproduce("--size", "stored", code=1)
        self.assertEqual(len([line for line in self.said("report")]), 1 + 1 + 2 * 3)

    def test_a_file_of_vectors_is_played_on_any_network(self):
        vectors = self.write("some/vectors-800.yaml", "players: {}\n")
        network = self.write("nets/weak.safetensors", "")
        self.reproduce("--vectors", str(vectors), "--network", str(network))
        self.assertEqual(self.tunings(), [])
        self.assertEqual((self.out / f"laptop-{WEAK}-vectors-800.runs").read_text(), f"9x9-200-{WEAK}-vectors-800\n")
        text = (self.out / f"9x9-200-{WEAK}-vectors-800.yaml").read_text()
        self.assertIn(", ../some/vectors-800.yaml]", text)
        self.assertIn("file: ../nets/weak.safetensors", text)

    def test_joined_games_are_no_jobs_again_once_the_program_says_that_none_is_missing(self):
        run = self.out / "9x9-5000"
        run.mkdir(parents=True)
        (run / "manifest.json").write_text("")
        missing = self.write("fake/missing", "")
        self.assertIn("64 jobs", self.reproduce("--size", "paper", "--jobs"))
        self.assertFalse((self.out / "table.json").exists())
        missing.unlink()
        (self.out / "jobs-9x9-5000.txt").unlink()
        self.assertIn("tables", self.reproduce("--size", "paper", "--jobs"))
        self.assertFalse((self.out / "jobs-9x9-5000.txt").exists())
        self.assertTrue((self.out / "table.json").exists())

    def test_paper_submits_where_there_is_an_sbatch(self):
        self.reproduce("--size", "paper", "--shards", "3")
        self.assertEqual(len((self.out / "jobs-9x9-5000.txt").read_text().splitlines()), 3)
        self.reproduce("--size", "paper")
        self.assertEqual(len((self.out / "jobs-9x9-5000.txt").read_text().splitlines()), 64, "no sbatch is here")
        self.assertEqual(self.submitted(), [])
        self.write("bin/sbatch", "#!/bin/sh\nexit 1\n")
        for words in ((), ("--slurm",)):
            self.reproduce("--size", "paper", "--cpus", "4", *words)
            (line,) = self.submitted()
            self.assertTrue(line.endswith("/9x9-5000 --slurm --cpus 4"), line)
        (self.out / "jobs-9x9-5000.txt").unlink()
        for words in (("--jobs",), ("--shards", "2")):
            self.reproduce("--size", "paper", *words)
            self.assertEqual(self.submitted(), [], words)
            self.assertTrue((self.out / "jobs-9x9-5000.txt").exists(), words)
        self.reproduce("--size", "laptop")
        self.assertEqual(self.submitted(), [], "other sizes play here unless told otherwise")

    def test_options_that_contradict_each_other_are_refused(self):
        for words in (("--jobs",), ("--shards", "4"), ("--size", "paper", "--jobs", "--slurm"), ("--tune-seed", "2"),
                      ("--vectors", "none.yaml"), ("--tune", "--vectors", str(ROOT / "configs/reproduction/vectors.yaml")),
                      ("--size", "paper", "--jobs", "--cpus", "2")):
            self.assertIn("help tells more", self.reproduce(*words, code=2), words)
        self.assertEqual(self.said("run"), [])


if __name__ == "__main__":
    unittest.main()
