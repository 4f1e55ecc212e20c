package player

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/tour"
)

// smallTour has a question, notes, two backdrops and words.
const smallTour = `
title = "Small"
problem = "myopia"
policies = ["ei-puc", "ei"]
[[scene]]
title = "One"
caption = "Start with {budget}."
notes = "Speak slowly."
[[scene]]
title = "Two"
step = 2
question = "Where?"
caption = "At {left.x}."
brief = "There"
[[scene]]
title = "Three"
problem = "overspend"
policies = ["ei"]
step = "end"
caption = "It ends at {left.end.best}."
[[scene]]
title = "Four"
screen = "text"
caption = "The end."
`

func parseTour(t testing.TB, text string) *tour.Tour {
	t.Helper()
	out, err := tour.Parse("small.toml", []byte(text), ".")
	testkit.OK(t, err)
	return out
}

// ready is a still guide at the first scene of the small tour.
func ready(t testing.TB) *Guide {
	t.Helper()
	g := stillGuide(t, parseTour(t, smallTour), 100, 30)
	testkit.OK(t, g.drain(context.Background(), g.Init()))
	return g
}

// click sends keys, each with what follows from it.
func click(t testing.TB, g *Guide, keys ...tea.KeyMsg) {
	t.Helper()
	for _, k := range keys {
		_, cmd := g.Update(k)
		testkit.OK(t, g.drain(context.Background(), cmd))
	}
}

func at(t testing.TB, g *Guide, scene int, asking bool) {
	t.Helper()
	if g.at != scene || g.asking != asking {
		t.Fatalf("at scene %d, asking %v; want %d, %v", g.at, g.asking, scene, asking)
	}
}

