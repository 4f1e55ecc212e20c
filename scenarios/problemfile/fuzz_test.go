package problemfile

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/table"
)

// checkMistakes fails unless err is a list of mistakes that say something
// harmless about a place that exists.
func checkMistakes(t *testing.T, err error) {
	t.Helper()
	var all mistake.List
	if !errors.As(err, &all) || len(all) == 0 {
		t.Fatalf("error %v, want Mistakes", err)
	}
	for _, m := range all {
		if m.Message == "" || m.Line < 0 || m.Column < 0 || m.Line == 0 && m.Column > 0 {
			t.Errorf("mistake %+v", m)
		}
		for _, r := range m.String() {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				t.Errorf("mistake %q holds %U", m.String(), r)
			}
		}
	}
}

// nasty are problem files full of what readers trip over: the largest and the
// smallest numbers, many of something, deep nesting, and what a terminal obeys.
func nasty() []string {
	all := []string{
		"note = \"\\u001b]0;a\\u0007\\u202e\"\n" + base,
		"name = \"" + strings.Repeat("a", 5000) + "\"\n",
		"a = " + strings.Repeat("[", 3000) + strings.Repeat("]", 3000),
		strings.Repeat("a.", 3000) + "b = 1",
		strings.Repeat("[[parameter]]\nname = 'x'\n", 300),
		"budget = 3\n[[parameter]]\nname = 'x'\nlow = 0\nhigh = 1\n[objective]\nexpression = '" + strings.Repeat("(", 3000) + "x'\n[cost]\nexpression = '" + strings.Repeat("1+", 4000) + "x'\n",
		"budget = 3\n[[parameter]]\nname = 'x'\nlow = 0\nhigh = 1\n[objective]\nexpression = 'x'\nnoisy = true\nnoise = 1e150\nsd = 5e-324\n[cost]\nexpression = '1'\n[initial]\npoints = [[1]]\nvalues = [1]\ncosts = [1]\nsds = [1e-160]\n",
		"budget = 3\n[[parameter]]\nname = 'x'\nlow = 0\nhigh = 1\nstep = 5e-324\n[initial]\nsobol = 9223372036854775807\n",
	}
	const text = "budget = %[1]v\n[[parameter]]\nname = 'x'\nlow = %[2]v\nhigh = %[1]v\n[objective]\nexpression = '%[1]v*x'\n[cost]\nexpression = '1 + x*x'\n[initial]\npoints = [[%[1]v]]\nvalues = [%[2]v]\ncosts = [%[1]v]\n" +
		"[model.objective]\nmean = %[2]v\nvariance = %[1]v\nlengthscale = %[1]v\nnoise-variance = %[1]v\n[optimum]\nvalue = %[1]v\n"
	for _, v := range testkit.Numbers {
		all = append(all, fmt.Sprintf(text, v, -v))
	}
	return all
}

// evaluate measures a few points of a problem that reaches nothing outside. What
// comes of it may be an error, or any number: it only has to come.
func evaluate(ctx context.Context, p *scenarios.Problem) {
	const most = 20 // parameters: more are slow, and no mistake
	if p.Source == nil || p.Source.Permission() != nil || p.Dim() > most {
		return
	}
	for _, at := range []float64{0, 0.3, 1} {
		share := make([]float64, p.Dim())
		for i := range share {
			share[i] = at
		}
		_, _ = p.Source.Evaluate(ctx, scenarios.FromShares(p.Parameters, share))
	}
}

