package problemfile

import (
	"errors"
	"farsight/internal/mistake"
	"farsight/scenarios/table"
	"math"
	"os"
	"path/filepath"
	"testing"
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

// No problem file makes the reader panic; what it accepts can be formatted and
// read back.
func FuzzParse(f *testing.F) {
	for _, folder := range []string{"../builtin", "../template/text", "../../examples"} {
		files, err := filepath.Glob(folder + "/*.toml")
		if err != nil || len(files) == 0 {
			f.Fatalf("no problem files in %s: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
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
		p, err := Parse("fuzz\x1b.toml", data, dir)
		if err != nil {
			checkMistakes(t, err)
			return
		}
		text, err := Format(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Parse("again.toml", text, dir)
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, text)
		}
		again, err := Format(q)
		if err != nil || string(again) != string(text) {
			t.Errorf("formatted\n%sthen\n%s", text, again)
		}
	})
}

// No table makes the reader panic, and what it accepts is finite and in range.
func FuzzTable(f *testing.F) {
	for _, s := range []string{
		smooth(), "", "x,time constant,loss,seconds\n0,1,1,1\n", "x;time constant;loss;seconds\n0;1;1;1\n1;2;3;4\n0;5;6;7\n",
		"\"x\n", "x,x\n", "#\n", "\ufeffx\ttime constant\tloss\tseconds\n1\t2\t3\t4\n", "x,time constant,loss,seconds\r\n0,1,1e999,1\r\n",
	} {
		f.Add([]byte(s))
	}
	dir := f.TempDir()
	path := filepath.Join(dir, "lab.csv")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
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
	})
}
