"""Packages of a finished build: packed twice, looked into, and used from a root that holds nothing else.

Needs $ROOTWARD_BUILD, the build. What that build lacks (Python, programs that need the C library alone) has to be left
out, and said; what this machine lacks is skipped, and said.
"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("ROOTWARD_BUILD", ROOT / "build" / "package")).resolve()
CACHE = (BUILD / "CMakeCache.txt").read_text()
HAS_PYTHON = "ROOTWARD_PYTHON:BOOL=ON" in CACHE
HAS_PORTABLE = "ROOTWARD_PORTABLE:BOOL=ON" in CACHE
BASE_LIBRARIES = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
LIBRARIES = {"libc6": {"libc.so.6", "libm.so.6"}, "libfmt9": {"libfmt.so.9"}, "libgcc-s1": {"libgcc_s.so.1"},
             "liblzma5": {"liblzma.so.5"}, "libstdc++6": {"libstdc++.so.6"}, "libyaml-cpp0.7": {"libyaml-cpp.so.0.7"}, "zlib1g": {"libz.so.1"}}
# A build for another machine has its programs behind an emulator, which needs that machine's libraries.
IS_FOREIGN = (BUILD / "emulated").is_dir()
RUNNABLE = BUILD / "emulated" if IS_FOREIGN else BUILD
EMULATOR = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", "-E",
            f"LD_LIBRARY_PATH={BUILD.parent / 'arm64-root/usr/lib/aarch64-linux-gnu'}"] if IS_FOREIGN else []
HAS_SITE = bool(shutil.which("sphinx-build")) and not IS_FOREIGN
ARCHITECTURE = "arm64" if IS_FOREIGN else subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()


def said(*words, **options):
    """What a command prints, both streams; it has to succeed."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=600, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words} ends with {done.returncode}:\n{done.stdout}")
    return done.stdout


def newest_c_library(program):
    """The newest version of the C library whose functions the program asks for."""
    versions = re.findall(r"GLIBC_([0-9.]+)", said("readelf", "--version-info", "--wide", program))
    return max(tuple(int(part) for part in version.split(".")) for version in versions)


def needed(program):
    return set(re.findall(r"NEEDED.*\[(.*)\]", said("readelf", "--dynamic", program)))


def setUpModule():
    global OUT, LOG
    OUT = pathlib.Path(tempfile.mkdtemp(prefix="packages"))
    LOG = said(ROOT / "scripts" / "package", "--build", BUILD, "--out", OUT / "first")


def tearDownModule():
    shutil.rmtree(OUT)


def made(ending):
    found = sorted((OUT / "first").glob("*" + ending))
    return found[0] if found else None


def field(name, package):
    return said("dpkg-deb", "--field", package, name).strip()


