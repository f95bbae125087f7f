"""The command line of scripts/train. It needs no torch, so that --help is there before anything is installed."""

import argparse
import os


def positive(kind):
    def read(text):
        if not kind(text) > 0:
            raise ValueError
        return kind(text)
    read.__name__ = f"positive {kind.__name__}"  # argparse's word for it
    return read


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/train", description="Trains a network by self-play, or continues.",
                                     epilog="scripts/train --benchmark times steps alone.")
    parser.add_argument("config", metavar="CONFIG", help="a configuration such as configs/training/go5.yaml")
    parser.add_argument("--out", metavar="DIR", help="the run's folder; results/training/NAME unless given")
    parser.add_argument("--games", type=positive(int), metavar="N", help="end once N games have been played")
    parser.add_argument("--hours", type=positive(float), metavar="H", help="end with the first generation after so long")
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"), help="where torch computes")
    parser.add_argument("--precision", default="f32", choices=("f32", "bf16"), help="of the steps' convolutions: bf16 is"
                        " faster on some processors that have it; scripts/train --benchmark tells")
    parser.add_argument("--step-threads", type=positive(int), metavar="N", help="of the steps alone; --threads unless given")
    parser.add_argument("--threads", type=positive(int), default=len(os.sched_getaffinity(0)), metavar="N",
                        help="of self-play and of the steps; every core unless given")
    parser.add_argument("--data", nargs="+", metavar="DIR", help="train from these games, play none")
    parser.add_argument("--rootward", default="build/release/rootward", metavar="FILE", help="the program that plays")
    return parser.parse_args()


if __name__ == "__main__":
    arguments()
