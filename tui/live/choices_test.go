package live

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screentest"
)

// reactor is measured by a person, and has a choice.
const reactor = `
name = "reactor"
budget = 20

[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]

[[parameter]]
name = "t"
low = 20
high = 120
unit = "°C"

[initial]
points = [["THF", 30], ["DMF", 60], ["water", 90], ["DMF", 110]]
values = [3.0, 5.5, 6.0, 4.0]
costs = [1.2, 3.1, 2.2, 2.9]
`

// A choice is shown by its name, typed by its name or how it begins, and refused
// if there is no such one.
func TestTypesChoices(t *testing.T) {
	path := screentest.NewStudy(t, reactor, "ei-puc")
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		l := openStudy(t, path, size[0], size[1])
		p := l.Session.Problem.Parameters[0]
		l.says("solvent", p.Show(l.s.next.X[0]), "THF", "water")
	}
	l := openStudy(t, path, 100, 30)
	l.press("o")
	l.says("THF, DMF, water")
	clear := tea.KeyMsg{Type: tea.KeyCtrlU}
	l.Drain(l.key(clear))
	l.press("ether", "tab")
	l.says("no choice")
	l.s.form.Focus = 0
	l.Drain(l.key(clear))
	l.press("wa", "tab")
	l.Drain(l.key(clear))
	l.press("95", "tab", "4.5", "tab", "2", "enter")
	if l.s.form != nil && l.s.form.asked {
		l.press("enter") // sure
	}
	e := onDisk(t, path).Evaluations
	if last := e[len(e)-1]; len(e) != 5 || last.X[0] != 2 || last.X[1] != 95 || last.Value != 4.5 {
		t.Errorf("on disk: %+v\n%s", e[len(e)-1], l.Text())
	}
	l.says("water")
}
