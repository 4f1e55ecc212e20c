package tui

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/tui/browse"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/settings"
)

// small is a problem whose runs take no time.
const small = screentest.Small

// smallModel opens the explorer on small, read from a file in a folder of its
// own, which becomes the present one.
func smallModel(t *testing.T, w, h int, policies ...string) (*Model, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "small.toml", small)
	p, err := problemfile.Load("small.toml")
	testkit.OK(t, err)
	if len(policies) == 0 {
		policies = p.Compare
	}
	return newProblemModel(t, p, "small.toml", w, h, policies...), "small.toml"
}

func write(t *testing.T, name, text string) {
	t.Helper()
	testkit.OK(t, os.WriteFile(name, []byte(text), 0o644))
}

// Of two problems asked for, the later one is opened, whichever arrives last;
// esc forgets both.
func TestBrowseDropsStaleLoads(t *testing.T) {
	m, _ := smallModel(t, 100, 30)
	press(t, m, "b", "g")
	_, first := m.Update(keyMsg("enter"))
	for range slices.Index(builtin.Names(), "theorem-1") {
		m.Update(keyMsg("j"))
	}
	_, second := m.Update(keyMsg("enter"))
	drain(t, m, second)
	drain(t, m, first)
	if m.s.Name != "theorem-1" {
		t.Errorf("%s is open, want theorem-1", m.s.Name)
	}
	press(t, m, "b", "G")
	_, late := m.Update(keyMsg("enter"))
	onScreen(t, m, "reading small.toml")
	m.Update(keyMsg("esc"))
	must[*browse.Screen](m)
	drain(t, m, late)
	if m.s.Name != "theorem-1" {
		t.Error("a problem was opened after esc")
	}
}

// save writes the file with a later date and tells the model, as the watch
// does.
func save(t *testing.T, m *Model, name, text string, after time.Duration) {
	t.Helper()
	write(t, name, text)
	when := time.Now().Add(after)
	testkit.OK(t, os.Chtimes(name, when, when))
	_, cmd := m.Update(session.WatchedMsg{Number: m.s.Loading.Watch, Seen: session.StampOf(name)})
	drain(t, m, cmd)
}

func TestSavedFileIsReadAgain(t *testing.T) {
	m, name := smallModel(t, 100, 30)
	m.Update(session.WatchedMsg{Number: m.s.Loading.Watch, Seen: session.StampOf(name)}) // the first look
	press(t, m, "s", "down", "down", "down")
	plan := m.s.Plan()
	plan.Run.Limit = 2
	drain(t, m, m.apply(plan))
	run := m.s.Run

	save(t, m, name, strings.Replace(small, "budget = 3", "budget = 5", 1), time.Hour)
	if m.s.Problem.Budget != 5 || m.s.Run == run {
		t.Fatalf("budget %v after the file was saved with 5", m.s.Problem.Budget)
	}
	if m.s.Settings.Limit != 2 || m.s.Policies[0].Name != "random" {
		t.Error("the settings were lost")
	}
	must[*settings.Screen](m)
	onScreen(t, m, "small.toml was saved")

	run = m.s.Run
	save(t, m, name, "budget = 5\nbudgte = 6\n", 2*time.Hour)
	if m.s.Run != run || m.s.Problem.Budget != 5 {
		t.Error("a broken file replaced a good one")
	}
	onScreen(t, m, "in small.toml", "small.toml:2:1: budgte", "last version without mistakes")
	press(t, m, "esc")
	if strings.Contains(m.View(), "budgte") {
		t.Error("the mistakes do not go away")
	}

	save(t, m, name, small, 3*time.Hour)
	if m.s.Problem.Budget != 3 || m.s.Loading.Failure != nil {
		t.Error("the mended file was not read")
	}
	// The same file once more, or none, is no reason to run again.
	run = m.s.Run
	for _, seen := range []session.Stamp{session.StampOf(name), {}} {
		_, cmd := m.Update(session.WatchedMsg{Number: m.s.Loading.Watch, Seen: seen})
		drain(t, m, cmd)
	}
	if m.s.Run != run {
		t.Error("an unchanged file was run again")
	}
}

