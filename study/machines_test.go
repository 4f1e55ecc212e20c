package study

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"farsight/internal/testkit"
)

// The replays a newcomer meets first evaluate the same points on every machine, with
// and without assembly, to three millionths of each parameter's range, which is
// where climbs end. FARSIGHT_RECORD=1 records them anew.
func TestReplaysAgreeBetweenMachines(t *testing.T) {
	t.Parallel()
	const file = "testdata/replays.json"
	got := map[string][][]float64{}
	for _, name := range []string{"myopia", "overspend", "planning", "cost-learning", "sequencing", "deadline", "ration"} {
		p := scenario(t, name, 0)
		for _, policy := range p.Compare {
			for _, row := range replayOf(t, p, policy, Settings{}).Last().Rows {
				got[name+", "+policy] = append(got[name+", "+policy], p.ToUnit(row.X))
			}
		}
	}
	if os.Getenv("FARSIGHT_RECORD") != "" {
		data, err := json.MarshalIndent(got, "", " ")
		if err != nil || os.WriteFile(file, append(data, '\n'), 0o644) != nil {
			t.Fatal("not recorded", err)
		}
	}
	data, err := os.ReadFile(file)
	testkit.OK(t, err)
	var want map[string][][]float64
	if err := json.Unmarshal(data, &want); err != nil || len(want) != len(got) || len(want) < 12 {
		t.Fatalf("%d replays recorded: %v", len(want), err)
	}
	largest := 0.0
	for name, rows := range got {
		if len(rows) != len(want[name]) {
			t.Errorf("%s: %d evaluations, recorded %d", name, len(rows), len(want[name]))
			continue
		}
		for i, u := range rows {
			for j, v := range u {
				off := math.Abs(v - want[name][i][j])
				if largest = max(largest, off); !(off <= 3e-6) {
					t.Errorf("%s: evaluation %d is at %v, recorded %v", name, i+1, u, want[name][i])
				}
			}
		}
	}
	t.Log("largest difference:", largest)
}
