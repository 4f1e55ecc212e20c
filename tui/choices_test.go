package tui

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/tui/screentest"
)

func solvents(t *testing.T) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("solvents.toml", []byte(screentest.Solvents), ".")
	testkit.OK(t, err)
	return p
}

// Random keys on a problem with choices leave no panic and no frame of a wrong
// size.
func TestRandomKeysOnChoices(t *testing.T) {
	randomKeys(t, testkit.SweepSize(400, 700, 3_000), Options{Problem: solvents(t), Policies: parsed(t, "ei-puc", "2-b-ms-ei")})
}
