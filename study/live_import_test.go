package study

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study/journal"
)

func past(n int) []journal.Told {
	var out []journal.Told
	for i := range n {
		out = append(out, journal.Told{X: []float64{1 + float64(i)/4, float64(2 + i)}, Value: float64(i * i), Cost: 3, Free: true, Source: "past.csv"})
	}
	return out
}

// What a study begins with stands for points of a design that the problem leaves
// open, and only of such a one.
func TestLiveBeginsWithPast(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	open := strings.Replace(bread, "[initial]\npoints = [[2, 10], [3, 20], [4, 30]]", "", 1)
	for name, c := range map[string]struct {
		text   string
		past   []journal.Told
		design int
	}{
		"left open":       {open, past(4), 2},
		"more than it":    {open, past(9), 0},
		"failures do not": {open, append(past(1), journal.Told{X: []float64{1, 1}, Value: math.NaN(), Failed: true, Cost: 1, Free: true}), 5},
		"given":           {bread, past(4), 3},
		"numbered":        {open + "[initial]\nsobol = 4\n", past(9), 4},
	} {
		l, err := CreateLive(filepath.Join(liveDir(t), "a.study"), "bread.toml", []byte(c.text), LiveSettings{Policy: policy.Must("ei"), Past: c.past})
		testkit.OK(t, err)
		st := l.State()
		if len(st.Created.Design) != c.design || len(st.Evaluations) != len(c.past) || st.Spent != 0 {
			t.Errorf("%s: %d initial points, %d evaluations, %v spent", name, len(st.Created.Design), len(st.Evaluations), st.Spent)
		}
		s := ask(t, l)
		if (s.Design > 0) != (c.design > 0) {
			t.Errorf("%s: asked for %+v", name, s)
		}
	}
}

func TestLiveImport(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	ask(t, l)
	told := past(4)
	told = append(told, journal.Told{X: []float64{3, 20}, Value: 2, Cost: 1, Free: true}) // the second initial point
	events, err := l.Import(l.State().Seq, told)
	if err != nil || len(events) != 5 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	st := reopen(t, l).State()
	if len(st.Evaluations) != 5 || st.Evaluations[4].Design != 2 || st.Pending != nil || st.Spent != 0 {
		t.Errorf("%+v", st.Evaluations)
	}
	if got := Present(st, append(told[:2:2], told[0])); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("present: %v", got)
	}
	// None if one is wrong.
	seq := l.State().Seq
	wrong := append(past(2), journal.Told{X: []float64{9, 9}, Value: 1, Cost: 1})
	if _, err := l.Import(seq, wrong); err == nil || !strings.Contains(err.Error(), "measurement 3: hours = 9 is outside") || l.State().Seq != seq {
		t.Errorf("%v, line %d", err, l.State().Seq)
	}
	if s := ask(t, l); s.Design != 1 {
		t.Errorf("then: %+v", s)
	}
}

// A study of very many measurements decides with those that matter: the models stay
// small, what is told next changes them, and as many as before are all used.
func TestLiveImportOfVeryMany(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, strings.Replace(bread, "[initial]\npoints = [[2, 10], [3, 20], [4, 30]]", "", 1), "ei")
	rng := rand.New(rand.NewPCG(1, 2))
	var told []journal.Told
	for range 900 {
		x := []float64{1 + 4*rng.Float64(), float64(1 + rng.IntN(40))}
		told = append(told, journal.Told{X: x, Value: 9 - (x[0]-3)*(x[0]-3) - x[1]/20 + 0.05*rng.NormFloat64(), Cost: 1, Free: true})
	}
	if _, err := l.Import(l.State().Seq, told[:600]); err != nil {
		t.Fatal(err)
	}
	if used, of := l.Modelled(); used != 600 || of != 600 {
		t.Errorf("models are made of %d of %d", used, of)
	}
	if _, err := l.Import(l.State().Seq, told[600:]); err != nil {
		t.Fatal(err)
	}
	used, of := l.Modelled()
	if used > 624 || of != 900 {
		t.Errorf("models are made of %d of %d", used, of)
	}
	if _, err := l.Tell(l.State().Seq, Answer{X: told[0].X, Value: 1, Cost: 1}); err != nil {
		t.Fatal(err)
	}
	if again, of := l.Modelled(); again != used+1 || of != 901 {
		t.Errorf("after one more models are made of %d of %d, before of %d", again, of, used)
	}
}