// No problem file makes the reader or what it has read panic or hang; what it
// accepts can be formatted and read back.
func FuzzParse(f *testing.F) {
	for _, text := range testkit.Files(f, "../builtin/*.toml", "../builtin/template/*.toml", "../../examples/*.toml") {
		f.Add(text)
	}
	for _, text := range nasty() {
		f.Add([]byte(text))
	}
	for _, s := range []string{
		base, commandFile, tableFile, forestFile, drawText, "budget = 3\n[push]\ntarget = [3, -2]\n", "", "\xff", "a = 1", "parameter = 3", "parameter = [1, {name = 'x'}]", "[policy]\nei = 3", "[model]\nobjective = []",
		"[[parameter]]\n[[parameter.x]]\n[parameter.y]\n", "initial = {points = [[[1]], 2]}", "[theorem-1]\nepsilon = nan\npart = 1.5", "compare = [1, [2]]",
		"budget = 1_0\nname = '''x'''\n[[parameter]]\nname='a'\nlow=+0x1\nhigh=0b11\n", "\"\" = 1\n'\\' = 2", "[objective]\nexpression = \"\"\"\\\n  \\u0078 +\"\"\"\n[[parameter]]\nname='x'\nlow=0\nhigh=1",
		"[command]\nrun = ['{', '{{x', '{x}}']\n[[parameter]]\nname='x'\nlow=0\nhigh=1", "budget = -inf\n[cost]\nknown = true\nexpression = 'x'\n",
	} {
		f.Add([]byte(s))
	}
	dir := f.TempDir() // empty: tables are never found
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.RunBounded(t, func(ctx context.Context) {
			p, err := Parse("fuzz\x1b.toml", data, dir)
			if err != nil {
				checkMistakes(t, err)
				return
			}
			text, err := Format(p)
			testkit.OK(t, err)
			q, err := Parse("again.toml", text, dir)
			if err != nil {
				t.Fatalf("%v\nin\n%s", err, text)
			}
			again, err := Format(q)
			if err != nil || string(again) != string(text) {
				t.Errorf("formatted\n%sthen\n%s", text, again)
			}
			evaluate(ctx, p)
		})
	})
}

// No table makes the reader panic or hang, and what it accepts is finite, in
// range, and can be evaluated.
func FuzzTable(f *testing.F) {
	for _, s := range []string{
		smooth(), "", "x,time constant,loss,seconds\n0,1,1,1\n", "x;time constant;loss;seconds\n0;1;1;1\n1;2;3;4\n0;5;6;7\n",
		"x,time constant,loss,seconds\n0,1,5e-324,5e-324\n1,1024,1e154,1e-160\n0.5,2,-1e154,1e154\n0.5,2,1,2\n", "x,time constant,loss,seconds\n0,1,1e308,1e308\n1,1024,-1e308,1e308\n0.5,2,1e308,1e308\n",
		"x,time constant,loss,seconds\n" + strings.Repeat("0.5,2,1,1\n", 200), "x,\x1b[2J,loss,seconds\n0,1,1,1\n", strings.Repeat(",", 5000) + "\n",
		"\"x\n", "x,x\n", "#\n", "\ufeffx\ttime constant\tloss\tseconds\n1\t2\t3\t4\n", "x,time constant,loss,seconds\r\n0,1,1e999,1\r\n",
	} {
		f.Add([]byte(s))
	}
	dir := f.TempDir()
	path := filepath.Join(dir, "lab.csv")
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.OK(t, os.WriteFile(path, data, 0o600))
		testkit.RunBounded(t, func(ctx context.Context) {
			p, err := Parse("lab.toml", []byte(tableFile), dir)
			if err != nil {
				checkMistakes(t, err)
				return
			}
			tab := p.Source.(*table.Source)
			if len(tab.X) < 3 || len(tab.X) != len(tab.Value) || len(tab.X) != len(tab.Paid) {
				t.Fatalf("%d points, %d values, %d costs", len(tab.X), len(tab.Value), len(tab.Paid))
			}
			for i, x := range tab.X {
				if err := p.CheckPoint(x); err != nil || math.IsNaN(tab.Value[i]) || math.IsInf(tab.Value[i], 0) || !(tab.Paid[i] > 0) || math.IsInf(tab.Paid[i], 0) {
					t.Errorf("row %d: %v, %v, %v: %v", i+1, x, tab.Value[i], tab.Paid[i], err)
				}
			}
			// Fits take their time, and what trips them needs few rows; of larger
			// tables some are tried.
			if len(tab.X) > 8 && crc32.ChecksumIEEE(data)%16 != 0 {
				return
			}
			ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
			defer cancel()
			evaluate(ctx, p)
		})
	})
}
