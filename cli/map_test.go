package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
)

// The map that ships is whole, and shown without being asked for.
func TestMapThatShips(t *testing.T) {
	t.Parallel()
	rows, err := experiment.ShippedAtlas()
	testkit.OK(t, err)
	var out, talk bytes.Buffer
	code := Run([]string{"map"}, os.Stdin, &out, &talk)
	if code != exitOK || !strings.Contains(out.String(), "d = 3") {
		t.Errorf("exit code %d: %s%s", code, out.String(), talk.String())
	}
	first := map[builtin.Cell]uint64{}
	for _, r := range rows {
		first[r.Cell] = r.FirstSeed
	}
	for _, file := range []string{"map.toml", "money-map.toml"} {
		spec, err := experiment.Load("../examples/" + file)
		testkit.OK(t, err)
		for _, j := range spec.Jobs() {
			c, err := builtin.ParseCell(j.Problem.Label())
			if err != nil || first[c] != spec.FirstSeed+1 {
				t.Fatalf("%v: the draws of %s on the map that ships begin with seed %d (%v)", c, file, first[c], err)
			}
		}
	}
}
