"""scripts/release in a small repository of its own: everything in order, then one thing wrong after the other."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ("CMakeLists.txt", "CITATION.cff", "codemeta.json", ".zenodo.json", "pyproject.toml", "README.md", "CHANGELOG.md",
          "scripts/release", "tests/install/check_versions.cmake", "tests/data/bench_signature.txt")
VERSION = next(line.split()[2] for line in (ROOT / "CMakeLists.txt").read_text().splitlines() if line.startswith("project(rootward"))
# Plays "games", prints a table of them, and tells a revision.
PROGRAM = """#!/bin/sh
case $1 in
  --version) echo "rootward {version}"; echo "revision {revision}" ;;
  run) while [ "$1" != --out ]; do shift; done; mkdir -p "$2"; echo game >"$2/games.jsonl" ;;
  table) echo "{table}"; cat "$2/games.jsonl" ;;
  verify) exit {verify} ;;
esac
"""
PACKING = """#!/bin/sh
mkdir -p "$4" && cp packed/* "$4" && cd "$4" && sha256sum *.deb *.tar.gz >SHA256SUMS
"""


class Release(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name) / "tree"
        for name in COPIED:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        changelog = (ROOT / "CHANGELOG.md").read_text()
        head = next(line for line in changelog.splitlines() if line.startswith(f"## {VERSION}"))
        self.write("CHANGELOG.md", changelog.replace(head, f"## {VERSION} - 2026-01-31", 1))
        self.write(".gitignore", "build/\npacked/\n")
        self.write("scripts/package", PACKING).chmod(0o755)
        (self.tree / "docs").mkdir()
        self.git("init", "-q", "-b", "main")
        self.commit()
        self.pack()

    def write(self, name, text):
        file = self.tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def edit(self, name, old, new):
        text = (self.tree / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new, 1))

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", "-c", "tag.gpgsign=false", *words], cwd=self.tree,
                              check=True, capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "x")

    def archive(self, folder, revision, version=VERSION, table="a table", verify=0):
        inside = self.tree / folder / "x" / f"rootward-{version}-linux-x86_64"
        (inside / "bin").mkdir(parents=True)
        (inside / "copyright").write_text("fmt: MIT\n")
        (inside / "bin/rootward").write_text(PROGRAM.format(version=version, revision=revision, table=table, verify=verify))
        (inside / "bin/rootward").chmod(0o755)
        packed = self.tree / folder / f"{inside.name}.tar.gz"
        subprocess.run(["tar", "-czf", packed, "-C", inside.parent, inside.name], check=True)
        shutil.rmtree(inside.parent)
        return packed

    def pack(self, **of_program):
        """Packages of what is committed, a build to pack again, and figures of tests."""
        head = self.git("rev-parse", "--short=12", "HEAD")
        shutil.rmtree(self.tree / "packed", ignore_errors=True)
        self.archive("packed", head, **of_program)
        for name in (f"rootward_{VERSION}_amd64.deb", f"python3-rootward_{VERSION}_amd64.deb"):
            self.write(f"packed/{name}", name)
        subprocess.run(["scripts/package", "--build", "build/package", "--out", "build/packages"], cwd=self.tree, check=True)
        self.write("build/package/CPackConfig.cmake", "")
        self.write("build/test-all.txt", f"revision {head}\n== scripts/test: all went well in 9 s\n")

    def release(self, *words):
        return subprocess.run(["scripts/release", *words], cwd=self.tree, capture_output=True, text=True, timeout=60)

    def complains(self, *wanted, options=()):
        done = self.release("--check", *options)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        missing = [line for line in done.stdout.splitlines() if line.startswith("MISSING")]
        self.assertEqual(len(missing), len(wanted), done.stdout)
        for line, part in zip(missing, wanted):
            self.assertIn(part, line)

    def test_everything_in_order(self):
        done = self.release("--check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("a script can see nothing that is missing", done.stdout)

    def test_the_sources(self):
        self.write("left", "behind")
        self.complains("the tree: 1 files")
        (self.tree / "left").unlink()
        self.git("checkout", "-q", "-b", "other")
        self.complains("the branch: it is 'other'")

    def test_versions_and_dates(self):
        self.edit("CITATION.cff", f"version: {VERSION}", "version: 9.9.9")
        self.edit("CHANGELOG.md", f"## {VERSION} - 2026-01-31", f"## {VERSION}-dev - unreleased")
        self.commit()
        self.pack()
        self.complains(f"version {VERSION} everywhere", "the changelog's date")

    def test_figures_of_another_revision(self):
        self.write("build/test-all.txt", "revision 123456789abc\n")
        self.complains("the tests' figures: build/test-all.txt is of 123456789abc")
        (self.tree / "build/test-all.txt").unlink()
        self.complains("the tests' figures: build/test-all.txt is of no revision")

    def test_packages_of_another_revision(self):
        self.commit()
        self.complains("the tests' figures", "the packages' revision")

    def test_packages_that_are_missing_or_changed(self):
        (self.tree / f"build/packages/rootward_{VERSION}_amd64.deb").unlink()
        self.complains(f"rootward_{VERSION}_amd64.deb: not in", "SHA256SUMS")

    def test_other_bytes_when_packed_again(self):
        self.write(f"packed/rootward_{VERSION}_amd64.deb", "another time")
        self.complains(f"the same bytes again: packed once more, these differ: rootward_{VERSION}_amd64.deb")
        (self.tree / "build/package/CPackConfig.cmake").unlink()
        self.complains("the same bytes again: ")

    def last_release(self, **of_program):
        self.git("tag", "v0.0.9")
        return self.archive("build/last", "0", version="0.0.9", **of_program)

    def test_the_last_releases_results_are_read_alike(self):
        archive = self.last_release()
        self.complains("reading the last release's results: --last ARCHIVE")
        self.assertEqual(self.release("--check", "--last", archive).returncode, 0)

    def test_another_table_of_the_last_releases_results(self):
        archive = self.last_release(table="another table")
        self.complains("the table of a folder of v0.0.9 is another one now", options=("--last", archive))
        self.pack(table="another table", verify=1)
        self.complains("verifying the last release's results", options=("--last", archive))

    def test_a_signature_that_moved_is_named(self):
        archive = self.last_release()
        self.write("tests/data/bench_signature.txt", "0123456789abcdef\n")
        self.commit()
        self.pack()
        self.complains("does not name 0123456789abcdef", options=("--last", archive))
        self.edit("CHANGELOG.md", "### Added\n", "### Added\n- Bench signature 0123456789abcdef.\n")
        self.commit()
        self.pack()
        self.assertEqual(self.release("--check", "--last", archive).returncode, 0)

    def test_notes_are_the_changelogs_part_and_the_figures(self):
        self.write("CHANGELOG.md", f"# Changelog\n\n## {VERSION} - 2026-01-31\n\n### Added\n- This.\n\n## 0.0.9 - 2025-01-31\n- That.\n")
        notes = self.release("--notes").stdout
        self.assertIn("- This.", notes)
        self.assertIn("all went well in 9 s", notes)
        self.assertNotIn("- That.", notes)

    def test_the_next_version_is_opened(self):
        done = self.release("--open", "9.8.7")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        changelog = (self.tree / "CHANGELOG.md").read_text()
        self.assertLess(changelog.index("## 9.8.7-dev - unreleased"), changelog.index(f"## {VERSION} - 2026-01-31"))
        for name in ("CMakeLists.txt", "CITATION.cff", "codemeta.json", ".zenodo.json", "pyproject.toml", "README.md"):
            self.assertIn("9.8.7", (self.tree / name).read_text(), name)
        self.assertEqual(self.release("--open", "9.8.8").returncode, 1, "9.8.7 is not released yet")
        self.assertEqual(self.release("--open", "next").returncode, 2)


if __name__ == "__main__":
    unittest.main()
