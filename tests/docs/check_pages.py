"""Pages as a reader uses them: every block of commands is run, what it prints is compared with the block below.

    ```sh                      run in order, a scratch folder a page, by bash with -e; configs, nets, scripts, bench and
                               stored results are there as in the sources
    ```sh skip="the reason"    not run; the reason is shown
    ```sh slow                 run with --slow alone
    ```sh file="NAME"          run with the nearest block of YAML above as the file NAME
    ```text                    right after a block of commands: what it prints, both streams. `..` stands for anything,
                               <number> for a number, a run of blanks for another
    ```yaml                    passes `rootward check`; ```yaml fragment is a part of a file
    ```cpp compiles            passes the compiler, among the sources

Commands stand in `sh` alone: every other kind of block, indented ones too, that shows one is refused. Blocks of Python
are run by the Python package's own tests, but ```python skip="the reason". Pages may name no command that the program
does not have, and every command has to be named by one. Sentences of prose have 35 words at most, and none of the words
that say nothing. The root's other pages are looked at for names and words alone. Needs $ROOTWARD, the program;
arguments are pages, all of them unless given.
"""

import argparse
import functools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("ROOTWARD", ROOT / "build" / "release" / "rootward")).resolve()
MOST_WORDS = 35
EMPTY_WORDS = ("simply", "obviously", "just")
# What begins a line of a shell, or stands behind a pipe, and is ours.
COMMAND = re.compile(r"^\s*(?:\$ )?(?:.*[|;&] *)?(?:rootward(?:-optimizer)?|\.?/?(?:scripts|bench|build)/[\w/.-]+) +[^ =:|]", re.M)
SHELL_NAMES = ("bash", "shell", "console", "zsh")
MAY_NAME_COMMANDS = ("", "text")  # other languages are no shell: a comment of YAML may name a command
SECONDS_PER_BLOCK = 600
NUMBER = r"[-+]?[0-9][0-9,.]*(?:e[-+]?[0-9]+)?"


