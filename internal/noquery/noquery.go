// Package noquery keeps the program from questioning the terminal at start-up.
//
// Importing bubbletea asks the terminal for its background colour in an init, and on a terminal
// that never answers every command, even `version`, waits five seconds for it. It asks only where
// the standard output is a terminal: package hold hides it until bubbletea has been initialised,
// which the import below waits for, and here it comes back. Code that draws asks the terminal
// itself, when needed, and passes a renderer.
package noquery

import (
	"os"

	_ "github.com/charmbracelet/bubbletea" // must have been initialised when the output comes back
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"farsight/internal/noquery/hold"
)

func init() {
	os.Stdout = hold.Stdout
	// What was made of the hidden output is made again.
	termenv.SetDefaultOutput(termenv.NewOutput(os.Stdout))
	lipgloss.DefaultRenderer().SetOutput(termenv.DefaultOutput())
	lipgloss.SetHasDarkBackground(true)
}
