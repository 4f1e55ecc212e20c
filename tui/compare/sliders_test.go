package compare

import (
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// opened are the sliders of a screen on the small problem, whose runs take no time;
// strips has it computed who wins.
func opened(t *testing.T, strips bool, w, h int, policies ...string) (*screentest.Host, *sliders) {
	t.Helper()
	s := New()
	x := screentest.ShowStill(t, screentest.OpenFile(t, "small.toml", screentest.Small, policies...), s, w, h)
	if cmd := x.Tell(screen.ActMsg{Act: screen.ActSliders}); strips {
		x.Drain(x.Session.Start(), cmd)
	}
	return x, s.sliders
}

// obey gives a screen what it wants, as far as it is a run. Its curves are left out:
// they take longer.
func obey(x *screentest.Host) {
	if w := x.Wants; w.Computed != nil {
		x.Wants = screen.Wants{}
		x.Session.Show(*w.Computed)
	}
}

// Every slider changes what it says, and nothing else; r returns.
func TestSlidersMoveTheProblem(t *testing.T) {
	x, s := opened(t, false, 160, 48, "ei", "2-b-ms-ei effort=quick")
	base := x.Session.Base
	for i, c := range []struct {
		name string
		read func(p *scenarios.Problem) float64
	}{
		{"budget", func(p *scenarios.Problem) float64 { return p.Budget }},
		{"N of B-MS-EI", func(*scenarios.Problem) float64 { return float64(x.Session.Tracks[1].Policy().Steps()) }},
		{"prices", func(p *scenarios.Problem) float64 {
			_, cost, err := p.Source.(scenarios.Truth).Truth(scenarios.Point{0.5})
			testkit.OK(t, err)
			return cost
		}},
		{"lengthscale", func(p *scenarios.Problem) float64 { return p.Objective.Fixed.Scale[0] }},
		{"noise", func(p *scenarios.Problem) float64 { return p.Noise.Simulated }},
	} {
		s.at = i
		was := c.read(x.Session.Problem)
		if all := slidersOf(x.View, s.wanted(x.View)); all[i].name != c.name || all[i].off != "" {
			t.Fatalf("slider %d is %q (%s), want %q", i, all[i].name, all[i].off, c.name)
		}
		x.Drain(x.Press("right"))
		obey(x)
		if now := c.read(x.Session.Problem); !(now > was) {
			t.Errorf("%s moved up: %v, was %v", c.name, now, was)
		}
		for _, track := range x.Session.Tracks {
			if !track.Done() || track.Last() < 0 {
				t.Errorf("%s: %s was not run to its end", c.name, track.Title())
			}
		}
		x.Drain(x.Press("r"))
		obey(x)
		if x.Session.Problem != base || x.Session.Altered != (session.Alterations{}) || c.read(base) != was {
			t.Errorf("%s: r leaves %+v", c.name, x.Session.Altered)
		}
	}
}

// What an earlier move has brought is dropped, whenever it arrives; a move that
// takes long is run step by step, and what was computed aside then is dropped, too.
func TestStaleMovesAreDropped(t *testing.T) {
	x, s := opened(t, false, 80, 24, "ei", "random")
	late := x.Press("right")() // computed, and not brought yet
	second := x.Press("right")
	x.Wants = screen.Wants{}
	if x.Tell(late); x.Wants.Computed != nil || s.plan == nil {
		t.Error("the first of two moves was shown")
	}
	if x.Tell(second()); x.Wants.Computed == nil {
		t.Fatal("the second was not")
	}
	if got, want := x.Wants.Computed.Plan.Altered.Budget, s.wantedAfter(2, x.View); got != want {
		t.Errorf("budget %v, want %v", got, want)
	}
	obey(x)
	third := x.Press("right")()
	x.Wants = screen.Wants{}
	x.Tell(lateMsg{s.version - 1})
	if x.Wants.Plan != nil {
		t.Error("the timer of an earlier move was obeyed")
	}
	if x.Tell(lateMsg{s.version}); x.Wants.Plan == nil {
		t.Fatal("nothing is run while a move takes long")
	}
	x.Wants = screen.Wants{}
	if x.Tell(third); x.Wants.Computed != nil {
		t.Error("shown twice")
	}
}

// wantedAfter is the budget some places above the first.
func (s *sliders) wantedAfter(places int, v screen.View) float64 {
	one := slidersOf(v, v.First)[0]
	return one.values[slices.Index(one.values, one.first)+places]
}

// The strip is known at every place; work that was given up brings nothing.
func TestStripsShowWhoWins(t *testing.T) {
	x, s := opened(t, true, 160, 48, "random", "ei")
	k := s.found(x.View, slidersOf(x.View, s.wanted(x.View))[0])
	if len(k.places) != 2*sliderSide+1 {
		t.Fatalf("%d places", len(k.places))
	}
	for i, p := range k.places {
		if !p.ran || len(p.drawn[0]) != drawTargets[0] || len(p.drawn[1]) != drawTargets[0] {
			t.Errorf("place %d: ran %v, %d draws", i, p.ran, len(p.drawn[0]))
		}
	}
	// With the budget as it is the strip says what the replay does.
	here := k.places[sliderSide]
	for i, track := range k.pair {
		tr := x.Session.Tracks[track]
		if got, want := here.final[i], tr.Snaps()[tr.Last()].Best; got != want {
			t.Errorf("%s ends at %v, the replay at %v", tr.Title(), got, want)
		}
	}
	other := x.View.Plan()
	other.Altered.Prices = 2
	s.plan = &other
	if s.found(x.View, slidersOf(x.View, other)[0]) == k {
		t.Error("the strip of a slider is that of another plan")
	}
	s.plan = nil
	before := s.strip.places[0]
	s.received(stripMsg{work: s.work - 1, drawn: [2][]float64{{1}, {2}}})
	if len(s.strip.places[0].drawn[0]) != len(before.drawn[0]) {
		t.Error("draws of work that was given up were taken")
	}
	x.Shows("this one", "4 drawn", "who ends ahead with that budget", "farsight explore small.toml")
}

// A click chooses a slider, a click on its track moves it, and the mouse drags it.
func TestSlidersByMouse(t *testing.T) {
	x, s := opened(t, false, 80, 24, "ei", "random")
	l := s.layout(x.View)
	x.Drain(x.Tell(screen.ClickMsg{X: l.list.X + 3, Y: l.list.Y + 2}))
	if s.at != 2 || !x.Wants.Taken {
		t.Errorf("slider %d is chosen, want 2", s.at)
	}
	end := screen.ClickMsg{X: l.track.X + l.track.W - 1, Y: l.track.Y}
	x.Drain(x.Tell(end))
	obey(x)
	if got := x.Session.Altered.Prices; got != sliderFactor {
		t.Errorf("prices ×%v at the end of the track, want ×%v", got, sliderFactor)
	}
	x.Drain(x.Tell(screen.DragMsg{X: l.track.X - 30, Y: 0}))
	obey(x)
	if got := x.Session.Altered.Prices; got != 1/sliderFactor {
		t.Errorf("prices ×%v dragged beyond its start, want ×%v", got, 1/sliderFactor)
	}
	if x.Wants = (screen.Wants{}); x.Tell(screen.ClickMsg{X: 1, Y: 1}) != nil || x.Wants.Taken {
		t.Error("a click into the charts was taken")
	}
}

// The file that keeps a setting is a problem that runs as the sliders stood.
func TestKeptSettingsAreProblemFiles(t *testing.T) {
	x, s := opened(t, false, 80, 24, "ei", "2-b-ms-ei effort=quick")
	for i := range 5 {
		s.at = i
		x.Drain(x.Press("right"))
		obey(x)
	}
	x.Press("W")
	if x.Wants.Save == nil {
		t.Fatalf("nothing to save: %+v", x.Wants)
	}
	p, err := problemfile.Parse("kept.toml", x.Wants.Save.Data, ".")
	if err != nil {
		t.Fatalf("%v in:\n%s", err, x.Wants.Save.Data)
	}
	is := x.Session.Problem
	at := scenarios.Point{0.3}
	_, cost, _ := p.Source.(scenarios.Truth).Truth(at)
	_, want, _ := is.Source.(scenarios.Truth).Truth(at)
	if p.Budget != is.Budget || cost != want || p.Objective.Fixed.Scale[0] != is.Objective.Fixed.Scale[0] || p.Noise != is.Noise || p.Cost.Fixed.Mean != is.Cost.Fixed.Mean {
		t.Errorf("kept %+v, is %+v", p, is)
	}
	if got := session.UsualPolicies(p); got[1].Get("steps") != "3" {
		t.Errorf("kept policies %v", p.Compare)
	}
	if text := command(x.View, s.wanted(x.View)); !strings.Contains(text, "--budget 3.14 --prices 1.05 --lengthscale 0.322 --noise 0.025") || !strings.Contains(text, "--policy 'b-ms-ei steps=3 effort=quick'") {
		t.Errorf("command %s", text)
	}
}

// A problem that runs a command has no sliders: each move would run it again.
func TestCommandsHaveNoSliders(t *testing.T) {
	text, _, _ := strings.Cut(screentest.Small, "[objective]")
	_, rest, _ := strings.Cut(screentest.Small, "[initial]")
	se := screentest.OpenText(t, text+"[command]\nrun = [\"true\", \"{x}\"]\n[initial]"+rest, 3, "ei", "random")
	x := screentest.ShowStill(t, se, New(), 80, 24)
	if x.Tell(screen.ActMsg{Act: screen.ActSliders}); !strings.Contains(x.Wants.Note, "command") {
		t.Errorf("wants %+v", x.Wants)
	}
}
