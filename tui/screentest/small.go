package screentest

import (
	"os"
	"testing"

	"farsight/policy"
	"farsight/scenarios/problemfile"
	"farsight/tui/session"
)

// Small is the file of a problem whose runs take no time.
const Small = `name = "small"
budget = 3
compare = ["random", "ei"]
[[parameter]]
name = "x"
low = 0
high = 1
[objective]
expression = "x"
[cost]
expression = "1 + 0*x"
[initial]
points = [[0.2], [0.8]]
[model.objective]
mean = 0
variance = 1
lengthscale = 0.3
noise-variance = 1e-4
[model.cost]
mean = 0
variance = 1
lengthscale = 0.3
noise-variance = 1e-4
`

// OpenFile is a session on a problem file of its own, in a folder of its own,
// which becomes the present one; nothing is computed. It has no timers.
func OpenFile(t testing.TB, name, text string, policies ...string) *session.Session {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := problemfile.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	o := session.Options{Problem: p, Name: name}
	for _, n := range policies {
		o.Policies = append(o.Policies, policy.Must(n))
	}
	se := session.New(o)
	se.Still = true
	t.Cleanup(se.Close)
	return se
}

// Solvents is a problem with a choice among three names beside two numbers, the
// choice first.
const Solvents = `name = "solvents"
budget = 30

[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]

[[parameter]]
name = "t"
low = 20
high = 120
unit = "°C"

[[parameter]]
name = "c"
low = 0.01
high = 1
scale = "log"

[objective]
expression = '(solvent == "DMF" ? 2 : 1)*exp(-((t - 70)/40)^2)*(1 - (log10(c) + 1)^2/4)'

[cost]
expression = 'solvent == "water" ? 1 : 2'

[initial]
points = [["THF", 30, 0.1], ["DMF", 110, 0.02], ["water", 60, 0.9], ["DMF", 40, 0.5]]
`
