package luck

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// shown is the screen on a problem, with nothing drawn yet.
func shown(t *testing.T, problem string, policies ...string) (*Screen, *screentest.Host) {
	t.Helper()
	s := New()
	s.target = targets[0]
	return s, screentest.Show(t, screentest.Open(t, problem, policies...), s, 120, 40)
}

// Enter draws; what is shown are the numbers of the command, and the title
// answers.
func TestEnterDrawsAsTheCommandDoes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "dropwave"}[:testkit.SweepSize(1, 2, 2)] {
		s, x := shown(t, name, "ei-puc", "ei")
		x.Shows("enter draws", "0 of 20 functions")
		if a := s.About(x.View); a.Question != "was it luck?" {
			t.Errorf("asks %q", a.Question)
		}
		x.Drain(x.Press("enter"))
		want, err := study.Simulate(t.Context(), x.View.Problem, []policy.Policy{policy.Must("ei-puc"), policy.Must("ei")}, 20, x.View.RunSettings(), nil)
		testkit.OK(t, err)
		if s.err != nil || s.cancel != nil || s.known != 20 || !slices.EqualFunc(s.told.final, want.Final, slices.Equal[[]float64]) {
			t.Fatalf("%s: %d draws, error %v: %v, want %v", name, s.known, s.err, s.told, want.Final)
		}
		x.Shows("20 of 20 functions", "all drawn", "mean final best", gainWords(s.told.gains[1]), "advantage as draws arrive", chart.Num(s.told.means[0].Mean))
		if a := s.About(x.View); a.Caption == "was it luck?" {
			t.Error("nothing is answered after 20 draws")
		}
	}
}

// The interval is Student's after every draw, and the sorted advantages are those
// of the draws.
func TestFigures(t *testing.T) {
	t.Parallel()
	r := study.Simulation{Draws: 4, Final: [][]float64{{1, 2, 3, 4}, {2, 2, 5, 3}}}
	f := NewFigures(r, []Contender{{"a", 0}, {"b", 1}}, -1)
	for k, n := range f.ways[1].draws {
		d := stats.Summarise([]float64{-1, 0, -2, 1}[:int(n)])
		if f.ways[1].mean[k] != d.Mean || f.ways[1].low[k] != d.Low || f.ways[1].high[k] != d.High {
			t.Errorf("after %v draws %v, want %+v", n, f.ways[1], d)
		}
	}
	if len(f.ways[1].draws) != 3 || !slices.Equal(f.sorted[1], []float64{-2, -1, 0, 1}) || f.counts[1] != [3]int{1, 1, 2} || f.lo != 1 || f.hi != 5 {
		t.Errorf("%+v", f)
	}
	for half, want := range map[float64]string{0.064: "0.091", 6.4: "0.1", 640: "0", 0: "0.091"} {
		if got := fixed(0.0912, digits(half)); got != want {
			t.Errorf("± %v: %q, want %q", half, got, want)
		}
	}
	if got := fixed(-0.0001, 3); got != "0.000" {
		t.Errorf("nothing is written %q", got)
	}
}

// More functions continue from those drawn, fewer forget none, and another first
// column turns the advantage round.
func TestMoreFewerAndSwapped(t *testing.T) {
	t.Parallel()
	s, x := shown(t, "myopia", "ei-puc", "ei")
	x.Drain(x.Press("enter"))
	first := s.final[0]
	x.Drain(x.Press("+"))
	x.Shows("20 of 50 functions", "enter continues")
	x.Drain(x.Press("enter"))
	if s.known != 50 || &s.final[0][0] != &first[0] {
		t.Errorf("%d draws, the first made again: %v", s.known, &s.final[0][0] != &first[0])
	}
	x.Drain(x.Press("-"))
	if s.known != 50 || s.told.draws != 20 {
		t.Errorf("%d draws kept, %d told of", s.known, s.told.draws)
	}
	gain := s.told.gains[1]
	x.Session.Swap()
	x.Send(screen.LookMsg{})
	if back := s.told.gains[1]; back.Mean != -gain.Mean || s.told.of[0].Title != "EI" {
		t.Errorf("swapped: %+v of %v, before %+v", back, s.told.of, gain)
	}
}

