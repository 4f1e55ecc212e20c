package experiment

import (
	"context"
	"fmt"
	"math"
	"time"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
)

// engine is the version of what is computed: raised whenever a change alters
// the points policies choose, so that results of different programs are never
// mixed.
const engine = 13

// Record is one complete run: one line of a results file.
type Record struct {
	Version  int    `json:"v"`
	Problem  string `json:"problem"`  // label of the problem in its experiment
	Policy   string `json:"policy"`   // label of the policy
	Engine   int    `json:"engine"`   // version of the program's decisions
	Settings string `json:"settings"` // everything the run depends on but its seed
	// Definition resolves the names in the settings; nil in results of earlier versions and on the
	// map.
	Definition  definition `json:"definition,omitempty"`
	Replication int        `json:"replication"` // 1, 2, …
	Seed        uint64     `json:"seed,string"`
	Budget      float64    `json:"budget"`
	Dim         int        `json:"d"`
	Evaluations int        `json:"evaluations"` // within the budget
	Initial     float64    `json:"initial"`     // best value of the initial design
	Best        float64    `json:"best"`
	Optimum     *float64   `json:"optimum"` // best known value; null: unknown
	Stop        string     `json:"stop"`
	// Expected is the improvement with the luck of single evaluations taken out,
	// on problems drawn from a known process: see below.
	Expected *float64 `json:"expected,omitempty"`
	// One entry per evaluation within the budget, in order.
	Costs  []float64 `json:"costs"`
	Values []float64 `json:"values"`
	Bests  []float64 `json:"bests"`
	// X are their points and Models what was believed when each was chosen; not
	// on the map, whose runs are too many.
	X      [][]float64 `json:"x,omitempty"`
	Models []models    `json:"models,omitempty"`
	// timing is all that differs between two executions of the same run.
	Timing timing `json:"timing"`

	fingerprint string // of a condensed run: see condensed.go
}

// timing of a run.
type timing struct {
	Decisions []float64 `json:"decisions"` // seconds of each, fits included
}

// models are the hyperparameters of both processes, in the units of the problem
// and of the logarithm of its costs; lengthscales are those of the unit cube.
type models struct {
	Objective hyper  `json:"objective"`
	Cost      *hyper `json:"cost,omitempty"` // none where the cost is known
}

// hyper are a process's hyperparameters.
type hyper struct {
	Mean     float64   `json:"mean"`
	Variance float64   `json:"variance"`
	Scale    []float64 `json:"scale"`
	Noise    float64   `json:"noise"`
}

func hyperOf(h model.Hyper) hyper { return hyper{h.Mean, h.Variance, h.Scale, h.Noise} }

func modelsOf(f *model.Fitted, sign float64) models {
	m := models{Objective: hyperOf(f.Objective.Hyper)}
	m.Objective.Mean *= sign // as the problem states it
	if f.LogCost != nil {
		h := hyperOf(f.LogCost.Hyper)
		m.Cost = &h
	}
	return m
}

// Job is a run to be done.
type Job struct {
	Problem     *ProblemSpec
	Policy      *PolicySpec
	Replication int
	seed        uint64

	defined definition // by define
}

// key identifies a run; the seed represents the replication, so that runs of the same replication
// numbers with another first seed are different runs.
func (j Job) key() runKey {
	return runKey{j.Problem.Label(), j.Policy.Label(), j.seed, j.settings(), j.defined.key()}
}

type runKey struct {
	problem, policy      string
	seed                 uint64
	settings, definition string
}

func (r Record) key() runKey {
	return runKey{r.Problem, r.Policy, r.Seed, r.Settings, r.Definition.key()}
}

// settings writes down everything a run depends on but its seed.
func (j Job) settings() string {
	return fmt.Sprintf("engine %d; %s; %s", engine, j.Problem.String(), j.Policy.String())
}

