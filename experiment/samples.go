package experiment

// sample is one policy on one problem: the outcome of each run and nothing else of
// them, for there may be hundreds of thousands.
type sample struct {
	first  Record             // stands for the settings of all
	values map[uint64]float64 // by seed: log10 regret or, where the optimum is not known, gain
}

// samples are those of experiments, by problem and policy.
type samples map[[2]string]*sample

// gather reads the outcomes in directories.
func gather(dirs ...string) (samples, error) {
	out := samples{}
	_, err := scan(out.add, dirs...)
	return out, err
}

func (all samples) add(r Record) error {
	key := [2]string{r.Problem, r.Policy}
	s := all[key]
	if s == nil {
		first := r
		first.Costs, first.Values, first.Bests, first.X, first.Models, first.Timing = nil, nil, nil, nil, nil, timing{}
		s = &sample{first: first, values: map[uint64]float64{}}
		all[key] = s
	}
	if s.values[r.Seed] = r.logRegret(r.Best); r.Optimum == nil {
		s.values[r.Seed] = r.gain()
	}
	return mixes(s.first, r)
}
