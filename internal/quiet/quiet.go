// Package quiet keeps the program from questioning the terminal at start-up.
//
// Importing bubbletea asks the terminal for its background colour in an init,
// and on a terminal that never answers every command, even `version`, waits
// five seconds for it. Packages are initialised in the order of their import
// paths as their dependencies allow (Go spec, "Program initialization"), and
// farsight/… sorts before github.com/…, so the init below runs between
// lipgloss's and bubbletea's: it answers the question before it is asked.
// Whoever draws for a terminal asks it in its own time, and passes a renderer.
package quiet

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
