#!/usr/bin/python3
"""Table and plot of a folder that regret.py wrote: bench/optimizer/report.py results/optimizer-regret

Writes table.md, regret.csv (mean regret by method, dimension, games, pending and evaluations) and regret.svg.
"""
import collections
import gzip
import json
import math
import os
import statistics
import sys

from surfaces import OPTIMUM, PLATEAU

METHODS = {
    "rootward": ("rootward-optimizer", "#1b6ca8"),
    "tpe": ("Optuna TPE", "#d1692b"),
    "cmaes": ("Optuna CMA-ES", "#5c9c3f"),
    "random": ("random", "#8a8a8a"),
}
LOST = (OPTIMUM - PLATEAU) / 2  # the lowest of several peaks (regret 0.16) is lost too


def read_runs(folder):
    path = os.path.join(folder, "runs.jsonl")
    with open(path) if os.path.exists(path) else gzip.open(f"{path}.gz", "rt") as file:
        runs = [json.loads(line) for line in file]
    found = {run["method"] for run in runs}
    return runs, [method for method in METHODS if method in found]


def mean_text(values):
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0
    return f"{statistics.mean(values):.4f} ± {error:.4f}"


def groups(runs, *keys):
    """Runs by the values of these keys, in the values' order."""
    grouped = collections.defaultdict(list)
    for run in runs:
        grouped[tuple(run[key] for key in keys)].append(run)
    return sorted(grouped.items())


def regret_rows(runs, methods, label):
    """One row of the big table: regret as recommended by each method, best in bold."""
    by_method = {method: [run["regret"] for run in runs if run["method"] == method] for method in methods}
    best = min(methods, key=lambda method: statistics.mean(by_method[method]))
    cells = [f"**{mean_text(by_method[m])}**" if m == best else mean_text(by_method[m]) for m in methods]
    lost = [str(sum(regret > LOST for regret in by_method[m])) for m in methods]
    return f"| {label} | {len(by_method[methods[0]])} | " + " | ".join(cells) + " | " + " / ".join(lost) + " |"


def table(runs, methods, provenance):
    names = [METHODS[method][0] for method in methods]
    which = sorted({run["set"] for run in runs})
    seeds = len({run["seed"] for run in runs})
    lines = [
        "# Regret of optimizers on synthetic win-rate surfaces",
        "",
        f"Set: {', '.join(which)}; {seeds} seeds; optimum {OPTIMUM}, plateau {PLATEAU}. Regret: the optimum's true win rate less",
        "that of the point which the method's own `best` recommends after the last evaluation; mean ± standard error. Lost: runs",
        f"that end with a regret over {LOST:.2f}, half of the plateau's, in the order of the columns.",
        "",
        "| dimensions, games, pending | runs each | " + " | ".join(names) + " | lost |",
        "|---|---:|" + "---:|" * (len(methods) + 1),
    ]
    for (dimension, games, pending), group in groups(runs, "dimension", "games", "pending"):
        lines.append(regret_rows(group, methods, f"{dimension}, {games}, {pending}"))
    for (games,), group in groups(runs, "games"):
        lines.append(regret_rows(group, methods, f"all, {games} games"))
    for (pending,), group in groups(runs, "pending"):
        lines.append(regret_rows(group, methods, f"all, {pending} pending"))
    for (kind,), group in groups(runs, "kind"):
        lines.append(regret_rows(group, methods, f"all, {kind}"))
    lines.append(regret_rows(runs, methods, "all"))
    lines += ["", "The same points, judged by one model: each method's evaluations told to rootward-optimizer, whose `best` is taken.", ""]
    lines += ["| dimensions | " + " | ".join(names) + " |", "|---|" + "---:|" * len(methods)]
    for (dimension,), group in groups(runs, "dimension"):
        cells = [mean_text([run["judged"] for run in group if run["method"] == m]) for m in methods]
        lines.append(f"| {dimension} | " + " | ".join(cells) + " |")
    cells = [mean_text([run["judged"] for run in runs if run["method"] == m]) for m in methods]
    lines += ["| all | " + " | ".join(cells) + " |", ""]
    lines += ["Made by `" + provenance["command"] + "` with " + ", ".join(provenance["rootward-optimizer"][:2]) + ", Optuna " + provenance["optuna"] + ".", ""]
    return "\n".join(lines)