// Only files are watched, only while they are open, and only in the program.
func TestWatch(t *testing.T) {
	m, _ := smallModel(t, 100, 30)
	if m.s.Watch() != nil {
		t.Error("a picture watches its file")
	}
	m.s.Loading.Watching = true
	if m.s.Watch() == nil {
		t.Fatal("the file is not watched")
	}
	old := m.s.Loading.Watch
	press(t, m, "b", "g", "j", "j", "j", "enter")
	if m.s.Watch() != nil {
		t.Error("a scenario is watched")
	}
	m.s.Loading.Watching = false // no timers from here on
	write(t, "other.toml", small)
	press(t, m, "b", "/", "other.toml", "enter")
	if m.s.Name != "other.toml" || m.s.Loading.Seen != session.StampOf("other.toml") {
		t.Fatalf("%s is open, seen as %v", m.s.Name, m.s.Loading.Seen)
	}
	if _, cmd := m.Update(session.WatchedMsg{Number: old, Seen: session.StampOf("small.toml")}); cmd != nil || m.s.Loading.Busy != "" {
		t.Error("the file of another problem is still watched")
	}
}

// A command that was allowed stays so when its file is saved; another one does
// not.
func TestReloadedCommandIsAllowedOnlyIfTheSame(t *testing.T) {
	t.Chdir(t.TempDir())
	head, _, _ := strings.Cut(small, "[objective]")
	text := head + "[command]\nrun = [\"no-such-program\", \"{x}\"]\n"
	write(t, "run.toml", text)
	p, err := problemfile.Load("run.toml")
	testkit.OK(t, err)
	m := newProblemModel(t, p.AllowCommands(), "run.toml", 100, 30, "random")
	m.Update(session.WatchedMsg{Number: m.s.Loading.Watch, Seen: session.StampOf("run.toml")})
	save(t, m, "run.toml", strings.Replace(text, "budget = 3", "budget = 4", 1), time.Hour)
	if m.s.Problem.Budget != 4 || m.s.Problem.CommandToAllow() != "" {
		t.Errorf("budget %v, command to allow %q", m.s.Problem.Budget, m.s.Problem.CommandToAllow())
	}
	save(t, m, "run.toml", strings.Replace(text, "no-such-program", "another-program", 1), 2*time.Hour)
	if m.s.Problem.CommandToAllow() == "" {
		t.Error("another command may run without being allowed")
	}
}

// goToField walks down the settings to a field of the left column.
func goToField(t *testing.T, m *Model, label string) {
	t.Helper()
	must[*settings.Screen](m)
	for range 30 {
		for _, line := range strings.Split(screenText(m), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), label+" ") && strings.ContainsAny(line, "◀±") {
				return
			}
		}
		press(t, m, "down")
	}
	t.Fatalf("no field %q:\n%s", label, screenText(m))
}

// A plan that the settings want is run, in the same columns, and told of in the
// title; the one that is being run is not run again.
func TestPlansAreRun(t *testing.T) {
	m, _ := smallModel(t, 120, 40)
	press(t, m, "x", "s")
	left, run := m.s.Columns[0], m.s.Run
	goToField(t, m, "lengthscale")
	press(t, m, "enter", "enter")
	if m.s.Run != run {
		t.Error("the same plan was run again")
	}
	press(t, m, "enter", "5", "enter") // 0.35
	if got := m.s.Problem.Objective.Fixed.Scale[0]; got != 0.35 || m.s.Columns[0] != left {
		t.Errorf("lengthscale %v, want 0.35; left column %d, was %d", got, m.s.Columns[0], left)
	}
	onScreen(t, m, "0.35 *", "(changed)")
	for i, tr := range m.s.Tracks {
		if !tr.Done() {
			t.Errorf("track %d was not run", i)
		}
	}
	press(t, m, "r")
	if m.s.Problem != m.s.Base || m.s.Altered != (session.Alterations{}) {
		t.Error("reset leaves something changed")
	}
}

// A benchmark's cost function is drawn by the seed: another seed, another
// problem.
func TestSettingsSeedRedrawsBenchmarks(t *testing.T) {
	p, err := builtin.Load("dropwave", 0)
	testkit.OK(t, err)
	m := newProblemModel(t, p, "dropwave", 80, 24)
	m.s.Settings.Limit, m.s.First.Run.Limit = 1, 1
	m.s.First.Policies = []policy.Policy{policy.Must("random")}
	m.s.Reopen(p, m.s.First.Policies)
	drain(t, m, m.s.Start(), m.entered())
	cost := func() float64 {
		_, c, err := m.s.Problem.Source.(scenarios.Truth).Truth([]float64{1, 2})
		testkit.OK(t, err)
		return c
	}
	before := cost()
	press(t, m, "s")
	goToField(t, m, "seed")
	press(t, m, "5", "enter")
	if m.s.Settings.Seed != 5 || cost() == before {
		t.Errorf("seed %d, cost %v before and %v after", m.s.Settings.Seed, before, cost())
	}
	press(t, m, "r")
	if m.s.Settings.Seed != 0 || cost() != before {
		t.Error("reset does not bring back the first problem")
	}
}
