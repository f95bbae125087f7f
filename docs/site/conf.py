"""Sphinx's settings for the site of the documents: `scripts/docs` builds it. The pages stay plain Markdown."""

import os
import pathlib
import re
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "docs/site")]

import terms

project = "rootward"
author = "the rootward authors"
copyright = "2026, " + author  # noqa: A001 (Sphinx's name)
version = release = re.search(r"project\(rootward VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_mock_imports = ["rootward._core", "numpy"]  # the page needs the sources alone
nitpick_ignore_regex = [("py:class", r"(np|npt|pandas|Path)\b.*|_\w+|Any|Future|PathLike|Protocol")]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # README.md's parts begin where a reader of the repository is
exclude_patterns = ["site/_*"]
html_theme = "furo"
html_title = f"rootward {version}"
html_theme_options = {"source_repository": ""}
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["terms.css"]
html_css_files = ["terms.css"]
highlight_language = "none"


TYPES = (ROOT / "python/rootward/_types.py").read_text()
SHORT = dict(re.findall(r"^(\w+): TypeAlias = (.*?)(?:  #.*)?$", TYPES, re.M)) | {
    "Frame": "pandas.DataFrame", "_AsksAndTells": "object"}
evaluated_types = typing.get_type_hints


def types_as_written(thing, *names):
    """For autodoc: the types of the package as its sources have them, with short names written out."""
    def written_out(text):
        return re.sub(r"\w+", lambda word: written_out(SHORT[word[0]]) if word[0] in SHORT else word[0], text)

    if not thing.__module__.startswith("rootward"):
        return evaluated_types(thing, *names)
    return {name: written_out(text) for name, text in thing.__annotations__.items()}


typing.get_type_hints = types_as_written


def leaving_links(app, docname, source):
    """Links to what is no page of the site (configurations, results, sources) become the name of the file."""
    folder = (pathlib.Path(app.srcdir) / docname).parent

    def kept(match):
        bang, text, target = match.groups()
        path = target.partition("#")[0]
        if "://" in target or not path or (folder / path).resolve().is_relative_to(pathlib.Path(app.srcdir)):
            return match[0]
        name = (folder / path).resolve().relative_to(ROOT)
        return "" if bang else f"`{name}`" if pathlib.Path(path).name == text.strip("`") else f"{text} (`{name}`)"

    source[0] = re.sub(r"(!?)\[([^\]\n]*(?:\n[^\]\n]*)?)\]\(([^)\s]+)\)", kept, source[0])


def linking_terms(app, docname, source):
    source[0] = terms.linked(docname, source[0])


def said(*words):
    program = os.environ.get("ROOTWARD", str(ROOT / "build" / "release" / "rootward"))
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def help_of(*words):
    return said(*words, "--help")


def helps(words=()):
    """A part of the page for every command below `words`, in the program's order."""
    for part in re.split(r"\n(?:Subcommands|Commands [a-z ]+):\n", help_of(*words))[1:]:
        for name in re.findall(r"^  ([a-z_]+) ", part.split("\n\n")[0], re.M):
            yield f"\n### {' '.join([*words, name])}\n\n```text\n{help_of(*words, name)}```\n"
            yield from helps((*words, name))


def add_design(app, docname, source):
    """ARCHITECTURE.md's parts below the page's head, its links as they are from docs/."""
    if docname == "design":
        text = (ROOT / "ARCHITECTURE.md").read_text().partition("\n")[2]
        source[0] += re.sub(r"\]\((?!https?:)([^)#\s]+)", lambda link: f"](../{link[1]}", text)


def add_commands(app, docname, source):
    if docname == "files":
        source[0] += "".join(helps())


def examples():
    """Names and titles of the explorer's examples."""
    return [line.split(None, 1) for line in said("explore", "--example", "list").splitlines()]


def add_gallery(app, docname, source):
    """The pages themselves, each in a frame that is loaded when one comes to it."""
    if docname != "explorer" or app.builder.format != "html":
        return
    for name, title in examples():
        frame = (f'<iframe src="gallery/{name}.html" title="{title}" loading="lazy" '
                 'style="width:100%;height:40rem;border:1px solid #8888"></iframe>')
        source[0] += (f"\n### {title}\n\n```{{raw}} html\n{frame}\n"
                      f'<p><a href="gallery/{name}.html">The page by itself</a></p>\n```\n')


def make_gallery(app, exception):
    if exception is not None or app.builder.format != "html":
        return
    folder = pathlib.Path(app.outdir) / "gallery"
    folder.mkdir(exist_ok=True)
    for name, _ in examples():
        said("explore", "--example", name, "--out", str(folder / f"{name}.html"))


def setup(app):
    app.connect("source-read", add_design)
    app.connect("source-read", leaving_links)
    app.connect("source-read", linking_terms)
    app.connect("source-read", add_commands)
    app.connect("source-read", add_gallery)
    app.connect("build-finished", make_gallery)
