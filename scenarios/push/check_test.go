package push

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// reference holds Box2D's answers to 300 random pushes.
const reference = "testdata/box2d_push.csv"

func TestAgreesWithBox2D(t *testing.T) {
	t.Parallel()
	report, err := CheckFile(reference)
	testkit.OK(t, err)
	t.Logf("%+v", report)
	if report.Rows != 300 || report.Misses != 49 {
		t.Errorf("read %d rows with %d misses, want 300 with 49", report.Rows, report.Misses)
	}
	if !report.OK() {
		t.Errorf("beyond the limits %g, %g, %g: %+v", LimitMedian, LimitP95, LimitMaximum, report)
	}
	// What this solver reaches, with room: a change that costs a digit shows.
	if report.Median > 5e-7 || report.P95 > 5e-6 || report.Maximum > 1e-4 {
		t.Errorf("within the limits, but worse than it was (1.3e-7, 1e-6, 1e-5): %+v", report)
	}
}

// shifted are pushes whose supposed answers lie the given distances off ours.
func shifted(distances ...float64) []row {
	rows := make([]row, len(distances))
	for i, d := range distances {
		x, y := Push(2, float64(i)/10, 10)
		rows[i] = row{2, float64(i) / 10, 10, x + d, y}
	}
	return rows
}

func TestReport(t *testing.T) {
	t.Parallel()
	distances := make([]float64, 20)
	for i := range distances {
		distances[i] = float64((7*i)%20) * 0x1p-20 // 0 … 19 in some order
	}
	got := check(shifted(distances...))
	// The median lies between 9 and 10; one row in 20 lies above the 95th percentile.
	want := Report{Rows: 20, Median: 9.5 * 0x1p-20, P95: 18 * 0x1p-20, Maximum: 19 * 0x1p-20, Worst: 17}
	if got != want || !got.OK() {
		t.Errorf("got %+v (OK: %v), want %+v and OK", got, got.OK(), want)
	}
	for name, c := range map[string]struct {
		rows []row
		ok   bool
	}{
		"equal":             {shifted(0, 0, 0), true},
		"median too large":  {shifted(0, 2e-5, 2e-5), false},
		"maximum too large": {shifted(append(make([]float64, 39), 2e-3)...), false},
		"5 % may be larger": {shifted(append(make([]float64, 38), 5e-4, 5e-4)...), true},
		"7.5 % may not":     {shifted(append(make([]float64, 37), 5e-4, 5e-4, 5e-4)...), false},
		"no rows":           {nil, false},
		"a miss":            {[]row{{5, 5, 1, 0, 0}}, true},
		"a touch that is said to miss, however light": {append(shifted(0, 0, 0), lightTouch(t)), false},
	} {
		if r := check(c.rows); r.OK() != c.ok {
			t.Errorf("%s: OK is %v for %+v", name, r.OK(), r)
		}
	}
}

// lightTouch is a push that moves the disc by less than a millimetre, with a
// wrong answer that says it misses.
func lightTouch(t *testing.T) row {
	for ry := 4.0; ry < 5; ry += 0.01 {
		x, y := Push(4, ry, 10)
		if d := (Point{x, y}).norm(); d > 0 && d < LimitMaximum {
			return row{4, ry, 10, 0, 0}
		}
	}
	t.Fatal("found no light touch")
	return row{}
}

func TestFilesWithMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, says string }{
		"empty":           {"", "x.csv: is empty"},
		"header only":     {"rx,ry,t,wx,wy\n", "x.csv: names columns but has no rows"},
		"missing column":  {"rx,ry,t,wx\n1,2,3,4\n", "x.csv: has no column wy; the first line must name rx, ry, t, wx, wy"},
		"no number":       {"rx,ry,t,wx,wy\n1,2,3,NaN,5\n", `x.csv:2:7: wx: row 1: "NaN" is not a finite number`},
		"short row":       {"rx,ry,t,wx,wy\n1,2,3\n", "x.csv:2:1: this row has not as many cells as the first line names columns"},
		"too long a push": {"rx,ry,t,wx,wy\n1,2,3e7,4,5\n", "x.csv:2: t is 3e+07; a push lasts between 0 and 1000"},
		"too far a start": {"rx,ry,t,wx,wy\n1,-2e4,3,4,5\n", "x.csv:2: ry is -20000; the hand must start within ±1000"},
		"escape sequence": {"rx,ry,t,wx,wy\n1,\x1b[2J,3,4,5\n", `x.csv:2:3: ry: row 1: "`},
	} {
		file := filepath.Join(dir, "x.csv")
		testkit.OK(t, os.WriteFile(file, []byte(c.text), 0o644))
		report, err := CheckFile(file)
		if err == nil {
			t.Errorf("%s: no error but %+v", name, report)
		} else if got := strings.TrimPrefix(err.Error(), dir+string(filepath.Separator)); !strings.HasPrefix(got, c.says) || strings.ContainsRune(got, 0x1b) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.says)
		}
	}
}
