package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/scenarios/builtin"
)

// The map that ships is whole, and shown without being asked for.
func TestMapThatShips(t *testing.T) {
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		t.Fatal(err)
	}
	var out, talk bytes.Buffer
	code := Run([]string{"map"}, os.Stdin, &out, &talk)
	if code != exitOK || !strings.Contains(out.String(), "d = 3") {
		t.Errorf("exit code %d: %s%s", code, out.String(), talk.String())
	}
	cells := map[builtin.Cell]bool{}
	for _, r := range rows {
		cells[r.Cell] = true
	}
	for _, c := range builtin.Cells() {
		if !cells[c] {
			t.Errorf("the map that ships has no %v", c)
		}
	}
}
