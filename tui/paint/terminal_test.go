package paint

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/hinshun/vt10x"

	"farsight/tui/chart"
	"farsight/tui/picture"
)

// board is a terminal that notes what it is sent.
type board struct {
	mu   sync.Mutex
	news *sync.Cond
	vt   vt10x.Terminal
	sent []string
}

func newBoard(w, h int) *board {
	b := &board{vt: vt10x.New(vt10x.WithSize(w, h))}
	b.news = sync.NewCond(&b.mu)
	return b
}

func (b *board) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, string(p))
	b.news.Broadcast()
	return b.vt.Write(p)
}

// until waits until the screen is as wanted.
func (b *board) until(t *testing.T, what string, ok func(screen string) bool) {
	t.Helper()
	late := time.AfterFunc(time.Minute, func() { panic("never on the screen: " + what) }) // bounds a failing test only
	defer late.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for !ok(b.vt.String()) {
		b.news.Wait()
	}
}

// A painting is asked for when there is a frame to paint: one for all that come until then, and none
// for what is shown.
func TestPaintingsAreAskedFor(t *testing.T) {
	t.Parallel()
	b := newBoard(10, 2)
	p := New(b, 50, nil)
	var waits []time.Duration
	p.later = func(wait time.Duration) { waits = append(waits, wait) }
	out := p.Output()
	fmt.Fprint(out, enter)
	asked := func(n int, why string) {
		t.Helper()
		if len(waits) != n {
			t.Fatalf("%s: %d paintings were asked for, want %d", why, len(waits), n)
		}
	}
	at := size{10, 2}
	for i := range 5 {
		p.show(lines(10, 2, fmt.Sprint("frame ", i)), at)
	}
	asked(1, "five frames")
	p.paint()
	if s := b.vt.String(); !strings.HasPrefix(s, "frame 4") || len(b.sent) != 2 {
		t.Fatalf("%q was sent, and %q shown", b.sent, s)
	}
	for range 5 {
		p.show(lines(10, 2, "frame 4"), at)
	}
	asked(1, "the same again")
	p.show(lines(10, 2, "frame 5"), at)
	asked(2, "another")
	if waits[0] != 0 || waits[1] < 0 || waits[1] > p.every {
		t.Errorf("waits %v", waits)
	}
	p.paint()
	if last := b.sent[len(b.sent)-1]; strings.Contains(last, "frame") || !strings.Contains(last, "5") {
		t.Errorf("for a digit %q is sent", last)
	}
	p.show(lines(10, 2, "frame 5"), size{9, 2})
	asked(3, "another size")
	p.paint()
	if last := b.sent[len(b.sent)-1]; !strings.Contains(last, "frame 5") {
		t.Errorf("in a window of another size only %q is sent", last)
	}
	fmt.Fprint(out, erase)
	p.show(lines(10, 2, "frame 5"), size{9, 2})
	asked(4, "an erased screen")
	p.paint()
	if s := b.vt.String(); !strings.HasPrefix(s, "frame 5") {
		t.Errorf("an erased screen stays so: %q", s)
	}
}

// Nothing is painted but on the alternate screen; who comes back to it finds all of it.
func TestOnlyTheAlternateScreenIsPainted(t *testing.T) {
	t.Parallel()
	b := newBoard(10, 2)
	p := New(b, 50, nil)
	p.later = func(time.Duration) {}
	out, at := p.Output(), size{10, 2}
	paint := func(frame string) {
		p.show(lines(10, 2, frame), at)
		p.paint()
	}
	paint("early")
	fmt.Fprint(out, enter)
	paint("shown")
	fmt.Fprint(out, home+nothing+"\x1b[K") // a frame of bubbletea's
	fmt.Fprint(out, leave)
	paint("late")
	if sent := strings.Join(b.sent, "|"); strings.Contains(sent, "early") || strings.Contains(sent, "late") || strings.Contains(sent, nothing) || !strings.Contains(sent, "shown") {
		t.Fatalf("sent %q", sent)
	}
	fmt.Fprint(out, enter+erase)
	paint("late")
	if s := b.vt.String(); !strings.HasPrefix(s, "late") {
		t.Errorf("after coming back the screen shows %q", s)
	}
}

// home is where bubbletea begins its frames.
const home = "\x1b[H"

