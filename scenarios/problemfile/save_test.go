package problemfile

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios/table"
)

// A saved fit gives bit for bit the problem that was fitted, for both kinds of
// surrogate, and saving it again changes nothing.
func TestSaveFit(t *testing.T) {
	t.Parallel()
	known := strings.Replace(tableFile, "cost = \"seconds / 60\"\n", "[cost]\nexpression = \"(1 + x)*sqrt(tau)\"\nknown = true\n", 1)
	for name, toml := range map[string]string{
		"gp": tableFile, "forest": tableFile + "surrogate = \"forest\"\n", "known": known,
		"maximised": strings.Replace(tableFile, "minimise", "maximise", 1),
		"around":    tableFile + "\n# of the model\n[model.objective]\npriors = \"paper\"\n",
		"crlf":      strings.ReplaceAll(tableFile, "\n", "\r\n"),
		"no name":   strings.Replace(tableFile, "name = \"lab\"\n", "", 1),
	} {
		t.Run(name, func(t *testing.T) {
			p, tab, text := lab(t, toml)
			saved, err := SaveFit([]byte(text), p)
			testkit.OK(t, err)
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				if !bytes.Contains(saved, []byte(line)) {
					t.Errorf("the line %q is gone:\n%s", line, saved)
				}
			}
			q, err := Parse("lab.toml", saved, p.Dir)
			if err != nil {
				t.Fatalf("%v\n%s", err, saved)
			}
			again := q.Source.(*table.Source)
			if again.Fit == nil || again.Stale {
				t.Fatalf("the fit just saved is stale:\n%s", saved)
			}
			for _, x := range [][]float64{{0.25, 10}, {0.5, 100}, {0.9, 3}} {
				if a, b := at(t, p, x...), at(t, q, x...); a != b {
					t.Errorf("%+v fitted, %+v saved", a, b)
				}
			}
			a, errA := p.BestKnown()
			b, errB := q.BestKnown()
			if errA != nil || errB != nil || a.Value != b.Value || !slices.Equal(a.X, b.X) {
				t.Errorf("best %+v (%v) fitted, %+v (%v) saved", a, errA, b, errB)
			}
			twice, err := SaveFit(saved, q)
			if err != nil || !bytes.Equal(twice, saved) {
				t.Errorf("saved twice (%v):\n%s\nonce:\n%s", err, twice, saved)
			}
			if (again.Fit.Cost != nil) != (name != "forest" && name != "known") || tab.Fit != nil {
				t.Errorf("%+v", again.Fit)
			}
		})
	}
	if _, err := SaveFit([]byte(base), parse(t, base)); err == nil || !strings.Contains(err.Error(), "no table") {
		t.Errorf("a problem without a table: %v", err)
	}
}

// Whatever the surrogates depend on makes a saved fit stale; what they do not
// depend on does not. A stale fit is no mistake, and is not used.
func TestStaleFit(t *testing.T) {
	t.Parallel()
	p, _, text := lab(t, tableFile)
	saved, err := SaveFit([]byte(text), p)
	testkit.OK(t, err)
	for _, c := range []struct {
		old, new string
		stale    bool
	}{
		{"", "", false},
		{"budget = 10", "budget = 20\ntitle = \"another\"", false},
		{"name = \"x\"", "column = \"x\"\nunit = \"m\"\nname = \"speed\"", false},
		{"high = 1\n", "high = 1.5\n", true},
		{"scale = \"log\"\n", "", true},
		{"scale = \"log\"\n", "scale = \"log\"\ninteger = true\n", true},
		{"minimise", "maximise", true},
		{"objective = \"loss\"", "objective = \"loss + 1\"", true},
		{"seconds / 60", "seconds / 3600", true},
		{"objective = \"loss\"", "surrogate = \"forest\"\nobjective = \"loss\"", true},
		{"[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n", "", true},
		{"checksum = \"", "checksum = \"0", true},
		{"\nx = [0.", "\nx = [2.", true}, // outside: mended by hand, and wrongly
	} {
		changed := strings.Replace(string(saved), c.old, c.new, 1)
		if changed == string(saved) && c.old != "" {
			t.Fatalf("%q is not in\n%s", c.old, saved)
		}
		q, err := Parse("lab.toml", []byte(changed), p.Dir)
		if err != nil {
			t.Errorf("%q: %v", c.new, err)
			continue
		}
		tab := q.Source.(*table.Source)
		if tab.Stale != c.stale {
			t.Errorf("%q for %q: stale %v, want %v", c.new, c.old, tab.Stale, c.stale)
		}
		if c.new == "maximise" { // the hyperparameters of −loss would be wrong
			e := at(t, q, 0.5, 100)
			if want := 0.04 + math.Log2(100)/10; math.Abs(e.Value-want) > 0.02 {
				t.Errorf("a stale fit gives %v, want %v", e.Value, want)
			}
		}
	}
	// More rows, too.
	csv := filepath.Join(p.Dir, "lab.csv")
	data, err := os.ReadFile(csv)
	testkit.OK(t, err)
	testkit.OK(t, os.WriteFile(csv, append(data, "0.33,3,61,0.2,new\n"...), 0o600))
	q, err := Parse("lab.toml", saved, p.Dir)
	if err != nil || !q.Source.(*table.Source).Stale {
		t.Errorf("one more row: %v", err)
	}
	for _, wrong := range []string{"checksum = 3", "optimum = \"x\"", "optimum = nan", "x = [\"a\"]", "best = 1", "variance = -1", "lengthscale = [0]"} {
		field, _, _ := strings.Cut(wrong, " ")
		var kept []string
		for _, line := range strings.Split(string(saved), "\n") {
			if strings.HasPrefix(line, field+" = ") && (field != "x" || strings.Contains(line, "[")) {
				line = wrong
			}
			kept = append(kept, line)
		}
		changed := strings.Join(kept, "\n")
		if field == "best" {
			changed = strings.Replace(string(saved), "checksum", "best = 1\nchecksum", 1)
		}
		if _, err := Parse("lab.toml", []byte(changed), p.Dir); err == nil || !strings.Contains(err.Error(), "table.fit.") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A line of a note that looks like a saved fit, whether the rest of the file can be read without it or not:
// nothing is changed, and the fit is shown instead.
func TestSaveFitGivesUp(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "[beside it]\n"} {
		text := "note = \"\"\"\n[table.fit]\nis written by farsight\n" + end + "\"\"\"\n" + tableFile
		p, err := loadTable(t, smooth(), text)
		testkit.OK(t, err)
		if _, err := SaveFit([]byte(text), p); err == nil || !strings.Contains(err.Error(), "by hand:\n\n[table.fit]\nchecksum") {
			t.Errorf("error %v", err)
		}
	}
}
