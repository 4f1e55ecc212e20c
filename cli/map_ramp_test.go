package cli

import (
	"strings"
	"testing"

	"farsight/experiment"
)

// A policy to show is found by its label or how that begins, those that look
// ahead first.
func TestMapChoice(t *testing.T) {
	t.Parallel()
	rows := []experiment.AtlasRow{
		{Policy: "ei", Settings: "ei"}, {Policy: "2-b-ms-ei, true budget", Settings: "2-b-ms-ei schedule=off"},
		{Policy: "ei-puc", Settings: "ei-puc"}, {Policy: "ei", Settings: "ei"}, {Policy: "unheard-of"},
	}
	for name, want := range map[string]string{"": "2-b-ms-ei, true budget", "ei": "ei", "EI-P": "ei-puc", "2": "2-b-ms-ei, true budget", "un": "unheard-of"} {
		if got, err := mapChoice(rows, name); err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", name, got, err, want)
		}
	}
	_, err := mapChoice(rows, "nobody")
	if err == nil || !strings.Contains(err.Error(), "which has: 2-b-ms-ei, true budget; unheard-of; ei; ei-puc") {
		t.Errorf("of nobody it says %v", err)
	}
	usual := append(rows, experiment.AtlasRow{Policy: experiment.MapPolicy})
	if got, err := mapChoice(usual, ""); err != nil || got != experiment.MapPolicy {
		t.Errorf("shown first is %q, %v", got, err)
	}
}
