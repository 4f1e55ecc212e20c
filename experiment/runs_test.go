package experiment

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Every evaluation of a run is written with its point and what was believed: whoever reads it has the run.
func TestRunsAreWritten(t *testing.T) {
	t.Parallel()
	s := small(t)
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs()[:3], Settings{Dir: dir, Workers: 1}))
	records, err := Read(dir)
	if err != nil || len(records) != 3 {
		t.Fatalf("%d runs, %v", len(records), err)
	}
	for _, r := range records {
		n := len(r.Costs)
		if n == 0 || len(r.X) != n || len(r.Models) < n || len(r.X[0]) != r.Dim || len(r.Models[0].Objective.Scale) != r.Dim || r.Models[0].Cost == nil || r.Stop == "" {
			t.Errorf("%s: %d evaluations, %d points, %d models, ended by %q", r.Policy, n, len(r.X), len(r.Models), r.Stop)
		}
	}
	var text bytes.Buffer
	testkit.OK(t, writeRuns(&text, records))
	rows, err := csv.NewReader(&text).ReadAll()
	testkit.OK(t, err)
	at := 1
	for _, r := range records {
		for i, x := range r.X {
			row := rows[at]
			at++
			for k, word := range strings.Fields(row[9]) {
				if v, err := strconv.ParseFloat(word, 64); err != nil || v != x[k] {
					t.Fatalf("%s, evaluation %d: point %q, want %v", r.Policy, i+1, row[9], x)
				}
			}
			if row[11] != exact(r.Costs[i]) || row[7] != r.Stop || row[15] != exact(r.Models[i].Objective.Variance) {
				t.Fatalf("%q", row)
			}
		}
	}
	if at != len(rows) {
		t.Errorf("%d lines, want %d", len(rows), at)
	}
	text.Reset()
	var back []Record
	testkit.OK(t, writeRunsJSON(&text, records))
	if err := json.Unmarshal(text.Bytes(), &back); err != nil || !reflect.DeepEqual(back, records) {
		t.Errorf("as JSON they are other runs (%v)", err)
	}
}