class Files(unittest.TestCase):
    def test_what_there_is_and_what_is_left_out(self):
        names = [path.name for path in sorted((OUT / "first").iterdir())]
        self.assertIn("SHA256SUMS", names)
        self.assertEqual(any(name.startswith("python3-rootward_") for name in names), HAS_PYTHON)
        self.assertEqual("python3-rootward is left out" in LOG, not HAS_PYTHON)
        self.assertEqual(any(name.startswith("rootward-doc_") for name in names), HAS_SITE)
        self.assertEqual("rootward-doc is left out" in LOG, not HAS_SITE)
        self.assertEqual("the archive's programs need" in LOG, not HAS_PORTABLE)
        said("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=OUT / "first")

    def test_lintian_has_nothing_to_say(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        self.assertIn("lintian finds nothing", LOG)

    def test_packed_twice_the_bytes_are_the_same(self):
        said(ROOT / "scripts" / "package", "--build", BUILD, "--out", OUT / "second")
        for path in sorted((OUT / "first").iterdir()):
            self.assertEqual(path.read_bytes(), (OUT / "second" / path.name).read_bytes(), path.name)
        shutil.rmtree(OUT / "second")


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.package = next((OUT / "first").glob("rootward_*.deb"))
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="root", dir=OUT))
        said("dpkg-deb", "--extract", cls.package, cls.root)

    def test_what_it_says_of_itself(self):
        depends = {one.split(" ")[0] for one in field("Depends", self.package).split(", ")}
        self.assertEqual(depends, set(LIBRARIES))
        self.assertEqual(field("Architecture", self.package), ARCHITECTURE)
        asked = set().union(*(needed(self.root / "usr/bin" / name) for name in ("rootward", "rootward-optimizer")))
        self.assertEqual(asked - BASE_LIBRARIES, set().union(*LIBRARIES.values()) - BASE_LIBRARIES)
        stated = re.search(r"libc6 \(>= ([0-9.]+)\)", field("Depends", self.package)).group(1)
        self.assertLessEqual(newest_c_library(self.root / "usr/bin/rootward"), tuple(int(part) for part in stated.split(".")))
        self.assertEqual(field("Section", self.package), "science")
        self.assertEqual(field("Priority", self.package), "optional")
        self.assertGreater(len(field("Description", self.package).splitlines()), 5)

    def test_files_lie_where_debian_has_them(self):
        for path in ("usr/bin/rootward", "usr/bin/rootward-optimizer", "usr/share/rootward/configs/quickstart.yaml",
                     "usr/share/rootward/configs/openings/go9.txt", "usr/share/rootward/configs/explore/textbook.yaml",
                     "usr/share/doc/rootward/copyright", "usr/share/doc/rootward/changelog.gz",
                     "usr/share/doc/rootward/README.md", "usr/share/doc/rootward/docs/operators.md",
                     "usr/share/bash-completion/completions/rootward", "usr/share/zsh/vendor-completions/_rootward",
                     "usr/share/fish/vendor_completions.d/rootward.fish"):
            self.assertTrue((self.root / path).is_file(), path)
        said("bash", "-n", self.root / "usr/share/bash-completion/completions/rootward")

    def test_every_command_has_a_page_without_warnings(self):
        if not shutil.which("help2man"):
            self.assertIn("no pages of the manual", LOG)
            self.skipTest("help2man is not installed: the package has no pages, and says so")
        pages = sorted((self.root / "usr/share/man/man1").glob("*.gz"))
        names = {page.name.removesuffix(".1.gz") for page in pages}
        tables = re.split(r"\nCommands [a-z ]+:\n", said(RUNNABLE / "rootward", "--help"))[1:]
        commands = [name for table in tables for name in re.findall(r"^  ([a-z]+) ", table.split("\n\n")[0], re.M)]
        self.assertLessEqual({f"rootward-{command}" for command in commands}, names)
        self.assertLessEqual({"rootward", "rootward-optimizer", "rootward-tool-data-sgf"}, names)
        for page in pages:
            self.assertIn(f".TH {page.name.removesuffix('.1.gz').upper()} ", gzip.decompress(page.read_bytes()).decode())
            warnings = said("man", "--warnings", "--encoding=UTF-8", "--local-file", "--troff-device=utf8", "--ditroff", page,
                            env={**os.environ, "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
            self.assertNotIn("warning", warnings.split("x T utf8")[0], page.name)

    def inside(self, *words):
        """Runs a command in the package's own root, without an environment; what it needs of the system is there."""
        return said("unshare", "--mount", "--pid", "--fork", "sh", "-ec",
                    'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec env -i "$(command -v chroot)" "$0" "$@"', self.root, *words)

    @unittest.skipUnless(IS_FOREIGN, "the programs are for this machine")
    def test_it_plays_under_the_emulator(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="played", dir=OUT))
        table = said(*EMULATOR, self.root / "usr/bin/rootward", "run", "shipped:quickstart", "--out", folder / "quickstart", "--games",
                     "2", "--set", "defaults.search.budget.simulations=10", "--quiet", cwd=folder)
        self.assertIn("Against average", table)

    def test_it_runs_in_a_root_that_has_nothing_else(self):
        if IS_FOREIGN:
            self.skipTest("the programs are for another machine")
        if os.geteuid() != 0:
            self.skipTest("a root of its own needs the rights of root")
        for folder in ("proc", "dev", "tmp", "bin", "lib64"):
            (self.root / folder).mkdir(exist_ok=True)
        shutil.copy("/bin/sh", self.root / "bin" / "sh")  # the optimizer is a command line
        for program in ("usr/bin/rootward", "usr/bin/rootward-optimizer", "bin/sh"):
            for library in re.findall(r"(/\S+) \(0x", said("ldd", self.root / program)):
                place = self.root / library.lstrip("/")
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, place)
        self.assertTrue(self.inside("/usr/bin/rootward", "--version").startswith("rootward "))
        self.assertIn("shipped:quickstart (tournament)", self.inside("/usr/bin/rootward", "list", "configs"))
        table = self.inside("/usr/bin/rootward", "run", "shipped:quickstart", "--out", "/tmp/quickstart", "--games", "2",
                            "--set", "defaults.search.budget.simulations=10", "--quiet")
        self.assertIn("Against average", table)
        tuned = self.inside("/usr/bin/rootward", "run", "shipped:quickstart-tuning", "--out", "/tmp/tuning",
                            "--evaluations", "2", "--set", "games=4", "--set", "test_games=8", "--quiet")
        self.assertIn("2 by a space-filling design", tuned)


