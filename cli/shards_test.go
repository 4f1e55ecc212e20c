package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

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
