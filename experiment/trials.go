package experiment

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"

	"farsight/internal/golden"
	"farsight/internal/jsonlog"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
)

// Trial is a given initial design and cost function: a replication that does
// not come from a seed, so that it can be compared with another program's.
type Trial struct {
	golden.Trial
	Source string // file it came from, and its fingerprint
}

// Trials reads a file of trials, in the form of internal/golden/testdata/trials.json.
func Trials(path string) ([]Trial, error) {
	f, err := golden.Read(path)
	if err != nil {
		return nil, err
	}
	numbers, err := json.Marshal(f.Trials)
	if err != nil {
		return nil, err
	}
	source := filepath.Base(path) + " " + jsonlog.Checksum(numbers)
	if len(f.Trials) == 0 {
		return nil, fmt.Errorf("%s holds no trials", path)
	}
	var out []Trial
	for _, t := range f.Trials {
		out = append(out, Trial{t, source})
	}
	return out, nil
}

// halfWidth is the h of β = b·2π/h, per problem.
var halfWidth = map[string]float64{"dropwave": 5.12, "ackley": 1, "alpine1": 10, "shekel5": 4}

// problem is the benchmark with the trial's cost function and design.
func (t Trial) problem(spec ProblemSpec) (*scenarios.Problem, error) {
	h, ok := halfWidth[t.Problem]
	if !ok {
		return nil, fmt.Errorf("trial %d is of problem %q, which has no cost family of ours", t.Number, t.Problem)
	}
	p, err := builtin.Benchmark(t.Problem, builtin.CostFamily{
		Alpha: t.CostParams[0], Beta: t.CostParams[1] * 2 * math.Pi / h, Gamma: t.CostParams[2],
	})
	if err != nil {
		return nil, err
	}
	p = spec.adapt(p)
	p.Budget = t.Budget
	p.Initial = scenarios.Initial{Value: t.Y, Cost: t.Cost}
	for _, u := range t.X {
		p.Initial.X = append(p.Initial.X, scenarios.FromShares(p.Parameters, u))
	}
	return p, nil
}

// TrialJobs are the runs of policies on the trials.
func TrialJobs(trials []Trial, policies []PolicySpec, problems map[string]ProblemSpec) []Job {
	var jobs []Job
	for i := range trials {
		t := &trials[i]
		spec, ok := problems[t.Problem]
		if !ok {
			if len(problems) > 0 {
				continue
			}
			spec = ProblemSpec{Name: t.Problem}
		}
		for k := range policies {
			jobs = append(jobs, Job{Problem: &spec, Policy: &policies[k], Replication: t.Number, Seed: uint64(t.Number), Trial: t})
		}
	}
	return jobs
}