// Esc stops, leaving pauses and coming back continues; what belongs to an earlier
// run is dropped.
func TestStopsPausesAndForgets(t *testing.T) {
	t.Parallel()
	s, x := shown(t, "myopia", "ei-puc", "ei")
	cmd := x.Press("enter")
	if s.cancel == nil || cmd == nil {
		t.Fatal("nothing is drawn")
	}
	x.Press("esc")
	if s.cancel != nil || !x.Wants.Taken {
		t.Error("esc does not stop it")
	}
	x.Drain(cmd)
	if s.err != nil || s.paused {
		t.Errorf("stopped: error %v, paused %v", s.err, s.paused)
	}
	if x.Press("esc"); x.Wants.Taken {
		t.Error("esc is taken where there is nothing to stop")
	}
	cmd = x.Tell(BeginMsg{})
	x.Tell(screen.LeftMsg{})
	x.Drain(cmd)
	if s.cancel != nil || !s.paused {
		t.Fatal("it goes on while nobody looks")
	}
	x.Send(screen.EnteredMsg{})
	if s.known != s.target || s.paused {
		t.Errorf("back again: %d of %d draws", s.known, s.target)
	}
	before := s.known
	s.receive(x.View, drawnMsg{x.View.Run - 1, []made{{s.known, []float64{0, 0}}}})
	if s.known != before {
		t.Error("draws of an earlier run are kept")
	}
	x.Session.Begin(x.Session.Problem, x.Session.Policies)
	x.Send(screen.LookMsg{})
	if s.known != 0 || s.told != nil {
		t.Errorf("%d draws of another run are shown", s.known)
	}
	x.Shows("0 of 20 functions")
}

// An error ends it, and is told.
func TestErrorsAreTold(t *testing.T) {
	t.Parallel()
	s, x := shown(t, "myopia", "ei-puc", "ei")
	x.Press("enter")
	err := errors.New("the models\x1b[2J cannot be fitted")
	x.Tell(endedMsg{s.run, s.work - 1, &err})
	if s.err != nil || s.cancel == nil {
		t.Error("the end of earlier work ends what is under way")
	}
	x.Tell(endedMsg{s.run, s.work, &err})
	x.Shows("stopped: the models")
	if s.cancel != nil || strings.Contains(x.Text(), "\x1b") {
		t.Errorf("under way: %v, shown:\n%q", s.cancel != nil, x.Text())
	}
}

// numberCut finds a number that was cut.
var numberCut = regexp.MustCompile(`[0-9.]…`)

// At every size, with two policies and with four, in all kinds of glyphs, numbers
// are whole and the interval is there.
func TestSizes(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, policies := range [][]string{{"ei-puc", "ei"}, {"ei-puc", "ei", "random", "log-ei"}, {"ei"}} {
		s, x := shown(t, "myopia", policies...)
		x.Drain(x.Press("enter"))
		for w := screen.LeastWidth; w <= 220; w += testkit.SweepSize(48, 32, 16) {
			for h := screen.LeastHeight; h <= 60; h += testkit.SweepSize(12, 12, 6) {
				for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
					x.View.W, x.View.H, x.View.Terminal.Glyphs = w, h, glyphs
					text := x.Text()
					if cut := numberCut.FindString(text); cut != "" {
						t.Fatalf("%dx%d: %q in\n%s", w, h, cut, text)
					}
					if len(policies) > 1 && !strings.Contains(text, gainWords(s.told.gains[1])) {
						t.Fatalf("%dx%d: no interval:\n%s", w, h, text)
					}
				}
			}
		}
	}
}
