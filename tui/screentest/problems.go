package screentest

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"farsight/experiment"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/study/journal"
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
	return open(t, session.Options{Problem: p, Name: name}, policies)
}

// Bowl has three parameters of different kinds, and is quickly measured.
const Bowl = `
name = "bowl"
budget = 8

[[parameter]]
name = "heat"
low = 20
high = 120
unit = "C"

[[parameter]]
name = "salt"
low = 0.001
high = 1
scale = "log"

[[parameter]]
name = "turns"
low = 1
high = 9
integer = true

[objective]
goal = "minimise"
expression = "((heat - 80)/40)^2 + (log10(salt) + 1)^2 + ((turns - 5)/4)^2"

[cost]
expression = "1 + heat/60"

[initial]
sobol = 6
`

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

// Bakery is measured by a person; all of its initial design is known.
const Bakery = `
name = "bakery"
budget = 20

[[parameter]]
name = "hours"
low = 1
high = 5
unit = "h"

[[parameter]]
name = "loaves"
low = 1
high = 40
integer = true

[objective]
goal = "maximise"
unit = "points"

[cost]
unit = "EUR"

[initial]
points = [[1.5, 4], [2.5, 30], [3.5, 12], [4.5, 22]]
values = [3.0, 5.5, 6.0, 4.0]
costs = [1.2, 3.1, 2.2, 2.9]
`

// Hill measures itself.
const Hill = `
name = "hill"
budget = 3

[[parameter]]
name = "x"
low = 0
high = 1

[objective]
goal = "maximise"
expression = "x * (1 - x)"

[cost]
expression = "0.5 + x"

[initial]
points = [[0.1], [0.9]]
`

// NewStudy makes a study of a problem in a folder of its own.
func NewStudy(t testing.TB, problem, name string) string {
	t.Helper()
	q, err := policy.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "lab.study")
	if _, err := study.CreateLive(path, "problem.toml", []byte(problem), study.LiveSettings{Policy: q}); err != nil {
		t.Fatal(err)
	}
	return path
}

// OpenStudy opens a study as one more of those who work on it.
func OpenStudy(t testing.TB, path string) *study.Live {
	t.Helper()
	l, err := study.OpenLive(path, journal.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// WavyMap has every cell of the map of problems with invented numbers: waves, so that all signs and
// sizes occur. Two policies plan ahead, three do not.
func WavyMap() []experiment.AtlasRow {
	policies := [][2]string{{"2-b-ms-ei", "2-b-ms-ei effort=quick"}, {"4-b-ms-ei", "4-b-ms-ei effort=quick"}, {"ei", "ei"}, {"ei-puc", "ei-puc"}, {"ei-pc", "ei-pc"}}
	var rows []experiment.AtlasRow
	for k, c := range builtin.Cells() {
		best := 2 + k%3
		for i, p := range policies {
			v := 40 * math.Sin(float64(k)+float64(i)/3)
			if i == best {
				v = 0
			}
			rows = append(rows, experiment.AtlasRow{
				Cell: c, Policy: p[0], Settings: p[1], Draws: 12, Best: policies[best][0],
				Improvement: 1 + v/100, Half: 0.1, Difference: v / 100, DifferenceHalf: 0.15, Percent: v, PercentHalf: 15,
			})
		}
	}
	return rows
}
