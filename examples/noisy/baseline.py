"""EI per expected cost on Matérn-5/2 processes in plain numpy: what one would write
in an afternoon, as a baseline for the noisy problems of this folder.

    go build -o play ./examples/noisy/play
    python3 examples/noisy/baseline.py ./play examples/noisy/yield.toml 7100001 60

prints one line of JSON for each seed. The program `play` measures: starting points,
noise, budget and rules are those of Farsight's own runs. Hyperparameters maximise
the likelihood (ML-II), the incumbent is the best posterior mean at a measured point,
and that point is recommended. With a fifth argument, measured, the incumbent is the
best measured value, as many such loops have it.
"""
import json
import math
import subprocess
import sys

import numpy as np

erf = np.vectorize(math.erf)


def squares(a, b, of):
    """Squared distances between points a and b, parameter by parameter."""
    d = (a[:, None, :] - b[None, :, :]) ** 2
    return np.stack([d[:, :, of == p].sum(-1) for p in range(of.max() + 1)])


def matern(distances, scale):
    """Correlations of a Matérn-5/2 process; scale has one row for each process."""
    r = np.sqrt(5 * np.tensordot(scale ** -2, distances, 1))
    return (1 + r + r * r / 3) * np.exp(-r)


class Process:
    """A process fitted to standardised outputs; one lengthscale for each parameter."""

    def __init__(self, x, y, of, rng, warm):
        self.x, self.of = x, of
        self.shift, self.unit = y.mean(), max(y.std(), 1e-12)
        self.y = (y - self.shift) / self.unit
        k = of.max() + 1
        low = np.log(np.r_[np.full(k, 0.05), 1e-4])
        high = np.log(np.r_[np.full(k, 5.0), 2.0])
        self.distances = squares(x, x, of)
        theta = low + (high - low) * rng.random((40, k + 1))
        if warm is not None:
            theta[0] = warm
        value = self.likelihood(theta)
        for step in (0.5, 0.3, 0.2, 0.1, 0.05, 0.02):  # local search around the best few
            top = theta[np.argsort(-value)[:2]]
            near = np.clip(np.repeat(top, 10, 0) + step * rng.normal(size=(20, k + 1)), low, high)
            theta, value = np.r_[theta, near], np.r_[value, self.likelihood(near)]
        self.theta = theta[np.argmax(value)]
        self.scale, noise = np.exp(self.theta[:-1]), math.exp(self.theta[-1])
        self.chol = np.linalg.cholesky(matern(self.distances, self.scale) + (noise + 1e-8) * np.eye(len(x)))
        one, white = np.linalg.solve(self.chol, np.c_[np.ones(len(x)), self.y]).T
        self.mean = one @ white / (one @ one)
        rest = white - self.mean * one
        self.variance = max(rest @ rest / len(x), 1e-6)
        self.alpha = np.linalg.solve(self.chol.T, rest)

    def likelihood(self, theta):
        """Log likelihood of rows of ln (lengthscales, noise), mean and variance at their best."""
        n = len(self.y)
        cov = matern(self.distances, np.exp(theta[:, :-1]))
        chol = np.linalg.cholesky(cov + (np.exp(theta[:, -1]) + 1e-8)[:, None, None] * np.eye(n))
        white = np.linalg.solve(chol, np.broadcast_to(np.c_[np.ones(n), self.y], (len(theta), n, 2)))
        one, y = white[..., 0], white[..., 1]
        mean = (one * y).sum(-1) / (one * one).sum(-1)
        rest = y - mean[:, None] * one
        variance = np.maximum((rest * rest).mean(-1), 1e-6)
        return -0.5 * n * np.log(variance) - np.log(np.diagonal(chol, axis1=-2, axis2=-1)).sum(-1)

    def predict(self, x):
        """Mean and standard deviation of the function itself, without noise."""
        k = matern(squares(x, self.x, self.of), self.scale)
        white = np.linalg.solve(self.chol, k.T)
        sd = np.sqrt(self.variance * np.maximum(1 - (white * white).sum(0), 1e-10))
        return self.shift + self.unit * (self.mean + k @ self.alpha), self.unit * sd


def improvement(mean, sd, best):
    u = (mean - best) / sd
    return sd * (u * 0.5 * (1 + erf(u / math.sqrt(2))) + np.exp(-0.5 * u * u) / math.sqrt(2 * math.pi))


def spread(n, d, choices, rng):
    """Random points of the cube, with every choice made."""
    x = rng.random((n, d))
    for at, width in choices:
        x[:, at:at + width] = np.eye(width)[rng.integers(width, size=n)]
    return x


def play(program, file, seed, measured):
    rng = np.random.default_rng(seed)
    game = subprocess.Popen([program, "game", file, str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    warm = [None, None]
    while True:
        now = json.loads(game.stdout.readline())
        x = np.array([r["u"] for r in now["rows"]])
        on = 1.0
        for at, width in now["choices"]:
            on = x[:, at:at + width].max()  # what a choice that is made has as a coordinate
        y, cost = np.array([r["y"] for r in now["rows"]]), np.log([r["cost"] for r in now["rows"]])
        of = np.arange(x.shape[1])
        for at, width in now["choices"]:
            of[at:at + width] = at
        of = np.unique(of, return_inverse=True)[1]
        f, c = Process(x, y, of, rng, warm[0]), Process(x, cost, of, rng, warm[1])
        warm = [f.theta, c.theta]
        believed = f.predict(x)[0]
        best = y.max() if measured else believed.max()
        if now["over"]:
            break

        def rate(z):
            z = z.copy()
            for at, width in now["choices"]:
                z[:, at:at + width] *= on
            price = np.exp(np.add(*(lambda m, s: (m, s * s / 2))(*c.predict(z))))
            return np.where(price <= now["left"], improvement(*f.predict(z), best), 0) / price

        z = spread(1500, x.shape[1], now["choices"], rng)
        value = rate(z)
        numbers = np.ones(x.shape[1], bool)
        for at, width in now["choices"]:
            numbers[at:at + width] = False
        for step in (0.1, 0.05, 0.02, 0.01, 0.005):
            near = np.repeat(z[np.argsort(-value)[:8]], 20, 0)
            near[:, numbers] = np.clip(near[:, numbers] + step * rng.normal(size=(160, numbers.sum())), 0, 1)
            z, value = np.r_[z, near], np.r_[value, rate(near)]
        print(json.dumps(z[np.argmax(value)].tolist()), file=game.stdin, flush=True)
    game.stdin.close()
    game.wait()
    truth = now["truth"][int(np.argmax(believed))]
    return {"seed": seed, "true": truth, "regret": now["best"] - truth, "evaluations": len(y), "points": x.tolist()}


if __name__ == "__main__":
    program, file, first, runs = sys.argv[1:5]
    for seed in range(int(first), int(first) + int(runs)):
        print(json.dumps(play(program, file, seed, sys.argv[5:] == ["measured"])), flush=True)
