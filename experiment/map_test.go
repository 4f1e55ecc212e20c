package experiment

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
)

// tiny is a map of a second: two budgets, a constant and a rising cost.
func tiny(t testing.TB, firstSeed uint64) Spec {
	t.Helper()
	s := Spec{
		FirstSeed: firstSeed,
		Map:       &mapSpec{dimensions: []int{1, 2}, worth: []float64{2, 3}, spreads: []float64{1, 10}, costs: []string{"rising"}, draws: []int{4, 3}},
		Policies:  []PolicySpec{{Name: "ei"}, {Name: "ei-puc"}, {Name: "2-b-ms-ei", As: "2-b-ms-ei, true budget", Options: "effort=quick schedule=off"}},
	}
	testkit.OK(t, s.Check())
	return s
}

// shippedCells are those of the shipped map with some spreads.
func shippedCells(spreads ...float64) []builtin.Cell {
	var out []builtin.Cell
	for d := 1; d <= 3; d++ {
		for _, worth := range []float64{2, 3, 5, 8, 15} {
			for _, spread := range spreads {
				c := builtin.Cell{Dim: d, Worth: worth, Spread: spread}
				out = append(out, c)
				if spread > 1 {
					c.Rising = true
					out = append(out, c)
				}
				c.Rising, c.Moving = false, true
				out = append(out, c)
			}
		}
	}
	return out
}

