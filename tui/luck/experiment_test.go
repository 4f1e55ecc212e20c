package luck

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// records are complete runs of two policies on two problems.
func records(t *testing.T) []experiment.Record {
	t.Helper()
	spec := experiment.Spec{
		Replications: 3, Problems: []experiment.ProblemSpec{{Name: "dropwave", BudgetShare: 0.05}, {Name: "ackley", BudgetShare: 0.03}},
		Policies: []experiment.PolicySpec{{Name: "ei-puc"}, {Name: "random"}},
	}
	dir := t.TempDir()
	board := NewBoard("trial")
	begun, started := 0, 0
	err := experiment.Run(t.Context(), spec.Jobs(), experiment.Settings{
		Dir: dir, Workers: 1, Progress: board.Progress,
		Begin:   func(done []experiment.Record, p experiment.Progress) { begun++; board.Begin(done, p) },
		Started: func(worker int, j experiment.Job) { started++; board.Started(worker, j.Problem.Label()) },
	})
	testkit.OK(t, err)
	board.End(nil)
	s, err := board.State()
	testkit.OK(t, err)
	if begun != 1 || started != 12 || s.Done != 12 || s.Total != 12 || !s.Ended || s.Decisions == 0 || len(s.Summary.Problems) != 2 || s.Busy != nil {
		t.Errorf("begun %d times, %d started: %+v", begun, started, s)
	}
	all, err := experiment.Read(dir)
	testkit.OK(t, err)
	return all
}

// What is left follows from what was done since it began, not from what was found.
func TestPace(t *testing.T) {
	t.Parallel()
	s := State{Done: 30, Found: 10, Total: 50, Decisions: 400, Took: 10 * time.Second}
	if left, ok := s.Left(); !ok || left != 10*time.Second || s.Rate() != 40 {
		t.Errorf("%v left, %v; %g decisions a second", left, ok, s.Rate())
	}
	s.Done = 10
	if _, ok := s.Left(); ok {
		t.Error("nothing was done, and still there is a pace")
	}
	if (State{}).Rate() != 0 {
		t.Error("no time, and still there is a rate")
	}
}

// The screen says what is known at every size, in every state, and never writes
// beyond its edges; its text has the numbers of the summary.
func TestExperimentAtEverySize(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	all := records(t)
	sum, err := experiment.Summarise(all)
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	states := map[string]State{
		"nothing": {Name: "trial", Total: 12}, "some": {Name: "trial", Summary: sum, Done: 6, Total: 12, Decisions: 20, Took: time.Second, Busy: []string{"dropwave, ei", ""}},
		"failed": {Name: "trial\x1b[31m", Summary: sum, Done: 6, Total: 12, Failure: "no space left on device", Ended: true},
		"looked": {Name: "trial", Summary: sum, Done: 12},
	}
	for name, state := range states {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {220, 60}, {20, 5}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
				s := NewExperiment(func() (State, error) { return state, nil }, true, th, chart.Terminal{Glyphs: glyphs}, nil)
				s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				s.Update(stateMsg{state: state})
				s.View()
				text := s.canvas.Plain()
				if strings.ContainsRune(text, 0x1b) {
					t.Errorf("%s at %v: an escape sequence came through", name, size)
				}
				if size[0] < 60 {
					continue
				}
				want := []string{"trial"}
				switch name {
				case "nothing":
					want = append(want, "No run is complete yet", "0 of 12 runs")
				case "some":
					want = append(want, "6 of 12 runs", "about 1s left", "dropwave, 0.05 of the budget: log10 regret", "ei-puc", fmt.Sprintf("%+.3f", sum.Problems[0].Policies[0].Final.Mean), "detach")
				case "failed":
					want = append(want, "It ended: no space left on device")
				case "looked":
					want = append(want, "12 runs")
				}
				for _, w := range want {
					if !strings.Contains(text, w) {
						t.Errorf("%s at %v, %v: no %q in\n%s", name, size, glyphs, w, text)
					}
				}
			}
		}
	}
}

// Stopping is asked twice, detaching once; arrows go round the problems; a source
// that fails is said and asked again.
func TestKeysOfAnExperiment(t *testing.T) {
	t.Parallel()
	sum, err := experiment.Summarise(records(t))
	testkit.OK(t, err)
	th, _ := theme.Named("light")
	open := func(running bool) *Experiment {
		s := NewExperiment(nil, running, th, chart.Terminal{}, nil)
		s.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
		s.Update(stateMsg{state: State{Summary: sum, Done: 3, Total: 12}})
		return s
	}
	press := func(s *Experiment, keys ...string) (quit bool) {
		for _, k := range keys {
			msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
			if k == "right" {
				msg = tea.KeyMsg{Type: tea.KeyRight}
			}
			if _, cmd := s.Update(msg); cmd != nil {
				_, quit = cmd().(tea.QuitMsg)
			}
		}
		return quit
	}
	if s := open(true); press(s, "q") || !strings.Contains(look(s), "q again stops it") || press(s, "right", "q") || !press(s, "q") || s.Detached {
		t.Error("an experiment was stopped by one key, or not by two")
	}
	if s := open(true); !press(s, "d") || !s.Detached {
		t.Error("d does not detach")
	}
	if s := open(false); press(s, "d") || !press(s, "q") {
		t.Error("who only looks cannot detach, and quits by one key")
	}
	s := open(true)
	press(s, "right")
	if !strings.Contains(look(s), "ackley, 0.03") {
		t.Errorf("the next problem is not shown:\n%s", look(s))
	}
	if press(s, "right"); !strings.Contains(look(s), "dropwave, 0.05") {
		t.Error("the problems do not go round")
	}
	if _, cmd := s.Update(stateMsg{err: errors.New("out/results.jsonl: line 3 is damaged")}); cmd == nil || !strings.Contains(look(s), "line 3 is damaged") {
		t.Errorf("a mistake is not said, or never looked at again:\n%s", look(s))
	}
	if _, cmd := s.Update(stateMsg{state: State{Ended: true}}); cmd == nil {
		t.Error("an execution that ended keeps the screen")
	} else if _, quit := cmd().(tea.QuitMsg); !quit {
		t.Error("an execution that ended keeps the screen")
	}
}

func look(s *Experiment) string {
	s.View()
	return s.canvas.Plain()
}
