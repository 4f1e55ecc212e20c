package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"farsight/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"farsight": func() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"results":  main,
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
