"""Terms of docs/glossary.md, linked where they first stand on a page of the site."""

import pathlib
import re

GLOSSARY = pathlib.Path(__file__).resolve().parents[1] / "glossary.md"

# Words of the glossary that mostly mean something else where they stand in a sentence.
PLAIN_WORDS = {"pair", "score", "task", "cell", "budget", "domain", "generation", "predicted", "round", "check", "snapshot", "small", "large",
               "verdict"}
BLOCKS = r"^```.*?^```|^(?:#|\||>|:::|\+\+\+).*?$|`[^`]*`"
LINKS = r"!?\[[^\]]*\]\([^)]*\)|<a .*?</a>|https?://\S+"
TAGS = r"</?[a-z][^>]*>"  # "p < 0.05" begins none
UNTOUCHED = re.compile(f"{BLOCKS}|{LINKS}|{TAGS}", re.S | re.M)


def term_id(term):
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def glossary_terms():
    """All terms, the longest first: it may hold a shorter one."""
    rows = re.findall(r"^\| ([^|]+?) \|", GLOSSARY.read_text(), re.M)
    terms = {term for row in rows if row != "term" and "`" not in row for term in row.split(", ")}
    return sorted(terms, key=lambda term: (-len(term), term))


def replaced_words():
    """The glossary's third column: words that its terms stand in place of."""
    rows = re.findall(r"^\| [^|]+ \|[^|]+\| ([^|]+) \|$", GLOSSARY.read_text(), re.M)
    return [word for row in rows if row != "not" for word in row.split(", ")]


def gaps_between(pattern, text):
    """Places of what the pattern does not match."""
    end = 0
    for match in pattern.finditer(text):
        yield end, match.start()
        end = match.end()
    yield end, len(text)


def linked(page, text):
    """A page's Markdown with every term linked where it first stands; the glossary's own with the links' ends."""
    if page == "glossary":
        return re.sub(r"^\| ([^|`]+?) \|", lambda row: "| " + "".join(
            f'<span id="{term_id(term)}"></span>' for term in row[1].split(", ")) + row[1] + " |", text, flags=re.M)
    glossary = "../" * page.count("/") + "glossary.html"
    for term in glossary_terms():
        if term in PLAIN_WORDS:
            continue
        word = re.compile(rf"(?<![\w/-])({re.escape(term)}s?)(?![\w/-])", re.I)
        for piece in gaps_between(UNTOUCHED, text):
            if found := word.search(text, *piece):
                link = f'<a class="term" href="{glossary}#{term_id(term)}">{found[1]}</a>'
                text = text[:found.start()] + link + text[found.end():]
                break
    return text
