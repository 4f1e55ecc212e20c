package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/internal/stats"
	"farsight/internal/testkit"
)

// Every problem gets an SVG and a PNG named as the report names them, and a
// policy has one colour in all of them.
func TestFiguresOfAReport(t *testing.T) {
	t.Parallel()
	curve := func(policy string) experiment.PolicySummary {
		q := experiment.PolicySummary{Policy: policy}
		for i := range experiment.Shares {
			v := -float64(i) / 10
			q.Curve = append(q.Curve, stats.Summary{N: 3, Mean: v, Low: v - 0.1, High: v + 0.1})
		}
		return q
	}
	s := experiment.Summary{Problems: []experiment.ProblemSummary{
		{Problem: "Drop wave", Regret: true, Policies: []experiment.PolicySummary{curve("ei"), curve("pbgi")}},
		{Problem: "lda", Policies: []experiment.PolicySummary{curve("pbgi")}},
	}}
	dir := t.TempDir()
	for range 2 { // a second time replaces them
		testkit.OK(t, writeFigures(s, dir))
	}
	for name, want := range map[string]string{"drop-wave": "log10 regret, mean", "lda": "best value, mean"} {
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		testkit.OK(t, err)
		if got := string(svg); !strings.Contains(got, want) || !strings.Contains(got, `stroke="#8a5a2c"`) || strings.Contains(got, `stroke="#65750a"`) != (name == "drop-wave") {
			t.Errorf("%s: want %q and pbgi in its colour:\n%s", name, want, got)
		}
		png, err := os.ReadFile(filepath.Join(dir, name+".png"))
		if err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
			t.Errorf("%s.png: %v", name, err)
		}
	}
}