// keyMsg is a key as bubbletea brings it; several letters come in one read.
func keyMsg(k string) tea.KeyMsg {
	types := map[string]tea.KeyType{"esc": tea.KeyEsc, "right": tea.KeyRight, " ": tea.KeySpace}
	if t, ok := types[k]; ok {
		return tea.KeyMsg{Type: t, Runes: []rune(k)}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

var (
	pageDown = tea.KeyMsg{Type: tea.KeyPgDown}
	pageUp   = tea.KeyMsg{Type: tea.KeyPgUp}
)

// A clicker has two buttons: Page Down and Page Up.
func TestClicker(t *testing.T) {
	g := ready(t)
	at(t, g, 0, false)
	click(t, g, pageUp)
	at(t, g, 0, false)
	click(t, g, pageDown)
	at(t, g, 1, true)
	if frame := g.Frame().Plain(); !strings.Contains(frame, "? Where?") || !strings.Contains(frame, "A question") || strings.Contains(frame, "At 0") {
		t.Errorf("the question gives its answer away:\n%s", frame)
	}
	click(t, g, pageDown)
	at(t, g, 1, false)
	if frame := g.Frame().Plain(); !strings.Contains(frame, "At 0.") {
		t.Errorf("the answer is not there:\n%s", frame)
	}
	click(t, g, pageDown, pageDown, pageDown)
	at(t, g, 3, false)
	click(t, g, pageUp, pageUp)
	at(t, g, 1, false) // its answer is known
	click(t, g, pageUp, pageUp)
	at(t, g, 0, false)
}

func TestOtherKeysOfATour(t *testing.T) {
	g := ready(t)
	for _, k := range []string{" ", "n", "l"} {
		click(t, g, tea.KeyMsg{Type: tea.KeyHome})
		click(t, g, keyMsg(k))
		at(t, g, 1, true)
	}
	click(t, g, keyMsg("pp")) // two keys in one read: back to the first, and no further
	at(t, g, 0, false)
	click(t, g, tea.KeyMsg{Type: tea.KeyEnd})
	at(t, g, 3, false)
	click(t, g, keyMsg("g"))
	at(t, g, 0, false)

	if click(t, g, keyMsg("N")); !strings.Contains(g.Frame().Plain(), "Speak slowly.") {
		t.Error("no notes")
	}
	click(t, g, keyMsg("N"))
	if click(t, g, keyMsg("?")); !strings.Contains(g.Frame().Plain(), "Page Down") {
		t.Error("no list of keys")
	}
	if strings.Contains(g.Frame().Plain(), "ctrl+z") {
		t.Error("ctrl+z is listed where it does nothing")
	}
	g.suspendable = true
	if !strings.Contains(g.Frame().Plain(), "ctrl+z") {
		t.Error("ctrl+z is not listed where a shell waits")
	}
	g.suspendable = false
	if click(t, g, keyMsg("x")); strings.Contains(g.Frame().Plain(), "Page Down") || g.at != 0 {
		t.Error("any key closes the list, and does nothing else")
	}
	if click(t, g, keyMsg("b")); strings.TrimSpace(g.Frame().Plain()) != "" {
		t.Error("the screen is not blank")
	}
	click(t, g, pageDown)
	at(t, g, 1, true)
	if strings.TrimSpace(g.Frame().Plain()) == "" {
		t.Error("the screen stays blank")
	}
	if _, cmd := g.Update(keyMsg("q")); cmd == nil {
		t.Error("q does not quit")
	} else if msg, ok := cmd().(tea.BatchMsg); ok {
		t.Errorf("q brings %v", msg)
	}
}

// Presenters get large letters, a clock and fewer digits.
func TestPresenterMode(t *testing.T) {
	g := ready(t)
	click(t, g, pageDown, pageDown)
	before := g.Frame().Plain()
	click(t, g, keyMsg("P"))
	after := g.Frame().Plain()
	if strings.Contains(before, "██") || !strings.Contains(after, "█") || strings.Contains(after, "At 0.") {
		t.Errorf("no large letters instead of the caption:\n%s", after)
	}
	g.elapsed, g.still = 62*time.Second, false
	if header := strings.SplitN(g.Frame().Plain(), "\n", 2)[0]; !strings.HasSuffix(strings.TrimSpace(header), "1:02") {
		t.Errorf("no clock in %q", header)
	}
	g.still = true
	for v, want := range map[float64]string{1.536: "1.5", 26.9: "27", 0.0441: "0.044", 122.04: "122", 4.2e-7: "4.20e-7"} {
		if got := g.number(v); got != want {
			t.Errorf("%v is written %s, not %s", v, got, want)
		}
	}
}

// esc hands the backdrop over, T takes it back and undoes what was done to it.
func TestExploringFromATour(t *testing.T) {
	g := ready(t)
	click(t, g, pageDown, pageDown)
	click(t, g, keyMsg("esc"))
	frame := g.Frame().Plain()
	if !g.free || strings.Contains(frame, "farsight tour") || !strings.Contains(frame, "T goes back to the tour") || !strings.Contains(frame, "step 2") {
		t.Errorf("not exploring:\n%s", frame)
	}
	click(t, g, keyMsg("right"))
	if se := g.backdrop().se; se.Step != 3 {
		t.Errorf("the explorer is at step %d", se.Step)
	}
	for _, size := range [][2]int{{120, 40}, {100, 30}} { // it has the whole window
		g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fits(t, g, "explored freely")
	}
	old := g.backdrop()
	click(t, g, keyMsg("T"))
	at(t, g, 1, false)
	if se := g.backdrop().se; g.free || se.Step != 2 || g.backdrop() != old {
		t.Errorf("back: free %v, step %d", g.free, se.Step)
	}
	// Another problem, run by the user, is not the tour's.
	click(t, g, keyMsg("esc"))
	old.se.Begin(old.se.Problem, old.se.Policies[:1])
	click(t, g, keyMsg("T"))
	if g.backdrop() == old || len(g.backdrop().se.Tracks) != 2 {
		t.Error("the backdrop is still the user's")
	}
	if cmd := g.received(backdropMsg{old, session.PulseMsg{}}); cmd != nil {
		t.Error("a backdrop that was given up is still obeyed")
	}
	// Words alone have nothing to explore.
	click(t, g, tea.KeyMsg{Type: tea.KeyEnd}, keyMsg("h"), tea.KeyMsg{Type: tea.KeyEnd})
	if !strings.Contains(g.Frame().Plain(), "The end.") {
		t.Errorf("no words:\n%s", g.Frame().Plain())
	}
}

// Autoplay continues when its time is up, not for an older timer, not before the
// scene is ready, and ends with the tour.
func TestAutoplay(t *testing.T) {
	g := ready(t)
	g.pace = time.Hour // no timer of this test fires
	click(t, g, keyMsg("a"))
	if !g.auto {
		t.Fatal("a does not start it")
	}
	stale := tickMsg{g.tick}
	click(t, g, pageDown) // a key restarts the time
	at(t, g, 1, true)
	up := func(msg tickMsg) {
		_, cmd := g.Update(msg)
		testkit.OK(t, g.drain(context.Background(), cmd))
	}
	up(stale)
	at(t, g, 1, true)
	up(tickMsg{g.tick})
	at(t, g, 1, false)
	up(tickMsg{g.tick})
	at(t, g, 2, false)
	tracks := g.backdrop().se.Tracks
	computed := tracks[0]
	tracks[0] = session.NewTrack(computed.Policy(), computed.Hue()) // as if it were still computed
	if _, cmd := g.Update(tickMsg{g.tick}); cmd == nil {
		t.Error("it does not wait for a scene that is not ready")
	}
	at(t, g, 2, false)
	tracks[0] = computed
	up(tickMsg{g.tick})
	at(t, g, 3, false)
	up(tickMsg{g.tick})
	at(t, g, 3, false)
	if g.auto {
		t.Error("it does not end with the tour")
	}
}

// The time of a scene is the pace asked for, or its own, by the speed.
func TestPace(t *testing.T) {
	g := ready(t)
	own := g.hold()
	if own <= time.Second || own > 10*time.Second {
		t.Errorf("three words take %v", own)
	}
	g.Update(keyMsg("+"))
	if g.hold() != own/2 {
		t.Errorf("twice as fast is %v of %v", g.hold(), own)
	}
	for range 9 {
		g.Update(keyMsg("-"))
	}
	if g.hold() != 4*own {
		t.Errorf("the slowest is %v of %v", g.hold(), own)
	}
	g.speed, g.pace = 1, 12*time.Second
	if g.hold() != 12*time.Second {
		t.Errorf("asked for 12 s, got %v", g.hold())
	}
}

// What later scenes need is computed ahead, one thing at a time.
func TestTourComputesAhead(t *testing.T) {
	g := New(Options{Tour: parseTour(t, smallTour), Explorer: tourOptions(chart.Braille, chart.NoColor)})
	t.Cleanup(g.Close)
	g.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	drainTour(t, g, g.Init())
	for i := range g.tour.Scenes {
		if !g.backdropOf(i).done() {
			t.Errorf("scene %d is not ready", i+1)
		}
	}
	at(t, g, 0, false)
}

// drainTour runs a guide's commands, timers included, until none is left.
func drainTour(t testing.TB, g *Guide, cmds ...tea.Cmd) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	err := tui.Drain(g, func() error {
		if time.Now().After(deadline) {
			return errors.New("the tour's work does not end")
		}
		return nil
	}, cmds...)
	testkit.OK(t, err)
}

// The same tour gives the same frames, in the order asked for.
func TestTourFramesAreDeterministic(t *testing.T) {
	tr := parseTour(t, smallTour)
	record := func(s Shots) []string {
		t.Helper()
		frames, err := Frames(context.Background(), tr, tourOptions(chart.Braille, chart.TrueColor), s)
		testkit.OK(t, err)
		var out []string
		for _, f := range frames {
			out = append(out, f.Title+f.Said+f.Canvas.ANSI())
		}
		return out
	}
	all := record(Shots{W: 100, H: 30, To: -1})
	if again := record(Shots{W: 100, H: 30, To: -1}); len(all) != 5 || !reflect.DeepEqual(all, again) {
		t.Errorf("%d frames, the second time %d or others", len(all), len(again))
	}
	if one := record(Shots{W: 100, H: 30, From: 3, To: 3}); len(one) != 1 || one[0] != all[2] {
		t.Error("a frame by its number is another one")
	}
	if last := record(Shots{W: 100, H: 30, From: -1, To: -1}); len(last) != 1 || last[0] != all[4] {
		t.Error("the last frame is another one")
	}
	if _, err := Frames(context.Background(), tr, tourOptions(chart.Braille, chart.TrueColor), Shots{W: 100, H: 30, From: 6, To: 6}); err == nil || !strings.Contains(err.Error(), "from 1 to 5") {
		t.Errorf("a frame too far: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Frames(ctx, tr, tourOptions(chart.Braille, chart.TrueColor), Shots{W: 100, H: 30, To: -1}); err == nil {
		t.Error("a cancelled recording goes on")
	}
}
