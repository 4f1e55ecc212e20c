// Silent links bubbletea and the cure, and says what it takes the terminal for:
// what was hidden from the libraries must be known to them in the end.
package main

import (
	"fmt"
	"os"

	_ "farsight/internal/noquery"

	_ "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

func main() {
	colours := "other"
	if lipgloss.ColorProfile() == termenv.ANSI256 && termenv.DefaultOutput().Profile == termenv.ANSI256 {
		colours = "256"
	}
	shade := "light"
	if lipgloss.HasDarkBackground() {
		shade = "dark"
	}
	fmt.Printf("%s: %s colours, %s\n", os.Getenv("TERM"), colours, shade)
}
