package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"farsight/experiment"
	"farsight/study"
	"farsight/study/journal"
)

// count is how often a value is on the lines of a.study, whatever became of it.
func count(l *study.Live, value float64) int {
	n := 0
	for _, e := range l.Journal().Events() {
		if told, ok := e.Body.(journal.Told); ok && told.Value == value {
			n++
		}
	}
	return n
}

func (k *killer) killTell(name string) {
	args := k.next("--json")
	out, ended := k.kill(name, "", args...)
	l := k.check(1, out, ended)
	if n := count(l, k.value); n > 1 || n == 0 && strings.HasSuffix(out, "\n") {
		k.Errorf("%v was told once, printed %q, and is there %d times", k.value, out, n)
	}
}

func (k *killer) killAmend(name string) {
	k.told()
	k.study = k.read("a.study")
	k.killStudy(name, 1, "amend", "a.study", "--line", fmt.Sprint(strings.Count(k.study, "\n")), "--note", "read again", "--json")
}

func (k *killer) killImport(name string) {
	text := "x,value,cost\n"
	for range 5 {
		k.value += 1.0 / 1024
		text += fmt.Sprintf("%.6f,%v,1.5\n", k.rng.Float64(), k.value)
	}
	k.write("past.csv", text)
	k.killStudy(name, 5, "import", "a.study", "past.csv", "--json")
}

// killServe kills a server between and during its answers.
func (k *killer) killServe(name string) {
	var in strings.Builder
	var values []float64
	for i := range 6 {
		k.value += 1.0 / 1024
		values = append(values, k.value)
		fmt.Fprintf(&in, `{"id":%d,"do":"tell","at":{"x":%.6f},"value":%v,"cost":1.5,"sure":true}`+"\n", i, k.rng.Float64(), k.value)
	}
	text := in.String()
	if !known("study tell --sure") {
		text = strings.ReplaceAll(text, `,"sure":true`, "")
	}
	out, ended := k.kill(name, text, "study", "serve", "a.study")
	l := k.check(6, out, ended)
	for i, v := range values {
		var said bool
		for _, line := range strings.SplitAfter(out, "\n") {
			said = said || strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,`, i)) && strings.HasSuffix(line, "}\n")
		}
		if strings.Contains(out, `"error"`) {
			k.Errorf("the server answered\n%s", out)
		}
		if n := count(l, v); n > 1 || said && n == 0 {
			k.Errorf("request %d was answered: %v; its value is there %d times", i, said, n)
		}
	}
}

// killNew kills the start of a study: there is a whole one, or it can be started.
func (k *killer) killNew(name string) {
	_ = os.Remove(k.path("b.study"))
	_ = os.Remove(k.path("b.study.lock"))
	_, ended := k.kill(name, "", "study", "new", "lab.toml", "b.study", "--policy", "random")
	if k.read("b.study") == "" {
		if ended {
			k.Error("no study was made")
		}
		_ = os.Remove(k.path("b.study")) // empty: nothing was acknowledged
		k.must("study", "new", "lab.toml", "b.study", "--policy", "random")
	}
	k.open("b.study")
	k.must("study", "ask", "b.study")
}

// killSalvage kills the rebuilding of a damaged study: a second one brings what
// the first would have.
func (k *killer) killSalvage(name string) {
	lines := strings.SplitAfter(k.study, "\n")
	lines[2] = strings.Replace(lines[2], `"`, "#", 1)
	damaged := strings.Join(lines, "")
	names, _ := filepath.Glob(k.path("[cd].study*"))
	for _, n := range names {
		_ = os.Remove(n)
	}
	k.write("c.study", damaged)
	k.write("d.study", damaged)
	k.must("study", "salvage", "d.study")
	k.kill(name, "", "study", "salvage", "c.study")
	if _, err := study.OpenLive(k.path("c.study"), journal.Settings{}); err != nil {
		k.must("study", "salvage", "c.study")
	}
	got, want := k.open("c.study").State(), k.open("d.study").State()
	if fmt.Sprint(values(got)) != fmt.Sprint(values(want)) || len(got.Lost) == 0 || len(got.Lost) != len(want.Lost) {
		k.Errorf("salvaged twice: %v and %d losses, want %v and %d", values(got), len(got.Lost), values(want), len(want.Lost))
	}
	// Killed while it was being kept, a part of it stands before the whole.
	kept, _ := filepath.Glob(k.path("c.study.damaged-*"))
	if !slices.ContainsFunc(kept, func(name string) bool { return k.read(filepath.Base(name)) == damaged }) {
		k.Errorf("the damaged file is not kept as it was: %q", kept)
	}
}

func values(s journal.State) []float64 {
	var all []float64
	for _, e := range s.Evaluations {
		all = append(all, e.Value)
	}
	return all
}

// killFile kills the writing of a file: there is the old one, or the new one.
func (k *killer) killFile(name, file string, args ...string) {
	k.write(file, "old")
	args = append(args, "--out", file, "--force")
	k.kill(name+" "+filepath.Ext(file), "", args...)
	n, own := k.tally[name], k.tally[name+" "+filepath.Ext(file)]
	k.tally[name] = [2]int{n[0] + own[0], n[1] + own[1]}
	delete(k.tally, name+" "+filepath.Ext(file))
	got := k.read(file)
	k.must(args...)
	if whole := k.read(file); got != "old" && got != whole {
		k.Errorf("%s has %d bytes, neither those of before nor the %d of the whole:\n%.300s", file, len(got), len(whole), got)
	}
}

// killExperiment kills runs; every record stays, and in the end each is there
// once.
func (k *killer) killExperiment(name string) {
	const replications = 12
	out := fmt.Sprint("results", k.turn)
	args := []string{"experiment", "run", "--problem", "lab.toml", "--policy", "random", "--policy", "ei", "--replications", fmt.Sprint(replications), "--workers", "1", "--out", out}
	k.kill(name, "", args...)
	if _, err := os.Stat(filepath.Join(k.dir, out)); os.IsNotExist(err) && k.runs == 0 {
		return
	}
	records, err := experiment.Read(k.path(out))
	if err != nil && k.runs > 0 {
		k.Fatalf("after %d runs: %v", k.runs, err)
	}
	seen := map[string]bool{}
	for _, r := range records {
		seen[fmt.Sprint(r.Policy, r.Replication)] = true
	}
	if len(seen) != len(records) || len(seen) < k.runs || len(seen) > 2*replications {
		k.Errorf("%d runs, of which %d differ; %d were there before", len(records), len(seen), k.runs)
	}
	if k.runs = len(seen); k.runs == 2*replications {
		k.turn, k.runs = k.turn+1, 0
	}
}