class Block:
    def __init__(self, page, line, info, indent):
        self.page, self.line, self.indent = page, line, indent
        words = shlex.split(info)
        self.language = words[0] if words else ""
        self.flags = {word.partition("=")[0]: word.partition("=")[2] for word in words[1:]}
        self.lines = []
        self.above = ""

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def place(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


class Page:
    """A page's fenced blocks, its indented ones, and its prose by lines."""

    def __init__(self, path):
        self.path, self.blocks, self.indented, self.prose = path, [], [], []
        block = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            fence = re.match(r"( *)```(.*)$", line)
            if block is not None:
                if fence and fence[2].strip() == "":
                    block = None
                else:
                    block.lines.append(line[block.indent:] if line[:block.indent].isspace() else line)
            elif fence:
                block = Block(path, number, fence[2].strip(), len(fence[1]))
                self.blocks.append(block)
            elif line.startswith("    "):
                self.indented.append((number, line))
            else:
                self.prose.append((number, line))


def pages_there_are():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def scripts_there_are():
    return [path for path in sorted((ROOT / "scripts").glob("*")) if path.is_file()]


def texts_for_the_project():
    """Read by those who work on it: their commands build and test, and are not run."""
    return [ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CLAIMS.md", "SUPPORT.md", "CODE_OF_CONDUCT.md")]


def pattern_of(text):
    """What a `text` block accepts, as a regular expression over lines without their trailing blanks."""
    lines = []
    for line in text.rstrip("\n").split("\n"):
        if line.strip() == "..":
            lines.append(r"(?:[^\n]*\n)*?")
            continue
        parts = re.split(r"(\.\.|<number>| +)", line.rstrip())
        one = {"..": r"[^\n]*", "<number>": NUMBER}
        lines.append("".join(one.get(part, " +" if part.isspace() and part else re.escape(part)) for part in parts) + r"\n")
    return re.compile("".join(lines))


def plain(text):
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n")) + "\n"


class Checker:
    def __init__(self, slow):
        self.slow, self.problems, self.skipped, self.run = slow, [], [], 0

    def complain(self, place, text):
        self.problems.append(f"{place}: {text}")

    def environment(self, folder):
        programs = folder / "bin"
        programs.mkdir()
        for name in ("rootward", "rootward-optimizer"):
            (programs / name).symlink_to(PROGRAM.parent / name)
        home = folder / "home"
        home.mkdir()
        # A terminal's width, colours and languages of the reader's are not the page's.
        data = {name: value for name, value in os.environ.items() if name == "ROOTWARD_DATA"}
        return {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "100", **data}

    @staticmethod
    def make_work(work):
        """A scratch folder with what a reader has who stands in the sources; results of ours can be read there."""
        (work / "results").mkdir(parents=True)
        for name in ("configs", "nets", "scripts", "bench"):
            (work / name).symlink_to(ROOT / name)
        for stored in (ROOT / "results").iterdir():
            (work / "results" / stored.name).symlink_to(stored)

    def run_block(self, block, expected, folder, environment):
        """`block.above` is the text of the nearest block of YAML above."""
        if "file" in block.flags:
            (folder / "work" / block.flags["file"]).write_text(block.above)
        began = time.monotonic()
        try:
            done = subprocess.run(["bash", "-e", "-c", block.text], cwd=folder / "work", env=environment, text=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_PER_BLOCK)
        except subprocess.TimeoutExpired:
            return self.complain(block.place, f"runs for more than {SECONDS_PER_BLOCK} s")
        self.run += 1
        wanted = int(block.flags.get("exit", 0))
        if done.returncode != wanted:
            return self.complain(block.place, f"ends with exit code {done.returncode} in place of {wanted}:\n{done.stdout}")
        if expected is not None and not pattern_of(expected.text).fullmatch(plain(done.stdout)):
            self.complain(expected.place, f"is not what the commands print:\n{done.stdout}")
        print(f"{block.place}: {time.monotonic() - began:.1f} s")

    def run_page(self, page):
        with tempfile.TemporaryDirectory(prefix="page") as name:
            folder = pathlib.Path(name)
            self.make_work(folder / "work")
            environment = self.environment(folder)
            above = ""
            for index, block in enumerate(page.blocks):
                above = block.text if block.language == "yaml" else above
                block.above = above
                if block.language != "sh":
                    continue
                following = page.blocks[index + 1] if index + 1 < len(page.blocks) else None
                expected = following if following is not None and following.language == "text" else None
                if "skip" in block.flags:
                    if not block.flags["skip"]:
                        self.complain(block.place, "is skipped without a reason")
                    self.skipped.append(f"{block.place}: {block.flags['skip']}")
                elif "slow" in block.flags and not self.slow:
                    self.skipped.append(f"{block.place}: slow")
                else:
                    self.run_block(block, expected, folder, environment)

    def check_yaml(self, page):
        for block in page.blocks:
            if block.language != "yaml" or "fragment" in block.flags:
                continue
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(block.text)
                file.flush()
                done = subprocess.run([PROGRAM, "check", file.name], capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                self.complain(block.place, f"`rootward check` refuses it (a part of a file is `yaml fragment`):\n{done.stderr}")

    def check_cpp(self, page):
        for block in page.blocks:
            if block.language != "cpp" or "compiles" not in block.flags:
                continue
            done = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", ROOT, "-x", "c++", "-"],
                                  input=block.text, capture_output=True, text=True, timeout=120)
            if done.returncode != 0:
                self.complain(block.place, f"does not compile:\n{done.stderr}")

    def check_kinds(self, page):
        """Commands stand where they are run: nothing escapes by another fence."""
        where = "commands stand in a fenced block of `sh`, which is run or says why it is not"
        for index, block in enumerate(page.blocks):
            is_output = block.language == "text" and index > 0 and page.blocks[index - 1].language == "sh"
            if block.language in SHELL_NAMES:
                self.complain(block.place, f"is a block of `{block.language}`; {where}")
            elif block.language in MAY_NAME_COMMANDS and not is_output and COMMAND.search(block.text):
                self.complain(block.place, where)
        for number, line in page.indented:
            if COMMAND.match(line):
                self.complain(f"{page.path.relative_to(ROOT)}:{number}", where)

    def check_tests(self, path):
        """Of pages and scripts: ctest that finds no test ends well, unless it is told otherwise."""
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"(^|[&;|]|\\$ |=\S+) *ctest( |$)", line) and "--no-tests=error" not in line:
                self.complain(f"{path.relative_to(ROOT)}:{number}", "calls ctest without --no-tests=error")

    def check_prose(self, page):
        paragraph, began = "", 0
        for number, line in [*page.prose, (0, "")]:
            is_prose = line.strip() and not re.match(r"\s*(\||#|<|!\[|- |\d+\. )", line)
            if is_prose:
                began = began if paragraph else number
                paragraph += line.strip() + " "
                continue
            self.check_paragraph(page, began, paragraph)
            paragraph, began = "", 0
            if re.match(r"\s*(- |\d+\. )", line):
                began, paragraph = number, re.sub(r"^\s*(- |\d+\. )", "", line) + " "

    def check_words_of_rows(self, page):
        """Tables, headings and quotations, which are no paragraphs. A page that is wholly generated has its rows from
        declarations, which the explorer's page holds too: they are mended there, not here."""
        if "Generated by `rootward list" in page.path.read_text():
            return
        for number, line in page.prose:
            if re.match(r"\s*(\||#|>)", line):
                self.check_words(f"{page.path.relative_to(ROOT)}:{number}", re.sub(r"`[^`]*`", "code", line))

    def check_paragraph(self, page, line, paragraph):
        place = f"{page.path.relative_to(ROOT)}:{line}"
        bare = re.sub(r"`[^`]*`", "code", re.sub(r"\]\([^)]*\)", "]", paragraph))
        for sentence in re.split(r"(?<=[.?!:;])\s+", bare):
            words = sum(any(letter.isalnum() for letter in word) for word in sentence.split())  # a formula's signs are none
            if words > MOST_WORDS:
                self.complain(place, f"a sentence of {words} words: {sentence[:80]}")
        self.check_words(place, bare)

    def check_words(self, place, bare):
        for word in EMPTY_WORDS:
            if re.search(rf"\b{word}\b", bare, re.I):
                self.complain(place, f"the word '{word}' says nothing")


@functools.cache
def commands_below(*words):
    done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True, timeout=60)
    parts = re.split(r"\n(?:Subcommands|Commands [a-z ]+):\n", done.stdout)[1:]
    return {name for part in parts for name in re.findall(r"^  ([a-z_-]+) ", part.split("\n\n")[0], re.M)}


