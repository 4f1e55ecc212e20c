package experiment

import "testing"

// FAR is judged on seeds that it was not designed on.
func TestDesignAndJudgementShareNoSeeds(t *testing.T) {
	t.Parallel()
	designed := map[uint64]string{}
	for _, file := range []string{"paper.toml", "map.toml", "far-design.toml"} {
		for _, j := range jobsOf(t, file) {
			designed[j.Seed] = file
		}
	}
	for _, file := range []string{"far-paper.toml", "far-map.toml"} {
		jobs := jobsOf(t, file)
		if len(jobs) == 0 {
			t.Fatalf("%s judges nothing", file)
		}
		for _, j := range jobs {
			if by, both := designed[j.Seed]; both {
				t.Fatalf("seed %d is in %s, which designs, and in %s, which judges", j.Seed, by, file)
			}
		}
	}
}

func jobsOf(t *testing.T, file string) []Job {
	t.Helper()
	s, err := Load("../examples/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s.Jobs()
}
