// Farsight explores budgeted, non-myopic Bayesian optimization in the terminal.
package main

import (
	"os"

	"farsight/internal/cli"
	_ "farsight/internal/noquery" // first of all: nothing may ask the terminal at start-up
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
