package player

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

const notedTour = `problem = "overspend"
policies = ["ei"]
[[scene]]
title = "One"
caption = "It starts with {budget}."
brief = "A start"
notes = "Greet those in the last row."
[[scene]]
title = "Two"
question = "Why?"
caption = "Because."
notes = "Wait for hands to go up."
`

// The presenter's terminal tells what is said and obeys; the audience's shows no
// notes in presenter mode, whatever is pressed, and guests never see any.
func TestNotesAreForThePresenterAlone(t *testing.T) {
	desk := openTestDesk(t)
	g := newGuide(Options{Tour: parseTour(t, notedTour), Presenter: true, Desk: desk, Explorer: tourOptions(chart.Braille, chart.NoColor)})
	defer g.Close()
	g.still = true
	g.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	n := lookAt(t, g.tour)
	shows := func(texts ...string) {
		t.Helper()
		n.Update(n.next())
		for _, text := range texts {
			if frame := strings.Join(strings.Fields(n.View()), " "); !strings.Contains(frame, text) {
				t.Errorf("%q is not in\n%s", text, n.View())
			}
		}
	}
	press := func(k string) {
		_, cmd := n.Update(keyMsg(k))
		cmd()
		g.Update(g.listen()())
	}
	shows("farsight notes 1 of 3", "One", "Greet those in the last row.", "They read: It starts with ….", "then: a question; Two", "space next", "b blank")
	press(" ")
	shows("2 of 3", "? Why?", "Wait for hands to go up.", "The answer: Because.", "then: the answer")
	press("b")
	shows("The audience sees nothing")
	press(" ")
	shows("3 of 3", "They read: Because.", "this is the last frame")
	press("home")
	shows("1 of 3")
	for _, keys := range []string{"", "N", "N?", "PNP"} {
		for k := range strings.SplitSeq(keys, "") {
			g.Update(keyMsg(k))
		}
		if frame := strings.Join(strings.Fields(g.Frame().Plain()), " "); strings.Contains(frame, "last row") {
			t.Errorf("after %q the audience reads\n%s", keys, frame)
		}
		g.help, g.notes = false, false
	}
	g.presenter = true
	g.Update(keyMsg("N"))
	if frame := g.Frame().Plain(); !strings.Contains(frame, "--notes-for last") {
		t.Errorf("N does not say where the notes are:\n%s", frame)
	}
	g.presenter = false // alone, one reads them
	if frame := g.Frame().Plain(); !strings.Contains(frame, "Greet those") {
		t.Errorf("N shows no notes:\n%s", frame)
	}
	c := chart.New(100, 30, chart.Terminal{Profile: chart.NoColor})
	if g.DrawAs(c, g.theme); strings.Contains(c.Plain(), "Greet those") || !strings.Contains(c.Plain(), "It starts with 9.7") {
		t.Errorf("a guest reads\n%s", c.Plain())
	}
}