class Archive(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="any where ", dir=OUT))
        said("tar", "-xf", made(".tar.gz"), "-C", self.place)
        self.top = next(self.place.iterdir())

    def test_it_runs_from_any_folder_without_an_environment(self):
        self.assertRegex(self.top.name, r"^rootward-[0-9.]+-linux-")
        program = self.top / "bin" / "rootward"
        emulator = [shutil.which(EMULATOR[0]), *EMULATOR[1:]] if IS_FOREIGN else []
        self.assertTrue(said(*emulator, program, "--version", env={}, cwd="/").startswith("rootward "))
        listed = said(*emulator, program, "list", "configs", "--json", env={}, cwd="/")
        self.assertIn(str(self.top / "share" / "rootward" / "configs" / "quickstart.yaml"), listed)

    def test_it_needs_the_c_library_alone(self):
        if not HAS_PORTABLE:
            self.skipTest("this build has no such programs (-DROOTWARD_PORTABLE=ON)")
        for name in ("rootward", "rootward-optimizer"):
            self.assertLessEqual(needed(self.top / "bin" / name), BASE_LIBRARIES)
            self.assertLessEqual(newest_c_library(self.top / "bin" / name), (2, 36))
        emulator = [shutil.which(EMULATOR[0]), *EMULATOR[1:3]] if IS_FOREIGN else []
        self.assertEqual(said(*emulator, self.top / "bin" / "rootward", "tool", "bench", "--signature", env={}).strip(),
                         (ROOT / "tests/data/bench_signature.txt").read_text().strip())


@unittest.skipUnless(HAS_SITE, "no Sphinx here, or packages of another machine")
class Site(unittest.TestCase):
    def test_the_site_is_whole_and_asks_nobody(self):
        package = next((OUT / "first").glob("rootward-doc_*_all.deb"))
        root = pathlib.Path(tempfile.mkdtemp(prefix="site", dir=OUT))
        said("dpkg-deb", "--extract", package, root)
        html = root / "usr/share/doc/rootward-doc/html"
        for page in ("index", "tutorial", "files", "python", "explorer", "gallery/trap"):
            self.assertTrue((html / f"{page}.html").is_file(), page)
        for page in html.glob("*.html"):
            for source in re.findall(r"""(?:src|<link[^>]* href)=["']([^"']+)""", page.read_text()):
                self.assertNotRegex(source, r"^(https?:)?//", page.name)
                self.assertTrue((page.parent / source.partition("?")[0].partition("#")[0]).exists(), f"{page.name}: {source}")
        glossary = (html / "glossary.html").read_text()
        terms = set(re.findall(r'class="term" href="(?:\.\./)?glossary.html#([^"]+)"', "".join(
            page.read_text() for page in html.rglob("*.html"))))
        self.assertGreater(len(terms), 20)
        for term in terms:
            self.assertIn(f'<span id="{term}"></span>', glossary)
        self.assertTrue((root / "usr/share/doc-base/rootward-doc").is_file())


@unittest.skipUnless(HAS_PYTHON, "this build has no Python package (-DROOTWARD_PYTHON=ON)")
class Python(unittest.TestCase):
    def test_it_is_imported_from_where_debian_has_it(self):
        package = next((OUT / "first").glob("python3-rootward_*.deb"))
        root = pathlib.Path(tempfile.mkdtemp(prefix="python", dir=OUT))
        said("dpkg-deb", "--extract", package, root)
        for name in ("python3", "python3-numpy"):
            self.assertIn(name, field("Depends", package))
        self.assertEqual(field("Recommends", package), "python3-pandas, python3-matplotlib")
        self.assertTrue((root / "usr/lib/python3/dist-packages/rootward/py.typed").is_file())
        moves = said("/usr/bin/python3", "-B", "-c", "import rootward as rw; print(rw.search('connect4', seed=1).move)", cwd="/",
                     env={"PYTHONPATH": str(root / "usr/lib/python3/dist-packages"), "ROOTWARD_DATA": str(ROOT)})
        self.assertEqual(moves, "4\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
