package serve

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
	"farsight/tui/chart"
	explored "farsight/tui/session"
)

// mostSteps bounds the evaluations of a guest's run: what is kept of a run grows
// with the cube of them.
const mostSteps = 100

// guest is a guest's own explorer.
type guest struct {
	model *tui.Model
	look  look
}

func newGuest(s *session, o tui.Options, turns explored.Background) *guest {
	g := &guest{look: s.look()}
	o.Keys = [][2]string{{themeKey, "other colours"}, {glyphsKey, "other characters to draw with: braille, blocks, ASCII"}}
	o.Theme, o.Terminal, o.Background = g.look.theme, g.look.terminal, turns
	o.Out = s.out
	g.model = tui.New(o)
	return g
}

func (g *guest) begin(*tea.Program) {}
func (g *guest) close()             { g.model.Close() }

func (g *guest) Init() tea.Cmd { return g.model.Init() }

func (g *guest) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if g.look.changed(msg) {
		g.model.SetLook(g.look.theme, g.look.terminal)
		return g, nil
	}
	_, cmd := g.model.Update(msg)
	return g, cmd
}

func (g *guest) Still() chart.Still { return g.model.Still() }
func (g *guest) View() string       { return g.model.View() }
