package live

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/tui/screentest"
)

func TestStopsDeciding(t *testing.T) {
	l := openUndecided(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 100, 30)
	l.key(keyMsg("esc"))
	l.Drain(l.first)
	if l.s.next != nil || l.s.deciding {
		t.Fatalf("decided although stopped: %+v", l.s.next)
	}
	l.says("Stopped", "history")
	l.press("r")
	if l.s.next == nil {
		t.Error("r does not decide")
	}
}

// A failure that a program's output makes is recorded with why.
func TestMeasuredFailureKeepsItsNote(t *testing.T) {
	if _, err := exec.LookPath("echo"); err != nil {
		t.Skip("no echo to play the external program")
	}
	command := "[command]\nrun = [\"echo\", \"ERROR 404 not found\", \"{hours}\", \"{loaves}\"]\non-failure = \"record\"\nfailure-cost = 1.5\n\n[initial]"
	path := screentest.NewStudy(t, strings.Replace(screentest.Bakery, "[initial]", command, 1), "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.s.live.AllowCommands()
	l.s.problem = l.s.live.Problem()
	l.press("e")
	all := onDisk(t, path).Evaluations
	if e := all[len(all)-1]; !e.Failed || e.Cost != 1.5 || !strings.Contains(e.Note, `its last line is "ERROR 404 not found `) {
		t.Errorf("told %+v", e)
	}
}

func TestStopsMeasuring(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Hill, "ei-puc")
	l := openStudy(t, path, 100, 30)
	cmd := l.key(keyMsg("e"))
	l.says("measuring", "esc stop")
	l.press("esc")
	l.says("Stopped measuring; nothing was told")
	l.Drain(cmd) // what it still brings is dropped
	if n := len(onDisk(t, path).Evaluations); n != 0 {
		t.Errorf("%d evaluations on disk", n)
	}
}

func TestAsksBeforeCommands(t *testing.T) {
	problem := strings.Replace(screentest.Bakery, "[initial]", "[command]\nrun = [\"touch\", \"ran\", \"{hours}\", \"{loaves}\"]\n\n[initial]", 1)
	path := screentest.NewStudy(t, problem, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("e")
	l.says("with a command, which is not allowed", "--allow-commands")
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "ran")); err == nil {
		t.Error("a command ran that nobody allowed")
	}
}

// At settings of one's own the expectation is the models', and that of the
// point as it is typed now.
func TestExpectsAtOtherPoints(t *testing.T) {
	l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 160, 48)
	s := l.s
	l.press("o")
	e, g := s.expectation(), s.next
	if e == nil || math.Abs(e.Value-g.Expected.Value) > 1e-3 || math.Abs(e.Cost-g.Expected.Cost) > 1e-3 || math.Abs(e.FitsIn(20)-g.Expected.FitsIn(20)) > 1e-4 {
		t.Fatalf("at the suggestion's settings %+v is expected, but %+v by the policy", e, g.Expected)
	}
	cmd := l.key(tea.KeyMsg{Type: tea.KeyCtrlU})
	l.Drain(cmd)
	if s.expectation() != nil {
		t.Error("something is expected of half a point")
	}
	l.press("4")
	u := l.Session.Problem.ToUnit([]float64{4, s.form.point()[1]})
	if e := s.expectation(); e == nil || e.Value != s.snap.Objective([]model.Unit{u}).Mean[0] {
		t.Errorf("at 4 hours %+v is expected", e)
	}
	late := l.key(keyMsg(".5")) // not yet computed
	if s.expectation() != nil {
		t.Error("what was expected elsewhere is shown")
	}
	l.Drain(late)
	if s.expectation() == nil {
		t.Error("nothing is expected at 4.5 hours")
	}
}
