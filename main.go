// Farsight explores budgeted, non-myopic Bayesian optimization in the terminal.
package main

import (
	"os"

	"farsight/cli"
	_ "farsight/internal/noquery" // first of all: nothing may ask the terminal at start-up
	"farsight/internal/workers"
)

func main() {
	workers.BoundGarbage()
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