// The shipped map is all cells of two specifications, which have none in common
// and the same policies, in an order that covers them as early as can be.
func TestMapSpecification(t *testing.T) {
	t.Parallel()
	s, err := Load("../examples/map.toml")
	testkit.OK(t, err)
	far, err := Load("../examples/money-map.toml")
	testkit.OK(t, err)
	if !reflect.DeepEqual(s.Policies, far.Policies) {
		t.Errorf("costs alike have %v, costs far apart %v", s.Policies, far.Policies)
	}
	cells, apart := shippedCells(1, 3), shippedCells(10, 30)
	problems := s.problems()
	if len(problems) != len(cells) || len(far.problems()) != len(apart) {
		t.Fatalf("%d problems of %d cells, %d of %d", len(problems), len(cells), len(far.problems()), len(apart))
	}
	for i, p := range far.problems() {
		if *p.cell != apart[i] {
			t.Errorf("%v stands for %v", p, apart[i])
		}
	}
	for i, p := range problems {
		if *p.cell != cells[i] || p.Label() != cells[i].String() || !strings.Contains(p.String(), cells[i].String()) {
			t.Errorf("%v stands for %v", p, cells[i])
		}
	}
	for i, j := range s.Jobs()[:len(cells)*len(s.Policies)] {
		if j.Replication != 1 || j.seed != s.FirstSeed+1 || j.Problem.Label() != cells[i/len(s.Policies)].String() {
			t.Fatalf("run %d is replication %d of %s", i, j.Replication, j.Problem.Label())
		}
	}
	for text, want := range map[string]string{
		"[map]\ndimensions = [1]": "map.worth is missing",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [1]\ncosts = [\"rising\"]\ndraws = [1, 2]":    "map.draws has 2 numbers",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [1]\ncosts = [\"rising\"]\ndraws = [0]":       "at least one draw",
		"[map]\ndimensions = [4]\nworth = [2]\nspreads = [1]\ncosts = [\"rising\"]\ndraws = [1]":       "1 to 3 dimensions, not 4",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [0]\ncosts = [\"rising\"]\ndraws = [1]":       "spread",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [1]\ncosts = [\"falling\"]\ndraws = [1]":      "falling",
		"[map]\ndimensions = [1]\nworth = [2, 2]\nspreads = [1]\ncosts = [\"rising\"]\ndraws = [1, 1]": "two problems are called",
		"[map]\nworths = [1]": "unknown field",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [3]\ncosts = [\"rising\"]\ndraws = [1]\n[map.more]\n\"d=1 spread 3 rising\" = [2, 3]": `map.more, "d=1 spread 3 rising" has 2 numbers`,
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [3]\ncosts = [\"rising\"]\ndraws = [1]\n[map.more]\n\"d=1 spread 3 rising\" = [0]":    "at least one draw",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [3]\ncosts = [\"rising\"]\ndraws = [1]\n[map.more]\n\"d=1 spread 10 rising\" = [2]":   "it has d=1 spread 3 rising",
	} {
		file := filepath.Join(t.TempDir(), "map.toml")
		testkit.OK(t, os.WriteFile(file, []byte(text+"\n[[policy]]\nname = \"ei\"\n"), 0o600))
		if _, err := Load(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A tiny map, run: what it says is what the records say, and it is written and
// read back.
func TestAtlasOfATinyMap(t *testing.T) {
	t.Parallel()
	s := tiny(t, 0)
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir}))
	rows, err := Atlas(dir)
	testkit.OK(t, err)
	if len(rows) != 2*2*2*3 {
		t.Fatalf("%d rows", len(rows))
	}
	records, err := Read(dir)
	testkit.OK(t, err)
	for _, row := range rows {
		var sum float64
		n := 0
		for _, r := range records {
			if r.Problem == row.Cell.String() && r.Policy == row.Policy {
				sum += r.gain()
				n++
				if r.Optimum != nil || r.Budget != row.Cell.Worth {
					t.Errorf("%+v", r)
				}
			}
		}
		if row.Draws != n || n != 6-int(row.Cell.Worth) && n != 7-int(row.Cell.Worth)-1 || math.Abs(row.Improvement-sum/float64(n)) > 1e-12 {
			t.Errorf("%+v, want %v of %d", row, sum/float64(n), n)
		}
	}
	var file bytes.Buffer
	testkit.OK(t, WriteAtlas(&file, rows))
	text := file.String()
	again, err := ReadAtlas(strings.NewReader(text))
	if err != nil || len(again) != len(rows) {
		t.Fatalf("%d rows, %v\n%s", len(again), err, text)
	}
	var twice bytes.Buffer
	if err := WriteAtlas(&twice, again); err != nil || twice.String() != text {
		t.Errorf("%v: read and written again\n%s\nis\n%s", err, text, twice.String())
	}
	// A label that a spreadsheet would execute is text, and is read as it was.
	for i := range again {
		if again[i].Policy = "=" + again[i].Policy; again[i].Best != "" {
			again[i].Best = "=" + again[i].Best
		}
	}
	twice.Reset()
	if err := WriteAtlas(&twice, again); err != nil || strings.Contains(twice.String(), ",=") || !strings.Contains(twice.String(), ",'=") {
		t.Errorf("%v: labels that are formulas are written as\n%s", err, twice.String())
	}
	if back, err := ReadAtlas(&twice); err != nil || back[0].Policy != again[0].Policy || back[0].Best != again[0].Best {
		t.Errorf("%v: labels that are formulas are read as %+v", err, back)
	}
	badAtlas(t, text)
}

// badAtlas spoils a sound table in many ways.
func badAtlas(t *testing.T, text string) {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	for name, bad := range map[string]string{
		"nothing":    "",
		"no header":  strings.Join(lines[1:], ""),
		"a field":    text + "1,2\n",
		"twice":      text + lines[1],
		"no cell":    strings.Replace(text, "\n1,2,1,constant", "\n9,2,1,constant", 1),
		"no number":  strings.Replace(text, ",ei,4,", ",ei,4,x", 1),
		"infinite":   strings.Replace(text, ",ei,4,", ",ei,4,Inf,,,,,,\n#", 1),
		"no draws":   strings.Replace(text, ",ei,4,", ",ei,0,", 1),
		"no best":    strings.Replace(text, ",ei,4,", ",ei-pc,4,", 1),
		"difference": lines[0] + "1,2,1,constant,ei,4,1,1,ei,1,1,1,1\n",
	} {
		if _, err := ReadAtlas(strings.NewReader(bad)); err == nil {
			t.Errorf("%s: no mistake found", name)
		}
	}
}

// cellRecord is a run on a cell that improved by so much.
func cellRecord(policy string, seed uint64, improvement float64) Record {
	return Record{Version: formatVersion, Problem: "d=1 worth 2 spread 10 rising", Policy: policy, Replication: int(seed), Seed: seed, Budget: 2, Initial: 1, Best: 1 + improvement}
}

// By hand: the best closed form, the paired difference and its percentage. The
// differences of the tree are 0.1, 0.3: mean 0.2, t(1, 0.975) = 12.706 times
// 0.1414/√2 = 0.1 for half of the interval; of the mean of ei, 0.5, 40 %.
func TestAtlasByHand(t *testing.T) {
	t.Parallel()
	a := samples{}
	for _, r := range []Record{
		cellRecord("ei", 1, 0.4), cellRecord("ei", 2, 0.6), cellRecord("ei-puc", 1, 0.5), cellRecord("ei-puc", 2, 0.3),
		cellRecord("tree", 1, 0.5), cellRecord("tree", 2, 0.9), cellRecord("tree", 3, 2),
	} {
		testkit.OK(t, a.add(r))
	}
	rows, err := a.atlas()
	testkit.OK(t, err)
	tree := rows[2]
	if tree.Policy != "tree" || tree.Best != "ei" || tree.Draws != 3 || math.Abs(tree.Difference-0.2) > 1e-12 ||
		math.Abs(tree.DifferenceHalf-1.2706) > 1e-4 || math.Abs(tree.Percent-40) > 1e-9 || math.Abs(tree.PercentHalf-254.12) > 0.01 {
		t.Errorf("%+v", tree)
	}
	if ei := rows[0]; ei.Policy != "ei" || ei.Difference != 0 || ei.Pays() || ei.Loses() {
		t.Errorf("%+v", ei)
	}
	other := cellRecord("tree", 4, 1)
	other.Settings = "policy tree effort thorough"
	if err := a.add(other); err == nil || !strings.Contains(err.Error(), "different settings") {
		t.Errorf("mixed settings: %v", err)
	}
	if err := a.add(record("dropwave", "ei", 1, 0.1)); err != nil {
		t.Error(err)
	}
	if _, err := a.atlas(); err == nil || !strings.Contains(err.Error(), "not those of a map") {
		t.Errorf("dropwave on a map: %v", err)
	}
}

// put writes records into a directory of their own.
func put(t *testing.T, records []Record) string {
	t.Helper()
	dir := t.TempDir()
	var b bytes.Buffer
	for _, r := range records {
		line, err := encode(r)
		testkit.OK(t, err)
		b.Write(line)
	}
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "results.jsonl"), b.Bytes(), 0o600))
	return dir
}

// Another first seed is another experiment: nothing of it is taken for done,
// and reports keep both.
func TestFirstSeedsAreOtherRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := tiny(t, 0)
	s.Map.dimensions, s.Map.worth, s.Map.draws, s.Policies = []int{1}, []float64{2}, []int{2}, s.Policies[:1]
	for _, first := range []uint64{0, 1000} {
		s.FirstSeed = first
		testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir}))
	}
	rows, err := Atlas(dir)
	if err != nil || len(rows) != 2 || rows[0].Draws != 4 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// The expected gains of real policies have the mean of their improvements, and
// less spread.
func TestExpectedGainsOfPolicies(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	draws := testkit.SweepSize(30, 80, 150)
	for _, cell := range []builtin.Cell{{Dim: 1, Worth: 3, Spread: 10}, {Dim: 2, Worth: 2, Spread: 10, Rising: true}} {
		p := &ProblemSpec{Name: cell.String(), cell: &cell}
		for _, policy := range []string{"ei-puc", "ei-pc"} {
			luck, lucky, gains := make([]float64, draws), make([]float64, draws), make([]float64, draws)
			for i := range draws {
				r, err := Job{Problem: p, Policy: &PolicySpec{Name: policy}, seed: uint64(i)}.do(t.Context())
				testkit.OK(t, err)
				gains[i], lucky[i] = r.gain(), r.improvement()
				luck[i] = lucky[i] - gains[i]
			}
			s, a, b := stats.Summarise(luck), stats.Summarise(lucky), stats.Summarise(gains)
			t.Logf("%v, %s: improvement %.3f ± %.3f, expected gains %.3f ± %.3f", cell, policy, a.Mean, a.Half(), b.Mean, b.Half())
			if math.Abs(s.Mean) > 1.6*s.Half() {
				t.Errorf("%v, %s: improvements exceed expected gains by %v ± %v", cell, policy, s.Mean, s.Half())
			}
			if b.Half() > a.Half() {
				t.Errorf("%v, %s: expected gains spread by %v, improvements by %v", cell, policy, b.Half(), a.Half())
			}
		}
	}
}
