// Package noquery keeps the program from questioning the terminal at start-up.
//
// Importing bubbletea asks the terminal for its background colour in an init,
// and on a terminal that never answers every command, even `version`, waits
// five seconds for it. It asks only where the standard output is a terminal, and
// nothing is one for package isatty (a stand-in, see there) before it is told to
// look: here, once bubbletea, which is imported, has been initialised.
// Whoever draws for a terminal asks it in its own time, and passes a renderer.
package noquery

import (
	"os"

	_ "github.com/charmbracelet/bubbletea" // must have been initialised when terminals are seen
	"github.com/charmbracelet/lipgloss"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"
)

func init() {
	isatty.Look()
	// What was made when no terminal was seen is made again.
	termenv.SetDefaultOutput(termenv.NewOutput(os.Stdout))
	lipgloss.DefaultRenderer().SetOutput(termenv.DefaultOutput())
	lipgloss.SetHasDarkBackground(true)
}
