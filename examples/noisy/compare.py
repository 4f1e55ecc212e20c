"""Compare runs of play and baseline.py, paired by seed:

    python3 examples/noisy/compare.py ours/*.json -- baseline/*.json

with one file for each problem, in the same order. Differences of true values at the
end are in per cent of the range from the mean of the initial points to the optimum.
"""
import json
import sys

import numpy as np


def read(file):
    with open(file) as lines:
        return {r["seed"]: r for r in map(json.loads, lines)}


def repeats(runs, initial):
    """Share of evaluations within 5 % of the range of an earlier one, the same choices made."""
    near = [min(np.abs(np.subtract(r["points"][:i], r["points"][i])).max(1)) < 0.05
            for r in runs for i in range(initial, len(r["points"]))]
    return 100 * np.mean(near)


def main(args):
    split = args.index("--")
    means = []
    print(f"{'problem':28} {'seeds':>5} {'difference, %':>16} {'repeats, %':>12} {'evaluations':>12}")
    for ours, theirs in zip(args[:split], args[split + 1:]):
        a, b = read(ours), read(theirs)
        seeds = sorted(a.keys() & b.keys())
        start = np.mean([a[s]["start"] for s in seeds])
        design = a[seeds[0]]["design"]
        best = a[seeds[0]]["true"] + a[seeds[0]]["regret"]
        d = 100 * np.array([a[s]["true"] - b[s]["true"] for s in seeds]) / (best - start)
        error = d.std(ddof=1) / len(d) ** 0.5
        means.append((d.mean(), error))
        runs = [[r[s] for s in seeds] for r in (a, b)]
        print(f"{ours[-28:]:28} {len(seeds):5} {d.mean():+8.2f} ± {1.96 * error:5.2f}"
              f" {repeats(runs[0], design):5.0f} {repeats(runs[1], design):5.0f}"
              f" {np.mean([r['evaluations'] for r in runs[0]]):6.1f} {np.mean([r['evaluations'] for r in runs[1]]):5.1f}")
    mean = np.mean([m for m, _ in means])
    error = np.sqrt(sum(e * e for _, e in means)) / len(means)
    print(f"{'mean':28} {'':5} {mean:+8.2f} ± {1.96 * error:5.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
