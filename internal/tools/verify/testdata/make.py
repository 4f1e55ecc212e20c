"""Writes small.json, two cases in the format of the reference files.

An independent path to the same numbers: 60 digits (mpmath), dense inverses in
place of factors, numerical derivatives in place of formulas, and no code of
Farsight's.   python3 make.py > small.json
"""
import json, random, sys
import mpmath
from mpmath import mp, mpf, matrix, sqrt, exp, log, sin, cos, pi, erfc, loggamma

mp.dps = 60
H = mpf(10) ** -20  # step of central differences: 20 digits remain


def kernel(x, y, ls, a):
    s = sqrt(5 * sum(((p - q) / l) ** 2 for p, q, l in zip(x, y, ls)))
    return a * (1 + s + s * s / 3) * exp(-s)


def cdf(u): return erfc(-u / sqrt(mpf(2))) / 2
def pdf(u): return exp(-u * u / 2) / sqrt(2 * pi)
def ei(mu, v, best): u = (mu - best) / sqrt(v); return sqrt(v) * (pdf(u) + u * cdf(u))
def q1(m, best, budget): return ei(m[0], m[1], best) * cdf((log(budget) - m[2]) / sqrt(m[3]))


class GP:
    """Posterior of one output in original units."""

    def __init__(self, X, t, ls, a, noise, mean):
        self.X, self.t, self.ls, self.a, self.noise, self.mean = X, t, ls, a, noise, mean
        n = len(X)
        K = matrix(n, n)
        for i in range(n):
            for j in range(n):
                K[i, j] = kernel(X[i], X[j], ls, a) + (noise if i == j else 0)
        self.K, self.inverse = K, K ** -1
        self.r = matrix([v - mean for v in t])
        self.alpha = self.inverse * self.r

    def moments(self, x, at=None):
        """Mean and variance at x; `at` replaces the data's points in the kernel
        between x and them, with alpha and the inverse as they are."""
        k = matrix([kernel(x, p, self.ls, self.a) for p in (at or self.X)])
        return self.mean + (k.T * self.alpha)[0], self.a - (k.T * (self.inverse * k))[0]

    def loglik(self):
        n = len(self.X)
        return -((self.r.T * self.alpha)[0] + log(mp.det(self.K)) + n * log(2 * pi)) / 2

    def given(self, x, y):
        return GP(self.X + [x], self.t + [y], self.ls, self.a, self.noise, self.mean)


def gradient(f, x):
    out = []
    for j in range(len(x)):
        up, down = list(x), list(x)
        up[j] += H
        down[j] -= H
        out.append((f(up) - f(down)) / (2 * H))
    return out


def standardisation(t):
    m = sum(t) / len(t)
    return m, sqrt(sum((v - m) ** 2 for v in t) / (len(t) - 1))


def logprior(ls, a):
    def gamma(x, k, r): return k * log(r) - loggamma(k) + (k - 1) * log(x) - r * x
    return sum(gamma(l, mpf(3), mpf(6)) for l in ls) + gamma(a, mpf(2), mpf('0.15'))


def processes(X, targets, h):
    out = []
    for o, t in enumerate(targets):
        m, s = h['std_mean'][o], h['std_scale'][o]
        out.append(GP(X, t, h['ls'][o], h['os'][o] * s * s, h['noise'][o] * s * s, m + s * h['mean'][o]))
    return out


def density(X, t, ls, a, noise, mean):
    m, s = standardisation(t)
    return GP(X, [(v - m) / s for v in t], ls, a, noise, mean).loglik(), logprior(ls, a)


def fit(X, t):
    """Pattern search for the MAP in log hyperparameters; crude, and good enough:
    the test wants a fit at least as probable as this one."""
    d = len(X[0])
    theta = [log(log(mpf(2)))] * (d + 1) + [log(mpf('5.5e-4')), mpf(0)]

    def unpack(th):
        noise = min(max(exp(th[d + 1]), mpf('1e-4')), mpf('1e-3'))
        return [exp(v) for v in th[:d]], exp(th[d]), noise, th[d + 2]

    mp.dps = 20
    best, step = sum(density(X, t, *unpack(theta))), mpf('0.4')
    while step > mpf('1e-4'):
        moved = False
        for j in range(len(theta)):
            for sign in (1, -1):
                trial = list(theta)
                trial[j] += sign * step
                v = sum(density(X, t, *unpack(trial)))
                if v > best:
                    best, theta, moved = v, trial, True
        if not moved:
            step /= 2
    mp.dps = 60
    return unpack(theta)


