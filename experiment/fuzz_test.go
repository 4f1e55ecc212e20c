package experiment

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Whatever a specification says, it is checked or refused in words; what is
// checked lists its runs, unless they are more than anybody could do.
func FuzzSpec(f *testing.F) {
	testkit.SkipRace(f)
	for _, text := range testkit.Files(f, "../examples/*.toml") {
		f.Add(text)
	}
	for _, s := range []string{
		"", "\xff", "replications = 1\n[[problem]]\nname = 'myopia'\n[[policy]]\nname = 'ei'\n",
		"replications = 9007199254740992\nfirst-seed = 9007199254740992\n[[problem]]\nname = 'myopia'\nbudget-share = 5e-324\nnoise-min = 1e308\n[[policy]]\nname = '2-b-ms-ei'\neffort = 'quick'\n",
		"replications = 1\n[[problem]]\nname = 'gone.toml'\nas = \"\\u001b[31m\"\n[[policy]]\nname = 'ei'\nas = ''\n",
		"[map]\ndimensions = [1, 2]\nworth = [2, 1e308]\nspreads = [1, 5e-324]\ncosts = ['rising', 'falling']\ndraws = [1, 1]\n[map.more]\nei = [9007199254740992, 0]\n[[policy]]\nname = 'ei'\n",
		"[map]\ndimensions = [1]\nworth = [2]\nspreads = [1]\ncosts = ['rising']\ndraws = [3]\n[[policy]]\nname = 'ei'\n[[policy]]\nname = 'ei'\nas = 'again'\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "spec.toml")
		testkit.OK(t, os.WriteFile(path, data, 0o600))
		testkit.RunBounded(t, func(context.Context) {
			s, err := Load(path)
			if err != nil {
				harmless(t, err)
				return
			}
			if countable(s) && len(s.Jobs()) == 0 {
				t.Error("a specification that is right has no runs")
			}
		})
	})
}

// countable reports whether the runs are few enough to be listed.
func countable(s Spec) bool {
	const most = 1000
	if s.Map != nil {
		for _, n := range s.Map.draws {
			if n > most {
				return false
			}
		}
		for _, list := range s.Map.more {
			for _, n := range list {
				if n > most {
					return false
				}
			}
		}
	}
	for _, p := range s.Problems {
		if p.replications > most {
			return false
		}
	}
	return s.Replications <= most
}

// harmless fails unless the error is text that no terminal obeys.
func harmless(t *testing.T, err error) {
	t.Helper()
	if err.Error() == "" {
		t.Error("refused without a word")
	}
	for _, r := range err.Error() {
		if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			t.Errorf("error %q holds %U", err, r)
		}
	}
}

// Whatever lines a results file has, they are summarised and written, or refused
// in words; so is a map made of them.
func FuzzResults(f *testing.F) {
	s := Spec{Replications: 2, Problems: []ProblemSpec{{Name: "myopia", BudgetShare: 0.3}}, Policies: []PolicySpec{{Name: "ei"}, {Name: "random"}}}
	cells := Spec{Map: &mapSpec{dimensions: []int{1}, worth: []float64{2}, spreads: []float64{1, 10}, costs: []string{"rising"}, draws: []int{2}}, Policies: []PolicySpec{{Name: "ei"}, {Name: "random"}}}
	for _, s := range []Spec{s, cells} {
		dir := f.TempDir()
		if err := s.Check(); err != nil {
			f.Fatal(err)
		}
		if err := Run(context.Background(), s.Jobs(), Settings{Dir: dir}); err != nil {
			f.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "results.jsonl"))
		if err != nil {
			f.Fatal(err)
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		f.Add(data)
		f.Add(append(line, '\n'))
		f.Add(data[:len(data)-7])
	}
	for _, s := range []string{
		"", "\n", "{}\n", `{"v":1}` + "\n", `{"v":2}` + "\n", "[[[[[[[[\n", "\xff\n",
		`{"v":1,"problem":"p","policy":"ei","engine":3,"replication":1,"seed":"1","budget":5e-324,"d":1,"evaluations":9223372036854775807,"initial":-1e308,"best":1e308,"optimum":1e308,"costs":[1e308,1e308],"values":[5e-324,0],"bests":[1e308,-1e308],"timing":{"decisions":[1e308,-1]}}` + "\n",
		`{"v":1,"problem":"\u001b[2J","policy":"` + strings.Repeat("x", 300) + `","engine":-1,"seed":"18446744073709551615","costs":null,"values":[],"bests":[],"timing":{}}` + "\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "results.jsonl"), data, 0o600))
		testkit.RunBounded(t, func(context.Context) {
			if rows, err := Atlas(dir); err == nil {
				var b bytes.Buffer
				if err := WriteAtlas(&b, rows); err != nil {
					t.Error(err)
				}
			}
			records, err := Read(dir)
			if err != nil {
				harmless(t, err)
				return
			}
			sum, err := Summarise(records)
			if err != nil {
				harmless(t, err)
				return
			}
			var b bytes.Buffer // not Write: waiting for the disk would take all the time
			if err := errors.Join(sum.markdown(&b), sum.csv(&b)); err != nil {
				t.Error(err)
			}
			for _, p := range sum.Problems {
				if name := p.File(); strings.ContainsAny(name, `/\`) {
					t.Errorf("the figure of %q would be %q", p.Problem, name)
				}
			}
		})
	})
}

// Whatever table of a map is read, it can be written and read again as it was.
func FuzzMap(f *testing.F) {
	const few = 40 // lines: more only slow the fuzzer down
	lines := strings.SplitAfter(shippedMap, "\n")
	f.Add([]byte(strings.Join(lines[:few], "")))
	f.Add([]byte(lines[0] + strings.Join(lines[len(lines)-few:], "")))
	var wavy bytes.Buffer
	rows, err := ReadAtlas(strings.NewReader(strings.Join(lines[:10], "")))
	if err != nil {
		f.Fatal(err)
	}
	for i := range rows {
		v := testkit.Numbers[i%len(testkit.Numbers)]
		rows[i].Improvement, rows[i].Difference, rows[i].Percent = v, -v, v
	}
	if err := WriteAtlas(&wavy, rows); err != nil {
		f.Fatal(err)
	}
	f.Add(wavy.Bytes())
	for _, s := range []string{
		"", "d,worth\n", lines[0], lines[0] + "1,2,1,rising,ei,1,0,,,,,,,\n", lines[0] + "1,2,1,rising,ei,1,1e999,,,,,,,\n", lines[0] + "1,2,5e-324,rising,\"\x1b[2J\",9223372036854775807,-0,1e308,ei,,,,,ei\n",
		lines[0] + "1,2,1,\"ris\ning\",ei,1,0,,,,,,,\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.RunBounded(t, func(context.Context) {
			rows, err := ReadAtlas(bytes.NewReader(data))
			if err != nil {
				harmless(t, err)
				return
			}
			for _, r := range rows {
				r.Choice()
				r.Ahead()
			}
			AtlasPolicies(rows)
			var once, twice bytes.Buffer
			testkit.OK(t, WriteAtlas(&once, rows))
			again, err := ReadAtlas(bytes.NewReader(once.Bytes()))
			if err != nil {
				t.Fatalf("what was written is refused: %v\n%s", err, once.String())
			}
			if err := WriteAtlas(&twice, again); err != nil || once.String() != twice.String() {
				t.Errorf("%v: written as\n%sthen as\n%s", err, once.String(), twice.String())
			}
		})
	})
}
