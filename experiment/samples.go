package experiment

import (
	"cmp"
	"strings"

	"farsight/policy"
)

// policyOf is the policy a run was made with, read from its settings; it
// reports false where they name none of ours, as those of another version may.
func policyOf(r Record) (policy.Policy, bool) {
	for part := range strings.SplitSeq(r.Settings, "; ") {
		words, ok := strings.CutPrefix(part, "policy ")
		if !ok {
			continue
		}
		fields := strings.Fields(words)
		text := fields[0]
		for i := 1; i+1 < len(fields); i += 2 { // name, value, name, value, …
			text += " " + fields[i] + "=" + fields[i+1]
		}
		q, err := policy.Parse(text)
		return q, err == nil
	}
	return policy.Policy{}, false
}

// rank is a policy's place in a report: closed forms in the order of all lists, then policies that
// plan ahead, by their labels.
type rank struct {
	ahead bool
	order int
	label string
}

// rankOf is that of the policy a run was made with.
func rankOf(r Record) rank {
	q, ok := policyOf(r)
	if !ok {
		q, ok = labelled(r.Policy)
	}
	if !ok || q.Kind().Ahead {
		return rank{ahead: true, label: r.Policy}
	}
	return rank{order: q.Kind().Order, label: r.Policy}
}

// labelled is the policy that a label names, if it is a name.
func labelled(label string) (policy.Policy, bool) {
	if strings.ContainsAny(label, " =") {
		return policy.Policy{}, false
	}
	q, err := policy.Parse(label)
	return q, err == nil
}

func compareRanks(a, b rank) int {
	switch {
	case a.ahead != b.ahead && b.ahead:
		return -1
	case a.ahead != b.ahead:
		return 1
	}
	return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.label, b.label))
}

// sample is one policy on one problem: only the outcome of each run, because there may be hundreds
// of thousands.
type sample struct {
	first  Record             // represents the settings of all
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