def curves(runs):
    """Mean regret by (method, dimension, games, pending) and number of evaluations."""
    for key, group in groups(runs, "method", "dimension", "games", "pending"):
        points = collections.defaultdict(list)
        for run in group:
            for evaluations, regret in run["curve"]:
                points[evaluations].append(regret)
        for evaluations, regrets in sorted(points.items()):
            yield (*key, evaluations, statistics.mean(regrets))


def csv(runs):
    rows = ["method,dimension,games,pending,evaluations,mean_regret"]
    rows += [",".join(map(str, row[:-1])) + f",{row[-1]:.5f}" for row in curves(runs)]
    return "\n".join(rows) + "\n"


class Panel:
    """One pair of axes: evaluations across, mean regret up on a log scale."""

    WIDTH, HEIGHT, LOW, HIGH = 190, 170, 0.001, 0.3

    def __init__(self, left, top, most):
        self.left, self.top, self.most = left, top, most

    def x(self, evaluations):
        return self.left + self.WIDTH * evaluations / self.most

    def y(self, regret):
        share = math.log(max(regret, self.LOW) / self.LOW) / math.log(self.HIGH / self.LOW)
        return self.top + self.HEIGHT * (1 - min(share, 1))

    def axes(self, title, has_labels):
        parts = [f'<rect x="{self.left}" y="{self.top}" width="{self.WIDTH}" height="{self.HEIGHT}" fill="none" stroke="#999"/>']
        parts.append(f'<text x="{self.left + 4}" y="{self.top - 6}" font-weight="bold">{title}</text>')
        for regret in (0.001, 0.003, 0.01, 0.03, 0.1, 0.3):
            y = self.y(regret)
            parts.append(f'<line x1="{self.left}" x2="{self.left + self.WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e5e5e5"/>')
            if has_labels:
                parts.append(f'<text x="{self.left - 5}" y="{y + 4:.1f}" text-anchor="end">{regret:g}</text>')
        for tick in (0, self.most // 2, self.most):
            parts.append(f'<text x="{self.x(tick):.1f}" y="{self.top + self.HEIGHT + 14}" text-anchor="middle">{tick}</text>')
        return parts

    def line(self, points, colour, dashes):
        path = " ".join(f"{self.x(e):.1f},{self.y(r):.1f}" for e, r in points)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>'


def svg(runs, methods):
    rows = list(curves(runs))
    dimensions, games = sorted({row[1] for row in rows}), sorted({row[2] for row in rows})
    width, height = 60 + 210 * len(dimensions), 70 + 220 * len(games)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for i, method in enumerate(methods):
        name, colour = METHODS[method]
        parts.append(f'<line x1="{50 + 165 * i}" x2="{74 + 165 * i}" y1="16" y2="16" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{80 + 165 * i}" y="20">{name}</text>')
    parts.append(f'<text x="{50 + 165 * len(methods)}" y="20">solid: 1 pending, dashed: 4</text>')
    for line, noise in enumerate(games):
        for column, dimension in enumerate(dimensions):
            here = [row for row in rows if row[1] == dimension and row[2] == noise]
            panel = Panel(50 + 210 * column, 50 + 220 * line, max(row[4] for row in here))
            parts += panel.axes(f"{dimension} dimension{'s' if dimension > 1 else ''}, {noise} games", column == 0)
            for method in reversed(methods):
                for pending in sorted({row[3] for row in here}):
                    points = [(row[4], row[5]) for row in here if row[0] == method and row[3] == pending]
                    parts.append(panel.line(points, METHODS[method][1], ' stroke-dasharray="5 3"' if pending > 1 else ""))
    parts.append(f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">evaluations (up: mean regret of the recommended point)</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    folder = sys.argv[1]
    runs, methods = read_runs(folder)
    with open(os.path.join(folder, "provenance.json")) as file:
        provenance = json.load(file)
    for name, text in (("table.md", table(runs, methods, provenance)), ("regret.csv", csv(runs)), ("regret.svg", svg(runs, methods))):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    print(table(runs, methods, provenance))


if __name__ == "__main__":
    main()
