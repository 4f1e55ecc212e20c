package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// shardSpec is small enough for a test, with two problems and two policies.
const shardSpec = `replications = 3
[[problem]]
name = "dropwave"
budget-share = 0.1
[[problem]]
name = "branin"
budget-share = 0.1
[[policy]]
name = "ei-puc"
[[policy]]
name = "random"
`

// The lines of docs/experiments.md for GNU parallel and for Slurm, as they stand:
// shards into one directory are the experiment, run by run, and one that was lost
// is done again.
func TestShardsAsDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/experiments.md")
	testkit.OK(t, err)
	line := func(start string) string {
		for l := range strings.Lines(string(text)) {
			if strings.HasPrefix(l, start) {
				return strings.TrimSpace(l)
			}
		}
		t.Fatalf("docs/experiments.md has no line %s…", start)
		return ""
	}
	parallel, slurm := line("parallel farsight"), line(`farsight experiment run --spec paper.toml --shard "$SLURM_ARRAY_TASK_ID/16"`)
	dir, env := desk(t, map[string]string{"paper.toml": shardSpec})
	runs := func(results string) string {
		t.Helper()
		at(t, dir, env, "farsight", "experiment", "report", results, "--runs", results+".csv")
		data, err := os.ReadFile(filepath.Join(dir, results+".csv"))
		testkit.OK(t, err)
		rows := strings.Split(strings.TrimSpace(string(data)), "\n")
		for i, r := range rows {
			rows[i] = r[:strings.LastIndex(r, ",")] // the last column is how long it took
		}
		slices.Sort(rows) // runs come in the order they ended
		return strings.Join(rows, "\n")
	}
	at(t, dir, env, "farsight", "experiment", "run", "--spec", "paper.toml", "--out", "whole")
	whole := runs("whole")

	for _, task := range []string{"1", "2", "3", "4"} { // as Slurm would
		at(t, dir, append(env, "SLURM_ARRAY_TASK_ID="+task), "sh", "-c", strings.ReplaceAll(strings.ReplaceAll(slurm, "/16", "/4"), "--out results", "--out array"))
	}
	if got := runs("array"); got != whole {
		t.Errorf("an array of four: %d bytes of runs, one execution has %d", len(got), len(whole))
	}
	testkit.OK(t, os.Remove(filepath.Join(dir, "array", "results-3-of-4.jsonl")))
	if runs("array") == whole {
		t.Error("a shard was lost, and nothing is missing")
	}
	at(t, dir, env, "farsight", "experiment", "run", "--spec", "paper.toml", "--shard", "3/4", "--out", "array")
	if got := runs("array"); got != whole {
		t.Error("a shard that was lost was not done again")
	}

	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skip("no GNU parallel: its line is not run")
	}
	at(t, dir, env, "sh", "-c", parallel)
	if got := runs("results"); got != whole {
		t.Errorf("four at once: %d bytes of runs, one execution has %d", len(got), len(whole))
	}
}
