package screentest

import (
	"path/filepath"
	"testing"

	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
)

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
