package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/session"
)

// S opens sliders under the charts; a move is run and shown where we are, letters
// still step, esc closes them and leaves what was moved.
func TestSlidersReplayAtOnce(t *testing.T) {
	m, _ := smallModel(t, 80, 24)
	press(t, m, "end", "S", "right")
	if got := m.s.Problem.Budget; !(got > m.s.Base.Budget) || !m.s.AtEnd() {
		t.Errorf("budget %v after a move up from %v, at the end: %v", got, m.s.Base.Budget, m.s.AtEnd())
	}
	onScreen(t, m, "farsight explore", "--budget", "* ", "as it was")
	press(t, m, "p")
	if m.s.AtEnd() {
		t.Error("p does not step back while sliders are open")
	}
	step, run := m.s.Step, m.s.Run
	press(t, m, "left")
	if m.s.Problem.Budget != m.s.Base.Budget || m.s.Altered != (session.Alterations{}) || m.s.Run == run || m.s.Step != step {
		t.Errorf("moved back: %+v, step %d, was %d", m.s.Altered, m.s.Step, step)
	}
	press(t, m, "right", "right", "esc")
	if m.s.Altered.Budget == 0 {
		t.Error("closing the sliders took the move back")
	}
	if strings.Contains(screenText(m), "as it was") {
		t.Error("esc leaves the sliders open")
	}
	press(t, m, "S", "r")
	if m.s.Problem != m.s.Base {
		t.Error("r leaves something changed")
	}
}

// The mouse drags a knob over the charts and beyond, until it is released.
func TestSlidersAreDragged(t *testing.T) {
	m, _ := smallModel(t, 80, 24)
	press(t, m, "S")
	mouse := func(x, y int, action tea.MouseAction) {
		_, cmd := m.Update(tea.MouseMsg{X: x, Y: y, Action: action, Button: tea.MouseButtonLeft})
		drain(t, m, cmd)
	}
	x, y := -1, -1
	for row, line := range strings.Split(screenText(m), "\n") {
		if before, _, ok := strings.Cut(line, "◎"); ok {
			x, y = chart.Width(before), row
		}
	}
	if y < 0 {
		t.Fatal("there is no knob")
	}
	mouse(x, y, tea.MouseActionPress)
	mouse(x-10, 4, tea.MouseActionMotion)
	if !(m.s.Problem.Budget < m.s.Base.Budget) {
		t.Errorf("budget %v after a drag to the left, was %v", m.s.Problem.Budget, m.s.Base.Budget)
	}
	mouse(0, 4, tea.MouseActionRelease)
	moved := m.s.Problem.Budget
	mouse(x+10, 4, tea.MouseActionMotion)
	if m.s.Problem.Budget != moved {
		t.Error("the knob follows a mouse that has released it")
	}
}

func TestSliderGoldens(t *testing.T) {
	for name, size := range map[string][2]int{"sliders-80x24": {80, 24}, "sliders-160x48": {160, 48}} {
		m := newTestModel(t, "myopia", size[0], size[1], "ei-puc", "ei")
		m.options.Terminal.Glyphs = chart.Braille
		press(t, m, "end", "S", "left", "left")
		checkGolden(t, name+".txt", edged(m))
	}
}

// BenchmarkSlider is from a move to the frame that shows what it has brought, both
// policies run again.
func BenchmarkSlider(b *testing.B) {
	for _, c := range []struct {
		problem  string
		policies []string
		slider   int
	}{
		{"planning", []string{"1-b-ms-ei", "b-ms-ei"}, 0},
		{"planning", []string{"1-b-ms-ei", "b-ms-ei"}, 3},
		{"myopia", []string{"ei-puc", "b-ms-ei"}, 0},
		{"sequencing", []string{"ei-puc", "b-ms-ei"}, 0},
		{"overspend", []string{"ei", "ei-puc"}, 0},
		{"planning-learned", []string{"1-b-ms-ei", "b-ms-ei"}, 0},
		{"scouting", []string{"1-b-ms-ei", "b-ms-ei"}, 0},
	} {
		b.Run(c.problem, func(b *testing.B) {
			m := newTestModel(b, c.problem, 160, 48, c.policies...)
			m.options.Terminal = chart.Terminal{}
			m.Update(keyMsg("S")) // strips rest while a move is computed
			for range c.slider {
				m.Update(keyMsg("down"))
			}
			keys := []string{"right", "left"}
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				_, cmd := m.Update(keyMsg(keys[i%2]))
				m.View()
				run := m.s.Run
				awaitComputed(b, m, cmd)
				m.View()
				if m.s.Run == run {
					b.Fatal("nothing was shown")
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(1e3*took[len(took)/2].Seconds(), "ms-median")
			b.ReportMetric(1e3*took[len(took)-1].Seconds(), "ms-worst")
		})
	}
}

// awaitComputed runs commands until one brings a run that was computed aside.
func awaitComputed(b *testing.B, m *Model, cmd tea.Cmd) {
	b.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			awaitComputed(b, m, cmd)
		}
	case session.ComputedMsg:
		m.Update(msg)
	}
}
