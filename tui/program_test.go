//go:build linux || darwin || freebsd || netbsd || openbsd

package tui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/paint"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// asExplorer makes the test binary an explorer that breaks in some way when a
// key is pressed.
const asExplorer = "FARSIGHT_TEST_BREAKS"

// spinsUntil names a file that ends a spinning when it is there.
const spinsUntil = "FARSIGHT_TEST_SPINS_UNTIL"

func TestMain(m *testing.M) {
	if how := os.Getenv(asExplorer); how != "" {
		breakingExplorer(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// breakingScreen breaks when told to.
type breakingScreen struct {
	how   string
	until func() bool // a spinning ends; nil: never
}

// spin computes nothing until it is told to stop.
func spin(until func() bool) {
	for until == nil || !until() {
	}
}

func (*breakingScreen) Name() string               { return "breaking" }
func (*breakingScreen) Available(screen.View) bool { return true }
func (*breakingScreen) Close()                     {}

func (*breakingScreen) About(screen.View) screen.About {
	return screen.About{
		Question: "does it break?",
		Keys:     []screen.Binding{{Act: screen.ActFold, Binding: screen.On("z", "break", "z"), Long: "break"}},
		Globals:  screen.GlobalKeys,
	}
}

func (b *breakingScreen) Update(v screen.View, msg tea.Msg) screen.Wants {
	if msg != (screen.ActMsg{Act: screen.ActFold}) {
		return screen.Wants{}
	}
	w := screen.Wants{Taken: true}
	switch b.how {
	case "update":
		panic("broken on purpose")
	case "spin update":
		spin(b.until)
	case "command":
		w.Cmd = func() tea.Msg { panic("broken on purpose") }
	case "stream":
		w.Cmd = session.Stream(v.Context(), nil, func(func(tea.Msg)) { panic("broken on purpose") })
	case "spin view":
		b.how = "spin now"
	default:
		b.how = "view now"
	}
	return w
}

func (b *breakingScreen) Draw(v screen.View, c chart.Canvas) {
	switch b.how {
	case "view now":
		panic("broken on purpose")
	case "spin now":
		spin(b.until)
		b.how = "no"
	}
	c.Text(0, 0, "ready to break", v.Theme.TextInk())
}

func breakingExplorer(how string) {
	p, err := builtin.Load("myopia", 0)
	if err != nil {
		panic(err)
	}
	q := policy.Must("ei-puc")
	th, _ := theme.Named("dark")
	o := Options{Problem: p, Policies: []policy.Policy{q}, Theme: th}
	_ = RunAs(context.Background(), o, os.Stdin, os.Stdout, func(m *Model) paint.Model {
		b := &breakingScreen{how: how}
		if file := os.Getenv(spinsUntil); file != "" {
			b.until = func() bool { _, err := os.Stat(file); return err == nil }
		}
		m.screens = append(m.screens, b)
		m.current = len(m.screens) - 1
		return m
	})
}

// A panic in Update, in View, in a command or in the background ends the
// program with its message on a restored terminal.
func TestPanicsRestoreTheTerminal(t *testing.T) {
	for _, how := range []string{"update", "view", "command", "stream"} {
		t.Run(how, func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), asExplorer+"="+how)
			p := testkit.StartTerminal(t, cmd, 100, 100) // room for the stack below the message
			p.Wait("ready to break")
			p.Type("z")
			p.Ended()
			p.Wait("broken on purpose")
			p.Restored()
		})
	}
}

// A drawing, or an update, that does not end holds up neither q nor ctrl+c nor a
// signal, and the terminal is restored.
func TestQuittingNeverWaitsForADrawing(t *testing.T) {
	for _, how := range []string{"spin view", "spin update"} {
		for name, quit := range map[string]func(p *testkit.Terminal){
			"q":       func(p *testkit.Terminal) { p.Type("q") },
			"ctrl+c":  func(p *testkit.Terminal) { p.Type("\x03") },
			"SIGTERM": func(p *testkit.Terminal) { _ = p.Cmd.Process.Signal(syscall.SIGTERM) },
		} {
			t.Run(how+", "+name, func(t *testing.T) {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), asExplorer+"="+how)
				p := testkit.StartTerminal(t, cmd, 100, 30)
				p.Wait("ready to break")
				p.Type("z")
				p.Wait("This takes long")
				quit(p)
				p.Ended()
				p.Restored()
				if code := cmd.ProcessState.ExitCode(); code != 0 {
					t.Errorf("exit code %d", code)
				}
			})
		}
	}
}

// What takes long and ends is as if it had not: what was typed meanwhile counts.
func TestALongDrawingIsSaidAndGoneOnFrom(t *testing.T) {
	for _, how := range []string{"spin view", "spin update"} {
		t.Run(how, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "enough")
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), asExplorer+"="+how, spinsUntil+"="+file)
			p := testkit.StartTerminal(t, cmd, 100, 30)
			p.Wait("ready to break")
			p.Type("z")
			p.Wait("This takes long. q or ctrl+c quits.")
			p.Type("?")
			testkit.OK(t, os.WriteFile(file, nil, 0o600))
			p.Until("the help, and no word about it", func(s string) bool {
				return strings.Contains(s, "keys on this screen") && !strings.Contains(s, "This takes long")
			})
			p.Type("q")
			p.Ended()
			p.Restored()
		})
	}
}

// A click selects the node under the mouse, wherever the body begins; one into
// the title does nothing.
func TestClicksReachTheScreen(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "t")
	at, value := tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}, ""
	for y, line := range strings.Split(screenText(m), "\n") {
		if before, after, ok := strings.Cut(line, string(futures.Worse.Rune())+" "); ok && value == "" {
			value = strings.Fields(after)[0] // of the first answer that is worse
			at.X, at.Y = chart.Width(before), y
		}
	}
	if value == "" {
		t.Fatalf("no answer is worse:\n%s", screenText(m))
	}
	_, cmd := m.Update(at)
	drain(t, m, cmd)
	onScreen(t, m, "If it finds "+value)
	before := screenText(m)
	for _, elsewhere := range [][2]int{{159, at.Y}, {100, 0}, {at.X, 1}, {0, 47}} { // no tab, no key
		at.X, at.Y = elsewhere[0], elsewhere[1]
		_, cmd := m.Update(at)
		if drain(t, m, cmd); screenText(m) != before {
			t.Errorf("a click at %v changes the screen:\n%s", elsewhere, screenText(m))
		}
	}
}
