package tui

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"
)

// Run shows the explorer until its user quits or ctx ends. The terminal is
// restored in every case, a panic included.
func Run(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	m := New(o)
	defer m.Close()
	m.loading.watching = true
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithAltScreen())
	_, err := p.Run()
	if ctx.Err() != nil {
		return nil // asked to stop from outside: that is not a failure
	}
	return err
}
