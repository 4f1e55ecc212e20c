package browse

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// open shows the list of a folder of its own with one small problem in it, which
// is open.
func open(t *testing.T, w, h int) *screentest.Host {
	t.Helper()
	return screentest.Show(t, screentest.OpenFile(t, "small.toml", screentest.Small, "random"), New(), w, h)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	testkit.OK(t, os.WriteFile(name, []byte(text), 0o644))
}

// Enter wants the problem under the cursor read; any other key forgets why the
// last one could not be, and esc gives up what is being read.
func TestWantsProblemsRead(t *testing.T) {
	x := open(t, 100, 30)
	x.Press("g")
	if want := (screen.Wants{Taken: true, Forgive: true}); !reflect.DeepEqual(x.Wants, want) {
		t.Errorf("g wants %+v", x.Wants)
	}
	x.Press("enter")
	if l := x.Wants.Load; l == nil || !reflect.DeepEqual(*l, screen.Load{Name: "myopia"}) || x.Wants.Forgive {
		t.Errorf("enter wants %+v read", l)
	}
	x.Press("esc")
	if !reflect.ValueOf(x.Wants).IsZero() {
		t.Errorf("esc wants %+v while nothing is read: it is the program's", x.Wants)
	}
	x.Session.Loading.Busy = "myopia"
	x.Shows("reading myopia …  esc stops waiting")
	x.Press("esc")
	if want := (screen.Wants{Taken: true, Forgive: true, GiveUp: true}); !reflect.DeepEqual(x.Wants, want) {
		t.Errorf("esc wants %+v", x.Wants)
	}
	x.Session.Loading.Busy = ""
	x.Session.Loading.Failure = &session.Failure{Name: "lost.toml", Err: errors.New("lost.toml:3:1: who knows")}
	x.Shows("lost.toml cannot be opened", "lost.toml:3:1: who knows")
}

// In the line every key is text; tab completes it, enter wants it read.
func TestTakesKeysAsText(t *testing.T) {
	x := open(t, 100, 30)
	b := x.Screen.(*Screen)
	x.Press("/")
	for _, k := range []string{"q", "?", "b"} {
		x.Press(k)
		if !x.Wants.Taken {
			t.Errorf("%s is left to the program", k)
		}
	}
	if got := b.line.String(); got != "q?b" || !b.typing || b.About(x.View).Globals != nil {
		t.Fatalf("the line holds %q", got)
	}
	for range 3 {
		x.Press("backspace")
	}
	x.Press("s")
	x.Press("m")
	x.Drain(x.Press("tab"))
	if got := b.line.String(); got != "small.toml" {
		t.Errorf("tab completed to %q", got)
	}
	x.Press("enter")
	if l := x.Wants.Load; l == nil || l.Name != "small.toml" {
		t.Errorf("enter wants %+v", x.Wants)
	}
	x.Press("esc")
	if b.typing || !x.Wants.Taken {
		t.Error("esc does not leave the line")
	}
}

// A listing of before, and what was read for it, changes nothing.
func TestStaleListingsAreDropped(t *testing.T) {
	x := open(t, 100, 30)
	b := x.Screen.(*Screen)
	x.Press("g")
	was := len(b.offers)
	stale := x.Tell(screen.EnteredMsg{})
	for i := range 3 {
		write(t, fmt.Sprintf("new%d.toml", i), screentest.Small)
	}
	x.Send(screen.EnteredMsg{})
	if len(b.offers) != was+3 || b.offers[b.selected].name != "myopia" {
		t.Fatalf("%d problems, were %d; the cursor is on %s", len(b.offers), was, b.offers[b.selected].name)
	}
	testkit.OK(t, os.Remove("new0.toml"))
	x.Drain(stale)
	x.Drain(x.Tell(readMsg{number: b.number - 1, index: 0, err: errors.New("stale")}))
	if len(b.offers) != was+3 || b.offers[0].err != nil {
		t.Error("a listing of before was taken in")
	}
}

// Guests are offered no files and type none.
func TestGuestsSeeNoFiles(t *testing.T) {
	x := open(t, 100, 30)
	se := session.New(session.Options{Problem: x.Session.Problem, Name: "small.toml", Guest: true})
	t.Cleanup(se.Close)
	g := screentest.Show(t, se, New(), 100, 30)
	if text := g.Text(); strings.Contains(text, "small.toml") || strings.Contains(text, "any other file") {
		t.Errorf("a guest sees files:\n%s", text)
	}
	g.Press("/")
	if g.Screen.(*Screen).typing {
		t.Error("a guest can type a file's name")
	}
}

func TestCompleteFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "alpha.toml", "")
	write(t, "alps.toml", "")
	write(t, "beta.txt", "")
	testkit.OK(t, os.Mkdir("lab", 0o755))
	write(t, filepath.Join("lab", "one.toml"), "")
	sep := string(filepath.Separator)
	for typed, want := range map[string]string{
		"a": "alp", "alp": "alp", "alph": "alpha.toml", "b": "b", "x": "x", "la": "lab" + sep, "lab" + sep: "lab" + sep + "one.toml", "no" + sep + "a": "no" + sep + "a",
	} {
		if got := completeFile(typed); got != want {
			t.Errorf("%q completed to %q, want %q", typed, got, want)
		}
	}
}

// A large window shows at its foot how the problem under the cursor looks, or
// says that nobody knows; the list above it stays where it is.
func TestLargeWindowsShowTheProblem(t *testing.T) {
	x := open(t, 220, 60)
	x.Press("g")
	first := strings.SplitN(x.Text(), "\n", 3)[1]
	for name, words := range map[string][]string{
		"myopia": {"true objective", "true cost"}, "dropwave": {"true objective", "true cost, log", "up: x2", "optimum", "along x2"},
		"lda": {"fitted objective (lower is better)", "along S"}, "forest": {"Its shape is unknown before it is measured."},
	} {
		x.Press("g")
		for b := x.Screen.(*Screen); b.offers[b.selected].name != name; {
			x.Press("down")
		}
		x.Shows(words...)
		if got := strings.SplitN(x.Text(), "\n", 3)[1]; got[:40] != first[:40] {
			t.Errorf("on %s the list begins with %q, not with %q", name, got, first)
		}
	}
}

func TestLists(t *testing.T) {
	x := open(t, 160, 48)
	write(t, "bad.toml", "budget = -3\nnosuch = 1\n")
	write(t, "notes.txt", "not a problem")
	x.Send(screen.EnteredMsg{})
	b := x.Screen.(*Screen)
	if at := b.offers[b.selected]; at.name != "small.toml" {
		t.Errorf("the cursor is on %s, not on the problem that is open", at.name)
	}
	x.Shows("myopia", "constructed", "theorem-1", "arms", "dropwave", "benchmark", "files here", "bad.toml", "small.toml", "true objective")
	if strings.Contains(x.Text(), "notes.txt") {
		t.Error("a text file is offered")
	}
	x.Press("up")
	x.Shows("bad.toml cannot be opened", "bad.toml:2:1: nosuch", "bad.toml:1:10: budget")
}
