package paint

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// Model is a program whose frames are cells.
type Model interface {
	tea.Model
	// Still is the frame to show; it stays as it is until the one after the next.
	Still() chart.Still
}

// nothing is the text that bubbletea draws: an application program command, which terminals ignore.
const nothing = "\x1b_farsight\x1b\\"

// idle is how often bubbletea looks whether there is a frame: never is not among what it offers, and
// there is none.
const idle = 1

// NewProgram is a program of bubbletea's whose frames t paints.
func NewProgram(t *Terminal, m Model, options ...tea.ProgramOption) *tea.Program {
	return tea.NewProgram(&model{Model: m, t: t}, append(options, tea.WithOutput(t.Output()), tea.WithAltScreen(), tea.WithFPS(idle))...)
}

// model is a model whose frames go to a Terminal.
type model struct {
	Model
	t    *Terminal
	size size
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s, ok := msg.(tea.WindowSizeMsg); ok {
		m.size = size{s.Width, s.Height}
		m.t.forget() // a terminal whose size changes may move what it shows
	}
	next, cmd := m.Model.Update(msg)
	m.Model = next.(Model)
	if key, ok := msg.(tea.KeyMsg); ok && key.Type == tea.KeyCtrlL { // somebody else wrote to the terminal
		cmd = tea.Batch(cmd, tea.ClearScreen)
	}
	return m, cmd
}

func (m *model) View() string {
	m.t.show(m.Model.Still(), m.size)
	return nothing
}
