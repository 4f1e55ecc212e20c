package front

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/scenarios/problemfile"
	"farsight/tui/screen"
)

// Every key of the explorer's has a name that a page can say.
func TestKeysByName(t *testing.T) {
	t.Parallel()
	names := []string{"left", "right", "up", "down", "enter", "esc", "tab", "shift+tab", "home", "end", "pgup", "pgdown", "backspace", "delete", "ctrl+c", "f5", " ", "a", "Z", "?", "ä", "alt+x"}
	for _, b := range screen.GlobalKeys {
		names = append(names, b.Keys()...)
	}
	for _, name := range names {
		k, ok := key(name, false)
		if got := k.String(); !ok || got != name {
			t.Errorf("%q is the key %q, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "nokey", "\xff", "ab"} {
		if k, ok := key(name, false); ok {
			t.Errorf("%q is the key %v", name, k)
		}
	}
	if k, ok := key("0.5\nq", true); !ok || !k.Paste || string(k.Runes) != "0.5\nq" {
		t.Errorf("a pasted text is %v, %v", k, ok)
	}
}

func TestMouseByCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m    Message
		want tea.MouseMsg
	}{
		{Message{"x": 3.0, "y": 4.0, "kind": "press", "button": "left"}, tea.MouseMsg{X: 3, Y: 4, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}},
		{Message{"x": 3.0, "kind": "motion", "button": "none", "shift": true}, tea.MouseMsg{X: 3, Shift: true, Action: tea.MouseActionMotion}},
		{Message{"kind": "wheeldown"}, tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown}},
		{Message{"kind": "release", "button": "right"}, tea.MouseMsg{Action: tea.MouseActionRelease, Button: tea.MouseButtonRight}},
	} {
		if got, ok := mouse(c.m); !ok || got != c.want {
			t.Errorf("%v is %+v, %v", c.m, got, ok)
		}
	}
	if _, ok := mouse(Message{"kind": "dance"}); ok {
		t.Error("a mouse that dances")
	}
}

// Whatever a page says, the program continues.
func TestNothingAPageSaysEndsTheProgram(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	odd := []any{nil, true, "", "left", "\x00\xff", math.NaN(), math.Inf(1), -5.0, 1e300, []byte{1}, []any{1.0}, map[string]any{"t": "key"}}
	fields := []string{"w", "h", "key", "x", "y", "kind", "link", "text", "name", "what", "do", "bytes", "dark", "paste", "button"}
	kinds := []string{"start", "size", "look", "key", "mouse", "link", "text", "open", "source", "say", "study", "compute", ""}
	rapid.Check(t, func(t *rapid.T) {
		m := Message{"t": rapid.SampledFrom(kinds).Draw(t, "t")}
		for range rapid.IntRange(0, 4).Draw(t, "fields") {
			m[rapid.SampledFrom(fields).Draw(t, "field")] = rapid.SampledFrom(odd).Draw(t, "value")
		}
		p.front.Receive(m)
	})
	p.front.Receive(Message{"t": "size", "w": 100.0, "h": 30.0})
	p.forgets()
	p.front.Receive(Message{"t": "link", "link": "scenario=overspend&policy=ei&step=1"})
	p.shows("scenario=overspend")
}

// busy computes for as long as the page is not given its turn.
func busy(j context.Context, turns *atomic.Int32, until int32) error {
	for turns.Load() < until {
		if err := j.Err(); err != nil {
			return err
		}
		runtime.Gosched()
	}
	return nil
}

// Whoever computes gives the page its turn, and others theirs: one at a time.
func TestScheduler(t *testing.T) {
	t.Parallel()
	var turns, inside atomic.Int32
	b := newScheduler(func() { turns.Add(1) })
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			j, end, err := b.Begin(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer end()
			if n := inside.Add(1); n < 1 || n > 3 {
				t.Errorf("%d compute", n)
			}
			if err := busy(j, &turns, 5); err != nil {
				t.Error(err)
			}
			inside.Add(-1)
		})
	}
	all.Wait()
	if turns.Load() < 5 {
		t.Errorf("the page had %d turns", turns.Load())
	}
}

// A job that waits for its turn ends with its context, and one that has ended
// gives its turn back once.
func TestSchedulerEnds(t *testing.T) {
	t.Parallel()
	b := newScheduler(func() {})
	_, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, _, err := b.Begin(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who waits in vain is told %v", err)
	}
	end()
	end()
	j, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	end()
	// A goroutine of a job that is over looks once more.
	b.mu.Lock()
	b.last = time.Time{} // long ago
	b.mu.Unlock()
	if j.Err() != nil {
		t.Error(j.Err())
	}
	_, end, err = b.Begin(t.Context())
	testkit.OK(t, err)
	end()
}

// Of a job's goroutines none computes while another one waits for its turn.
func TestSchedulerOfManyGoroutines(t *testing.T) {
	t.Parallel()
	var turns atomic.Int32
	b := newScheduler(func() { turns.Add(1) })
	j, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := busy(j, &turns, 4); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	end()
	_, end, err = b.Begin(t.Context())
	testkit.OK(t, err)
	end()
}

