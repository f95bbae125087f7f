#!/usr/bin/env python3
"""Writes the opening books of configs/books; the same call always writes the same bytes.

    scripts/make_book.py connect4 > configs/books/connect4-7x6-4ply.txt
    scripts/make_book.py go9      > configs/books/go9-4ply.txt

--check compares the committed books with what would be written, and fails where they differ.
"""

import argparse
import itertools
import pathlib
import sys

BOOKS = {"connect4": "connect4-7x6-4ply.txt", "go9": "go9-4ply.txt"}


class SplitMix64:
    """Steele, Lea & Flood 2014: independent of Python's version, unlike the random module."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        x = self.state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    def below(self, bound):
        """Exactly uniform in 0 .. bound - 1."""
        limit = (1 << 64) - (1 << 64) % bound
        while (x := self.next()) >= limit:
            pass
        return x % bound


class Connect4:
    """Columns of stones from below, "x" first and "o" second."""

    WIDTH, HEIGHT, CONNECT = 7, 6, 4

    def __init__(self, moves):
        self.columns = [""] * self.WIDTH
        for ply, column in enumerate(moves):
            self.columns[column] += "xo"[ply % 2]

    def fits(self):
        return all(len(column) <= self.HEIGHT for column in self.columns)

    def at(self, column, row):
        if not 0 <= column < self.WIDTH or not 0 <= row < len(self.columns[column]):
            return "."
        return self.columns[column][row]

    def has_won(self, stone):
        cells = itertools.product(range(self.WIDTH), range(self.HEIGHT), ((1, 0), (0, 1), (1, 1), (1, -1)))
        return any(
            all(self.at(c + i * dc, r + i * dr) == stone for i in range(self.CONNECT)) for c, r, (dc, dr) in cells
        )

    def class_key(self):
        return min(tuple(self.columns), tuple(reversed(self.columns)))


def connect4_book(plies=4):
    """The first sequence of moves, in the order of their columns, that leads to each class of positions."""
    openings = {}
    for moves in itertools.product(range(Connect4.WIDTH), repeat=plies):
        position = Connect4(moves)
        if not position.fits() or position.class_key() in openings:
            continue
        if position.has_won("x") or position.has_won("o"):
            continue
        mover = "xo"[plies % 2]
        replies = [Connect4(moves + (column,)) for column in range(Connect4.WIDTH)]
        if any(reply.fits() and reply.has_won(mover) for reply in replies):
            continue
        openings[position.class_key()] = moves
    return [" ".join(str(column + 1) for column in moves) for moves in openings.values()]


SIZE = 9
GO_LETTERS = "ABCDEFGHJ"


def symmetries(point):
    c, r = point
    far = SIZE - 1
    return [(c, r), (far - c, r), (c, far - r), (far - c, far - r), (r, c), (far - r, c), (r, far - c), (far - r, far - c)]


def go_class_key(black, white):
    """The least of the position's eight images."""
    images = zip(zip(*map(symmetries, black)), zip(*map(symmetries, white)))
    return min((tuple(sorted(b)), tuple(sorted(w))) for b, w in images)


def touch(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def go_book(count=500, seed=20200125):
    """Two stones a side on lines 3 to 7, none next to another, no two openings the same up to the symmetries."""
    points = [(c, r) for r in range(2, SIZE - 2) for c in range(2, SIZE - 2)]
    rng = SplitMix64(seed)
    openings = {}
    while len(openings) < count:
        left = list(points)
        stones = [left.pop(rng.below(len(left))) for _ in range(4)]
        if any(touch(one, other) for one, other in itertools.combinations(stones, 2)):
            continue
        openings.setdefault(go_class_key(stones[0::2], stones[1::2]), stones)
    return [" ".join(f"{GO_LETTERS[c]}{r + 1}" for c, r in stones) for stones in openings.values()]


def book_text(name):
    if name == "connect4":
        lines = connect4_book()
        head = [
            f"Connect Four, 7x6: every position after four plies, up to the mirror image ({len(lines)} classes), one",
            "opening for each. At four plies nobody has won and the side to move cannot win at once.",
        ]
    else:
        lines = go_book()
        head = [
            f"Go, 9x9: {len(lines)} openings of four stones, Black and White in turn, no two the same up to the eight",
            "symmetries. All stones lie on lines 3 to 7 and none touches another; drawn at random, seed 20200125.",
        ]
    head.append(f"Written by scripts/make_book.py {name}")
    return "".join(f"# {line}\n" for line in head) + "".join(f"{line}\n" for line in lines)


def check_books():
    folder = pathlib.Path(__file__).resolve().parent.parent / "configs" / "books"
    stale = [file for name, file in BOOKS.items() if (folder / file).read_text() != book_text(name)]
    for file in stale:
        print(f"configs/books/{file} is not what this script writes", file=sys.stderr)
    return 1 if stale else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("book", nargs="?", choices=sorted(BOOKS))
    choice.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.check:
        return check_books()
    sys.stdout.write(book_text(arguments.book))
    return 0


if __name__ == "__main__":
    sys.exit(main())