// do executes a run.
func (j Job) do(ctx context.Context) (Record, error) {
	p, err := j.Problem.problem(j.seed) // the replication's
	if err != nil {
		return Record{}, err
	}
	q, err := j.Policy.policy()
	if err != nil {
		return Record{}, err
	}
	settings := study.Settings{Seed: j.seed, Workers: 1}
	if j.Problem.cell != nil {
		settings.Limit = MapEvaluations
	}
	st, err := study.New(ctx, p, q, settings)
	if err != nil {
		return Record{}, err
	}
	rec := Record{
		Version: formatVersion, Problem: j.Problem.Label(), Policy: j.Policy.Label(), Engine: engine, Settings: j.settings(), Definition: j.defined,
		Replication: j.Replication, Seed: j.seed, Budget: p.Budget, Dim: p.Dim(), Initial: st.Snapshot().Best,
	}
	var noiseless judged
	for st.Stopped() == study.Running {
		start := time.Now()
		if err := st.Decide(ctx); err != nil {
			return Record{}, err
		}
		noiseless.look(st)
		if st.Stopped() != study.Running {
			break
		}
		rec.Timing.Decisions = append(rec.Timing.Decisions, round(time.Since(start).Seconds()))
		if f := st.Snapshot().Fitted; f != nil && j.Problem.cell == nil {
			rec.Models = append(rec.Models, modelsOf(f, p.Sign()))
		}
		if err := st.Step(ctx); err != nil {
			return Record{}, err
		}
	}
	last := st.Snapshot()
	rec.Evaluations, rec.Best, rec.Stop = last.Evaluations, last.Best, string(last.Stop)
	if rec.Optimum, err = j.optimum(p); err != nil {
		return Record{}, err
	}
	for _, row := range last.Rows {
		if !row.Initial && row.Counted {
			rec.Costs, rec.Values, rec.Bests = append(rec.Costs, row.Taken()), append(rec.Values, row.Y), append(rec.Bests, row.Best)
			if j.Problem.cell == nil {
				rec.X = append(rec.X, row.X)
			}
		}
	}
	noiseless.replace(&rec)
	rec.Expected, err = expected(p, last.Rows)
	return rec, err
}

// optimum is the best known value; nil where nothing is known, and on the map,
// where what counts is the improvement and a search would outlast most runs.
func (j Job) optimum(p *scenarios.Problem) (*float64, error) {
	if j.Problem.cell != nil {
		return nil, nil
	}
	o, err := p.BestKnown()
	if err != nil || o == nil {
		return nil, err
	}
	return &o.Value, nil
}

// round keeps a microsecond: more of a measured time is noise.
func round(s float64) float64 { return math.Round(s*1e6) / 1e6 }

// leastRegret is what a regret below it counts as.
const leastRegret = 1e-6

// improvement is how far the best value is from that of the initial design.
func (r Record) improvement() float64 { return math.Abs(r.Best - r.Initial) }

// logRegret is log10 max(regret, 1e-6) of a value; NaN where the optimum is
// not known. The problem's sense is that of the optimum: no value is better.
func (r Record) logRegret(best float64) float64 {
	if r.Optimum == nil {
		return math.NaN()
	}
	return math.Log10(math.Max(math.Abs(*r.Optimum-best), leastRegret))
}

// bestAt is the best value once a share of the budget was used.
func (r Record) bestAt(share float64) float64 {
	best, spent := r.Initial, 0.0
	for i, c := range r.Costs {
		if spent += c; spent > share*r.Budget*(1+1e-9) {
			break
		}
		best = r.Bests[i]
	}
	return best
}

// judged are the true values of what a run on simulated noise would have
// offered, before its first evaluation and after each: the best measured value
// is luck, and a regret of it says nothing.
type judged []float64

// look notes the value of what st, which has just decided, would offer.
func (j *judged) look(st *study.Study) {
	s := st.Snapshot()
	if s.Problem.Noise.Simulated > 0 {
		*j = append(*j, s.Truth(s.Offered()))
	}
}

// replace puts the true values into the record of the run.
func (j judged) replace(r *Record) {
	if len(j) == 0 {
		return
	}
	r.Initial, r.Best = j[0], j[len(j)-1]
	for i := range r.Bests {
		r.Bests[i] = j[min(i+1, len(j)-1)]
	}
}

// On a map the functions come from known processes, so that of every evaluation
// a policy chose the gain to be expected can be computed exactly, given all that
// had been seen before. Summed along a run, these expected gains have the same
// mean as the improvement, whatever the policy believes or does, and far less
// spread: half the interval, that is a quarter of the draws, at budgets worth two
// or three evaluations.

// expected sums the expected gains of a run's rows, on the way to the
// improvement of a maximised value; nil where the functions were not drawn.
func expected(p *scenarios.Problem, rows []study.Row) (*float64, error) {
	d, ok := p.Source.(scenarios.Drawn)
	if !ok {
		return nil, nil
	}
	var seen model.Data
	total, best, left := 0.0, math.Inf(-1), p.Budget
	for _, r := range rows {
		y := p.Sign() * r.Y
		if !r.Initial {
			// An evaluation that did not fit counts, too: it could have.
			gain, err := d.ExpectedGain(seen, r.U, best, left-r.Move)
			if err != nil {
				return nil, err
			}
			total += gain
		}
		if !r.Initial || p.ChargeInitial {
			left -= r.Taken()
		}
		if r.Counted {
			best = math.Max(best, y)
			seen.X, seen.Y, seen.Cost = append(seen.X, r.U), append(seen.Y, y), append(seen.Cost, r.Cost)
		}
	}
	return &total, nil
}

// gain is what a run brought: the expected gains where they are known, else the
// improvement.
func (r Record) gain() float64 {
	if r.Expected != nil {
		return *r.Expected
	}
	return r.improvement()
}
