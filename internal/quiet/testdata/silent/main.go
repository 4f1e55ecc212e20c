// Silent links bubbletea and the cure.
package main

import (
	_ "farsight/internal/quiet"

	_ "github.com/charmbracelet/bubbletea"
)

func main() {}