def tree(gps, best, budget, samples, nodes, held=None):
    """Value of a tree and what its nodes see. The models conditioned on
    fantasies are those of `held`, a tree's points and fantasies, if given: the
    reference differentiates with them fixed."""
    paths = sorted(nodes, key=len)
    seen, value = {}, mpf(0)
    for p in paths:
        x = nodes[p]
        if p:
            up = seen[p[:-1]]
            z = samples[len(p) - 1][p[-1]]
            w, b, left = up['w'] / len(samples[len(p) - 1]), max(up['best'], up['y'][z][0]), up['budget'] - exp(up['y'][z][1])
        else:
            w, b, left = mpf(1), best, budget
        m, y = [], {}
        for o, g in enumerate(gps):
            at = list(g.X)
            for s in range(len(p)):
                a = p[:s]
                fantasy = (held or seen)[a]
                point = fantasy['x']
                g = g.given(point, fantasy['y'][samples[s][p[s]]][o])
                at.append(nodes[a])
            m += g.moments(x, at)
        noise = [g.noise for g in gps]
        for z in (samples[len(p)] if len(p) < len(samples) else []):
            y[z] = (m[0] + sqrt(m[1] + noise[0]) * z[0], m[2] + sqrt(m[3] + noise[1]) * z[1])
        q = q1(m, b, left) if left > mpf('1e-6') else mpf(0)
        value += w * q
        seen[p] = dict(x=x, w=w, best=b, budget=left, m=m, y=y, q1=q)
    return value, seen


