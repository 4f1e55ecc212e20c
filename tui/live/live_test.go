package live

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/tui/screen"
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
	l.says("Stopped measuring; nothing was recorded")
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

// desk is what the screen says beside its charts, with single blanks.
func (l *lab) desk(w int) string {
	var b strings.Builder
	for _, line := range strings.Split(l.Text(), "\n") {
		if r := []rune(line); w+2 >= screen.TwoColumns {
			line = string(r[:min(len(r), max(58, w*9/20))])
		}
		b.WriteString(line + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// What the screen says in each of its states is whole at every size.
func TestNothingIsCutOff(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		want []string
	}{
		"a doubt":            {[]string{"5000", "tab", "2", "enter"}, []string{"value 5000 points: expected 2.72 to 7.96 there. Enter again keeps it, esc corrects it."}},
		"over budget":        {[]string{"6", "tab", "25", "enter", "enter"}, []string{"The study has ended, 5.00 EUR over its budget: what was paid for counts. u takes the last entry back, + extends the budget.", "If it is mistyped: u takes it back"}},
		"an entry is chosen": {[]string{"v", "down"}, []string{"› 3 6.00"}},
		"an entry revised":   {[]string{"v", "enter", "7"}, []string{"revise this entry", "[7▏"}},
		"another policy":     {[]string{"s", "ei-pucc", "enter"}, []string{`there is no policy "ei-pucc"; did you mean "ei-puc"?`}},
		"one more":           {[]string{"N"}, []string{"2 of 2"}},
	} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {160, 48}, {220, 60}} {
			t.Run(fmt.Sprintf("%s at %dx%d", name, size[0], size[1]), func(t *testing.T) {
				l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), size[0], size[1])
				l.press(c.keys...)
				for _, want := range c.want {
					if !strings.Contains(l.desk(size[0]), want) {
						t.Errorf("%q is not there:\n%s", want, l.Text())
					}
				}
			})
		}
	}
}