// A terminal that fails is sent the whole frame next.
func TestWhatWasNotWrittenIsWrittenAgain(t *testing.T) {
	t.Parallel()
	b := newBoard(10, 2)
	f := &failing{Writer: b}
	p := New(f, 50, nil)
	p.later = func(time.Duration) {}
	fmt.Fprint(p.Output(), enter)
	p.show(lines(10, 2, "one"), size{10, 2})
	p.paint()
	f.fails = true
	p.show(lines(10, 2, "two"), size{10, 2})
	p.paint()
	f.fails = false
	p.show(lines(10, 2, "two"), size{10, 2})
	p.paint()
	if s := b.vt.String(); !strings.HasPrefix(s, "two") {
		t.Errorf("it shows %q", s)
	}
}

type failing struct {
	io.Writer
	fails bool
}

func (f *failing) Write(p []byte) (int, error) {
	if f.fails {
		return 0, errors.New("no")
	}
	return f.Writer.Write(p)
}

// Pictures follow the text of a frame, and go when the screen is left.
func TestPicturesAreShown(t *testing.T) {
	t.Parallel()
	b := newBoard(40, 12)
	screen := picture.NewScreen(false)
	screen.Take([]byte("\x1b_Gi=31;OK\x1b\\\x1b[6;16;8t"))
	p := New(b, 50, screen)
	p.later = func(time.Duration) {}
	out := p.Output()
	fmt.Fprint(out, enter)
	c := chart.New(40, 12, chart.Terminal{Pixels: screen})
	chart.Plot{Title: "title", Y: chart.Axis{Min: 0, Max: 1}, Series: []chart.Series{{Y: []float64{0.2, 0.3}}}}.Draw(c, chart.Style{})
	p.show(c.Still(), size{40, 12})
	p.paint()
	if sent := b.sent[len(b.sent)-1]; strings.Index(sent, "\x1b_Ga=T") < strings.Index(sent, "title") || !strings.Contains(sent, "title") {
		t.Errorf("%q is sent", sent)
	}
	n := len(b.sent)
	p.show(c.Still(), size{40, 12})
	if p.paint(); len(b.sent) > n {
		t.Errorf("the same frame sends %q", b.sent[n:])
	}
	if fmt.Fprint(out, leave); !strings.Contains(strings.Join(b.sent[n:], ""), "\x1b_Ga=d") {
		t.Errorf("the picture stays: %q", b.sent[n:])
	}
}

// words is a model that shows what it is told.
type words string

func (w words) Init() tea.Cmd { return nil }

func (w words) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if next, ok := msg.(words); ok {
		if next == "panic" {
			panic("as asked")
		}
		return next, nil
	}
	return w, nil
}

func (w words) View() string       { return string(w) }
func (w words) Still() chart.Still { return lines(20, 3, strings.Split(string(w), "\n")...) }

// A program of bubbletea's from its start to its end, in good order and in a panic.
func TestProgram(t *testing.T) {
	for _, end := range []tea.Msg{tea.Quit(), words("panic")} {
		b := newBoard(20, 3)
		fmt.Fprint(b, "$ farsight\r\n")
		p := NewProgram(New(b, 120, nil), words("first\nwords"), tea.WithInput(nil), tea.WithoutSignalHandler())
		done := make(chan error)
		go func() {
			_, err := p.Run()
			done <- err
		}()
		shows := func(words string) {
			t.Helper()
			b.until(t, words, func(screen string) bool { return strings.HasPrefix(screen, words) })
		}
		p.Send(tea.WindowSizeMsg{Width: 20, Height: 3})
		shows("first")
		p.Send(words("second\nwords"))
		shows("second")
		fmt.Fprint(b, home+"mail for you")
		shows("mail")
		p.Send(tea.KeyMsg{Type: tea.KeyCtrlL})
		shows("second")
		p.Send(tea.ExitAltScreen())
		shows("$ farsight")
		p.Send(tea.EnterAltScreen())
		shows("second")
		p.Send(end)
		if err := <-done; (err != nil) != (end == tea.Msg(words("panic"))) {
			t.Errorf("%v ends it with %v", end, err)
		}
		if s := b.vt.String(); !strings.HasPrefix(s, "$ farsight") || strings.Contains(s, "words") || b.vt.Mode()&vt10x.ModeAltScreen != 0 || !b.vt.CursorVisible() {
			t.Errorf("%v leaves %q", end, s)
		}
	}
}