def code_of(page):
    """Every piece of code on the page, with its line."""
    for block in page.blocks:
        if block.language in ("sh", "bash", ""):
            yield from ((block.line + 1 + i, line) for i, line in enumerate(block.lines))
    yield from page.indented
    for number, line in page.prose:
        yield from ((number, code) for code in re.findall(r"`([^`]+)`", line))


def named_commands(page):
    """(line, words) for every `rootward COMMAND` that the page names, with up to two words behind it."""
    for number, code in code_of(page):
        for words in re.findall(r"(?:^|[\s/(|])rootward ([a-z]+(?: [a-z]+(?:-[a-z]+)*){0,2})", code):
            yield number, words.split()


def commands_there_are(*words):
    for name in commands_below(*words):
        yield " ".join([*words, name])
        yield from commands_there_are(*words, name)


def check_commands(checker, pages, is_whole):
    named = set()
    for page in pages:
        for number, words in named_commands(page):
            for i, word in enumerate(words):
                known = commands_below(*words[:i])
                if not known:
                    break  # what follows is the command's own
                command = " ".join(words[: i + 1])
                named.add(command)
                if word not in known:
                    checker.complain(f"{page.path.relative_to(ROOT)}:{number}", f"names `rootward {command}`, which is no command")
                    break
        if page.path.name == "README.md":  # its table of commands leaves the program's name out
            rows = re.findall(r"^\| (`[^|]*(?:\\\|[^|]*)*)\|", page.path.read_text(), re.M)
            named |= {" ".join(words.split()[:count]) for row in rows for words in re.findall(r"`([a-z]+(?: [a-z]+)*)\b", row)
                      for count in (1, 2, 3)}
    if not is_whole:
        return
    for command in sorted(set(commands_there_are()) - named):
        checker.complain("docs", f"no page names `rootward {command}`")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    parser.add_argument("--slow", action="store_true", help="run the blocks that say `slow`, too")
    options = parser.parse_args()
    checker = Checker(options.slow)
    pages = [Page(path.resolve()) for path in options.pages or pages_there_are()]
    began = time.monotonic()
    for page in pages:
        checker.run_page(page)
        checker.check_yaml(page)
        checker.check_cpp(page)
        checker.check_prose(page)
        checker.check_words_of_rows(page)
        checker.check_kinds(page)
        checker.check_tests(page.path)
    others = [] if options.pages else [Page(path) for path in texts_for_the_project()]
    for path in [] if options.pages else scripts_there_are():
        checker.check_tests(path)
    for page in others:
        checker.check_tests(page.path)
        for number, line in page.prose:
            checker.check_words(f"{page.path.relative_to(ROOT)}:{number}", re.sub(r"`[^`]*`", "code", line))
    check_commands(checker, [*pages, *others], is_whole=not options.pages)
    for one in checker.skipped:
        print(f"not run: {one}")
    for one in checker.problems:
        print(one)
    print(f"{len(pages)} pages, {checker.run} blocks of commands run, {len(checker.skipped)} not run, "
          f"{len(checker.problems)} problems; {time.monotonic() - began:.0f} s")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