def case(ident, problem, d, n, params, rng, nu, budget, fantasies):
    X = [[mpf(round(rng.random(), 3)) for _ in range(d)] for _ in range(n)]
    alpha, b, g = params
    if problem == 'line':
        y = [sin(6 * x[0]) + cos(17 * x[0]) / 2 for x in X]
        width, low, size = 1, 0, 1
    else:  # Dropwave
        width, low, size = mpf('5.12'), mpf('-5.12'), mpf('10.24')
        y = []
        for x in X:
            r = sqrt(sum((low + size * v) ** 2 for v in x))
            y.append((1 + cos(12 * r)) / (r * r / 2 + 2))
    beta = 2 * pi * b / width
    cost = [exp(alpha / d * sum(cos(beta * (low + size * v + g)) for v in x)) for x in X]
    y, cost = [mpf(float(v)) for v in y], [mpf(float(v)) for v in cost]
    targets = [y, [log(z) for z in cost]]
    std = [standardisation(t) for t in targets]
    h = dict(ls=[[mpf(round(rng.uniform(.2, .5), 3)) for _ in range(d)] for _ in range(2)],
             os=[mpf(round(rng.uniform(.8, 2), 3)) for _ in range(2)],
             noise=[mpf('0.0004'), mpf('0.0007')], mean=[mpf('0.25'), mpf('-0.125')],
             std_mean=[m for m, _ in std], std_scale=[s for _, s in std])
    gps = processes(X, targets, h)
    best = max(y)
    test_x = [[mpf(round(rng.random(), 3)) for _ in range(d)] for _ in range(3)] + [[v + mpf('0.002') for v in X[0]]]
    c = dict(id=ident, problem=problem, d=d, n=n, cost_params=params, X=X, y=y, cost=cost, hyper=h)
    dens = [density(X, t, h['ls'][o], h['os'][o], h['noise'][o], h['mean'][o]) for o, t in enumerate(targets)]
    c.update(loglik=[v[0] for v in dens], logprior=[v[1] for v in dens], budget_left=budget, nu=nu, best=best, test_x=test_x)

    def moments(x): return [v for g in gps for v in g.moments(x)]
    M = [moments(x) for x in test_x]
    c['post_mean'] = [[m[0], m[2]] for m in M]
    c['post_var'] = [[m[1], m[3]] for m in M]
    c['grad_mean_f'] = [gradient(lambda x: gps[0].moments(x)[0], x) for x in test_x]
    c['grad_var_f'] = [gradient(lambda x: gps[0].moments(x)[1], x) for x in test_x]

    def cooled(v): return lambda m: ei(m[0], m[1], best) * exp(-v * m[2] + v * v * m[3] / 2)
    rules = dict(ei=lambda m: ei(m[0], m[1], best), ei_puc=cooled(mpf(1)), ei_puc_cc=cooled(nu), q1=lambda m: q1(m, best, budget))
    for name, f in rules.items():
        c[name] = [f(m) for m in M]
        # In the tail the reference files have no gradient: neither has this one.
        c['grad_' + name] = [gradient(lambda x: f(moments(x)), x) if v > 1e-12 else None for v, x in zip(c[name], test_x)]

    samples = [[(mpf(round(rng.gauss(0, 1), 3)), mpf(round(rng.gauss(0, 1), 3))) for _ in range(m)] for m in fantasies]
    paths = [()]
    for p in paths:
        if len(p) < len(fantasies):
            paths += [p + (j,) for j in range(fantasies[len(p)])]
    # Points near where there is something to gain.
    top = X[y.index(best)]
    nodes = {p: [min(max(v + mpf(round(rng.uniform(-.15, .15), 3)), mpf(0)), mpf(1)) for v in top] for p in paths}
    value, seen = tree(gps, best, budget, samples, nodes)

    def moved(p, x):
        other = dict(nodes)
        other[p] = x
        return tree(gps, best, budget, samples, other, held=seen)[0]
    out = []
    for p in paths:
        s = seen[p]
        out.append(dict(path=list(p), x=nodes[p], grad=gradient(lambda x: moved(p, x), nodes[p]), mu_f=s['m'][0], s_f=sqrt(s['m'][1]),
                        mu_c=s['m'][2], s_c=sqrt(s['m'][3]), best=s['best'], budget=s['budget'], q1=s['q1']))
    c['tree'] = dict(fantasies=fantasies, base_samples=samples, value=value, nodes=out)

    fh = dict(ls=[], os=[], noise=[], mean=[], std_mean=h['std_mean'], std_scale=h['std_scale'])
    for t in targets:
        for key, v in zip(('ls', 'os', 'noise', 'mean'), fit(X, t)):
            fh[key].append([mpf(float(l)) for l in v] if isinstance(v, list) else mpf(float(v)))
    dens = [density(X, t, fh['ls'][o], fh['os'][o], fh['noise'][o], fh['mean'][o]) for o, t in enumerate(targets)]
    fitted = processes(X, targets, fh)
    P = [[g.moments(x) for g in fitted] for x in test_x]
    c['fit'] = dict(hyper=fh, loglik=[v[0] for v in dens], logprior=[v[1] for v in dens],
                    post_mean=[[p[0][0], p[1][0]] for p in P], post_var=[[p[0][1], p[1][1]] for p in P])
    return c


def plain(v):
    if isinstance(v, dict): return {k: plain(w) for k, w in v.items()}
    if isinstance(v, (list, tuple)): return [plain(w) for w in v]
    return float(v) if isinstance(v, mpf) else v


rng = random.Random(7)
cases = [
    case(3, 'line', 1, 4, [mpf('1.25'), mpf('2.5'), mpf('0.75')], rng, mpf('0.625'), mpf('2.75'), [2]),
    case(5, 'dropwave', 2, 5, [mpf('0.875'), mpf('1.5'), mpf('3.25')], rng, mpf('0.375'), mpf('4.5'), [2, 2]),
]
text = json.dumps(plain(dict(versions=dict(mpmath=mpmath.__version__), cases=cases)), indent=None)
sys.stdout.write(text.replace(', "', ',\n "') + '\n')
