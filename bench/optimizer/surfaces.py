"""Synthetic win-rate surfaces: a candidate's true winning rate as a function of its parameters, optimum 0.65 exactly.

Two sets of the same kinds: `tuning` is for looking at while an optimizer is being built, `frozen` was committed before
that began and is for the final comparison only. Each surface follows from its name by Python's own seeded generator.
"""
import math
import random

PLATEAU = 0.35  # win rate far from every peak
OPTIMUM = 0.65
DIMENSIONS = (1, 2, 4, 8, 12)
KINDS = ("plateau", "peaks", "ridge")


class Surface:
    """Peaks over a plateau: PLATEAU + max over peaks of height * exp(-|A (u - centre)|^2 / 2), u in the unit cube."""

    def __init__(self, which, kind, dimension):
        self.name = f"{which}-{kind}-{dimension}"
        self.kind = kind
        self.dimension = dimension
        rng = random.Random("rootward regret surface " + self.name)
        # Distances grow with the root of the dimension; widths do too, so that a peak is no needle in a haystack.
        spread = math.sqrt(max(dimension, 2) / 2)
        self.peaks = PEAKS[kind](rng, dimension, spread)

    def parameters(self):
        """The space as the protocol describes it: every third parameter is walked on a log scale."""
        return [
            {"name": f"p{i}", "low": 0.1, "high": 10.0, "scale": "log"}
            if i % 3 == 2
            else {"name": f"p{i}", "low": -9.0, "high": 0.0, "scale": "linear"}
            for i in range(self.dimension)
        ]

    def win_rate(self, params):
        """True winning rate of a parameter set as the protocol writes it."""
        unit = []
        for parameter in self.parameters():
            value, low, high = params[parameter["name"]], parameter["low"], parameter["high"]
            if parameter["scale"] == "log":
                unit.append(math.log(value / low) / math.log(high / low))
            else:
                unit.append((value - low) / (high - low))
        return PLATEAU + max(peak.height * math.exp(-0.5 * peak.distance_squared(unit)) for peak in self.peaks)


class Peak:
    """A bump with its own width a direction; `angles` turn each pair of neighbouring coordinates."""

    def __init__(self, height, centre, widths, angles=()):
        self.height, self.centre, self.widths, self.angles = height, centre, widths, angles

    def distance_squared(self, unit):
        offset = [u - c for u, c in zip(unit, self.centre)]
        for pair, angle in enumerate(self.angles):
            a, b = offset[2 * pair], offset[2 * pair + 1]
            offset[2 * pair] = math.cos(angle) * a + math.sin(angle) * b
            offset[2 * pair + 1] = math.cos(angle) * b - math.sin(angle) * a
        return sum((o / w) ** 2 for o, w in zip(offset, self.widths))


def centre_in(rng, dimension):
    return [rng.uniform(0.15, 0.85) for _ in range(dimension)]


def make_plateau(rng, dimension, spread):
    """One peak, flat elsewhere."""
    return [Peak(OPTIMUM - PLATEAU, centre_in(rng, dimension), [rng.uniform(0.18, 0.28) * spread] * dimension)]


def make_peaks(rng, dimension, spread):
    """Four peaks of which the best is not the widest."""
    heights = (OPTIMUM - PLATEAU, 0.22, 0.18, 0.14)
    widths = [rng.uniform(0.15, 0.2)] + [rng.uniform(0.18, 0.28) for _ in heights[1:]]
    return [Peak(h, centre_in(rng, dimension), [w * spread] * dimension) for h, w in zip(heights, widths)]


def make_ridge(rng, dimension, spread):
    """One peak whose directions differ in importance up to twelvefold and are turned against the axes."""
    widths = [math.exp(rng.uniform(math.log(0.15), math.log(1.8))) * spread for _ in range(dimension)]
    angles = [rng.uniform(0, math.pi) for _ in range(dimension // 2)]
    return [Peak(OPTIMUM - PLATEAU, centre_in(rng, dimension), widths, angles)]


PEAKS = {"plateau": make_plateau, "peaks": make_peaks, "ridge": make_ridge}


def surfaces(which, dimensions=DIMENSIONS):
    """All surfaces of the set `tuning` or `frozen`."""
    return [Surface(which, kind, dimension) for dimension in dimensions for kind in KINDS]
