package tui

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Random keys and windows, with everything they start running in the
// background, leave no panic, no frame of a wrong size and no goroutine.
func TestRandomKeysAndWindows(t *testing.T) {
	randomKeys(t, testkit.SweepSize(800, 1_500, 10_000), Options{Problem: scenario(t, "myopia"), Name: "myopia", Policies: parsed(t, "ei-puc", "b-ms-ei", "ei")})
}

// The same, begun on a map of problems: keys go back and forth between it and
// what it opens.
func TestRandomKeysOnTheMapOfProblems(t *testing.T) {
	randomKeys(t, testkit.SweepSize(400, 700, 3_000), Options{Atlas: &atlas.Options{Rows: screentest.WavyMap()}})
}

func randomKeys(t *testing.T, n int, o Options) {
	t.Chdir(t.TempDir()) // some save pictures
	before := runtime.NumGoroutine()
	o.Theme, _ = theme.Named("dark")
	o.Settings, o.Terminal, o.Load = study.Settings{Limit: 3}, chart.Terminal{Profile: chart.ANSI256}, builtin.Load
	m := New(o)
	m.s.Still = true
	c := newCollect()
	c.run(m.Init())
	var keys []string
	for k := range keyTypes {
		keys = append(keys, k)
	}
	for _, b := range screen.GlobalKeys {
		keys = append(keys, b.Keys()...)
	}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	rng := rand.New(rand.NewPCG(5, 20260101))
	w, h := 100, 30
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	for i := range n {
		var msg tea.Msg
		switch r := rng.IntN(100); {
		case r < 3:
			w, h = rng.IntN(130), rng.IntN(42)
			msg = tea.WindowSizeMsg{Width: w, Height: h}
		case r < 6:
			msg = tea.MouseMsg{X: rng.IntN(130), Y: rng.IntN(42), Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
			if rng.IntN(2) == 0 { // moved, let go, turned
				msg = tea.MouseMsg{X: rng.IntN(130), Y: rng.IntN(42), Action: tea.MouseAction(rng.IntN(3)), Button: tea.MouseButton(rng.IntN(6))}
			}
		case r < 9:
			msg = keyMsg("nnptx?"[:1+rng.IntN(6)])
		case r < 11:
			msg = session.PlayMsg{Tick: m.s.Tick}
		case r < 12:
			msg = session.PulseMsg{}
		default:
			msg = keyMsg(keys[rng.IntN(len(keys))])
		}
		_, cmd := m.Update(msg)
		c.run(cmd)
		for waiting := true; waiting; {
			select {
			case msg := <-c.msgs:
				_, cmd := m.Update(msg)
				c.run(cmd)
			default:
				waiting = false
			}
		}
		if i%50 == 0 && w > 0 && h > 0 {
			fits(t, m, m.screens[m.current].Name())
			runtime.Gosched()
		} else if fw, fh := m.Frame().Size(); fw != w || fh != h {
			t.Fatalf("after %v: a frame of %dx%d in a window of %dx%d", msg, fw, fh, w, h)
		}
	}
	m.Close()
	ended := make(chan struct{})
	go func() {
		c.running.Wait()
		close(ended)
	}()
	deadline := time.After(time.Minute)
	for waiting := true; waiting; {
		select {
		case <-c.msgs:
		case <-ended:
			waiting = false
		case <-deadline:
			t.Fatal("background work goes on a minute after the end")
		}
	}
	testkit.WaitFor(t, "timers end by themselves", func() bool { return runtime.NumGoroutine() <= before })
}
