package study

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// oneOven has a number, a whole number and a choice.
const oneOven = `
name = "oven"
budget = 40
[[parameter]]
name = "temperature"
low = 20
high = 120
[[parameter]]
name = "loaves"
low = 1
high = 9
integer = true
[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]
[initial]
points = [[40, 2, "THF"], [80, 5, "DMF"], [100, 8, "water"], [60, 3, "DMF"]]
`

// What is to be the same is the same in all of a batch, which still differ, whatever
// it is and whoever chooses; asked again they are the same suggestions.
func TestAskForTheSame(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	text := oneOven + "values = [1, 2.5, 0.5, 2]\ncosts = [1, 2, 1.5, 1]\n"
	for _, policy := range []string{"ei-pc", "pbgi-d", "p-ms-ei fantasies=8 effort=quick", "far", "random", "kg-pc", "ts-pc"} {
		for _, names := range [][]string{{"temperature"}, {"loaves"}, {"solvent"}, {"solvent", "temperature"}} {
			l := newLiveStudy(t, text, policy)
			all := askFor(t, l, AskOptions{Count: 3, Same: names})
			distinct(t, all)
			with, err := (present{problem: l.Problem()}).common(all, names)
			if err != nil || with == nil || len(all) != 3 {
				t.Errorf("%s, %v: %v, %d suggestions", policy, names, err, len(all))
			}
			for _, s := range all {
				if err := l.Problem().CheckPoint(s.X); err != nil {
					t.Errorf("%s, %v: %v", policy, names, err)
				}
			}
			if got := askFor(t, reopen(t, l), AskOptions{Count: 3, Same: names}); !slices.Equal(linesOf(got), linesOf(all)) {
				t.Errorf("%s, %v: asked again: %v, want %v", policy, names, linesOf(got), linesOf(all))
			}
		}
	}
}

// What cannot be the same is said by its name: a parameter that there is not, the
// initial design, and suggestions that are out and differ.
func TestAskForTheSameWhatCannotBe(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, oneOven, "ei")
	ask := func(o AskOptions) error {
		_, err := l.AskFor(context.Background(), o)
		return err
	}
	var name *ParameterError
	if err := ask(AskOptions{Same: []string{"temprature"}}); !errors.As(err, &name) || name.Name != "temprature" || len(name.Names) != 3 {
		t.Errorf("%v", err)
	}
	if err := ask(AskOptions{Count: 2, Same: []string{"solvent"}}); err == nil || !strings.Contains(err.Error(), "initial points come first, and differ") || !strings.Contains(err.Error(), "solvent is DMF, and is to be THF") {
		t.Errorf("%v", err)
	}
	if err := ask(AskOptions{Count: 2}); err != nil {
		t.Fatal(err)
	}
	if err := ask(AskOptions{Count: 3, Same: []string{"temperature"}}); err == nil || !strings.Contains(err.Error(), "which are pending, differ: temperature is 80") {
		t.Errorf("%v", err)
	}
}