const typed = `name = "typed"
budget = 5
[[parameter]]
name = "x"
low = 0
high = 1
[objective]
expression = "sin(3*x)"
[cost]
expression = "1+x"
`

func isChecked(m Message) bool { return m["t"] == "checked" }

// A text is judged as farsight check judges it, and run once it is right, where
// the explorer was: policies, screen and step.
func TestTypingAProblem(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei&screen=focus&step=2")
	p.shows("screen=focus&step=2")
	for _, text := range []string{
		strings.Replace(typed, "low = 0", "low = 2", 1),
		strings.Replace(typed, "budget", "budgte", 1),
		strings.Replace(typed, "sin(", "sni(", 1),
		"budget = [",
		"a\x00b",
		"",
	} {
		p.forgets()
		p.front.Receive(Message{"t": "text", "name": "lab.toml", "text": text})
		m := p.until("what is wrong with "+text, isChecked)
		_, err := problemfile.Parse("lab.toml", []byte(text), "")
		var want mistake.List
		if !errors.As(err, &want) {
			t.Fatalf("%q is right", text)
		}
		got := m["mistakes"].([]any)
		if m["ok"] != false || len(got) != len(want) {
			t.Fatalf("%q: the page is told %v, want %v", text, m, want)
		}
		for i, w := range want {
			if g := Message(got[i].(map[string]any)); g["line"] != w.Line || g["column"] != w.Column || g["field"] != w.Field || g["text"] != w.Message {
				t.Errorf("%q: the page is told %v, want %+v", text, g, w)
			}
		}
	}
	p.forgets()
	p.front.Receive(Message{"t": "text", "name": "lab.toml", "text": typed})
	if m := p.until("that it is right", isChecked); m["ok"] != true || !strings.HasPrefix(m.text("text"), "typed, 1 parameter, evaluated by") || m["manual"] != false {
		t.Errorf("the page is told %v", m)
	}
	p.until("the explorer on it", func(m Message) bool {
		link, err := ParseLink(m.text("link"))
		return err == nil && m["t"] == "frame" && m["title"] == "typed" && link.File == typed && link.Step == 2 && link.Screen == "focus" && len(link.Policies) == 1
	})
	p.until("step 2 of it", func(m Message) bool { return m["title"] == "typed" && strings.HasPrefix(m.text("place"), "step 2") })
}

// Commands are not run, and said not to be; what a person measures is right and
// leaves the explorer where it is.
func TestWhatAPageDoesNotRun(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	head, _, _ := strings.Cut(typed, "[objective]")
	p.front.Receive(Message{"t": "text", "name": "c.toml", "text": head + "[command]\nrun = [\"true\", \"{x}\"]\n"})
	m := p.until("a refusal", isChecked)
	if got := m["mistakes"].([]any); m["ok"] != false || len(got) != 1 || !strings.Contains(Message(got[0].(map[string]any)).text("text"), "a page runs none") {
		t.Errorf("a command: the page is told %v", m)
	}
	p.forgets()
	p.front.Receive(Message{"t": "text", "name": "m.toml", "text": head})
	if m := p.until("that a person measures", isChecked); m["ok"] != true || m["manual"] != true {
		t.Errorf("no source: the page is told %v", m)
	}
	p.press("right")
	p.shows("scenario=myopia&policy=ei&step=1")
}

// Of texts typed quickly the last one is shown.
func TestTypingQuickly(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	var last string
	for _, budget := range []string{"2", "3", "4", "6", "7"} {
		last = strings.Replace(typed, "budget = 5", "budget = "+budget, 1)
		p.front.Receive(Message{"t": "text", "name": "lab.toml", "text": last})
	}
	p.until("the last text", func(m Message) bool {
		link, err := ParseLink(m.text("link"))
		return err == nil && link.File == last && strings.Contains(m.text("said"), "of the 7.00 left")
	})
}

// While the page is hidden long work stands still, and gives its turn to what is
// short; it continues when the page is seen, and ends with its context.
func TestHiddenPageWaits(t *testing.T) {
	t.Parallel()
	var turns atomic.Int32
	b := newScheduler(func() { turns.Add(1) })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	work := func(ctx context.Context) <-chan error {
		over := make(chan error, 1)
		j, end, err := b.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		from := turns.Load()
		go func() {
			defer end()
			over <- busy(j, &turns, from+3)
		}()
		return over
	}
	b.hide(true)
	over := work(t.Context())
	_, end, err := b.Begin(t.Context()) // only once the other waits
	if err != nil {
		t.Fatal(err)
	}
	end()
	for had := turns.Load(); turns.Load() < had+5; runtime.Gosched() {
		b.pause() // time enough for it to end
	}
	select {
	case err := <-over:
		t.Fatalf("hidden it ends: %v", err)
	default:
	}
	cancelled := work(ctx)
	cancel()
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while hidden: %v", err)
	}
	b.hide(false)
	if err := <-over; err != nil {
		t.Error(err)
	}
}
