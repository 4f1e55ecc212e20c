package experiment

import "testing"

// The shipped specification loads and is what docs/experiments.md says of it.
func TestPaperSpecification(t *testing.T) {
	t.Parallel()
	s, err := Load("../examples/paper.toml")
	if err != nil {
		t.Fatal(err)
	}
	if s.Replications < 200 || len(s.Policies) < 10 {
		t.Errorf("%d replications of %d policies", s.Replications, len(s.Policies))
	}
	for _, j := range s.Jobs() {
		if q, err := j.Policy.policy(); err != nil || q.Tree() && j.Policy.Options.Get("schedule") == "" {
			t.Fatalf("%s: the refill rule must be named (%v)", j.Policy.Label(), err)
		}
	}
}
