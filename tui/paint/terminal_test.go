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
	p := New(b, 50)
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
		p.show(fmt.Sprint("frame ", i), at)
	}
	asked(1, "five frames")
	p.paint()
	if s := b.vt.String(); !strings.HasPrefix(s, "frame 4") || len(b.sent) != 2 {
		t.Fatalf("%q was sent, and %q shown", b.sent, s)
	}
	for range 5 {
		p.show("frame 4", at)
	}
	asked(1, "the same again")
	p.show("frame 5", at)
	asked(2, "another")
	if waits[0] != 0 || waits[1] < 0 || waits[1] > p.every {
		t.Errorf("waits %v", waits)
	}
	p.paint()
	if last := b.sent[len(b.sent)-1]; strings.Contains(last, "frame") || !strings.Contains(last, "5") {
		t.Errorf("for a digit %q is sent", last)
	}
	p.show("frame 5", size{9, 2})
	asked(3, "another size")
	p.paint()
	if last := b.sent[len(b.sent)-1]; !strings.Contains(last, "frame 5") {
		t.Errorf("in a window of another size only %q is sent", last)
	}
	fmt.Fprint(out, erase)
	p.show("frame 5", size{9, 2})
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
	p := New(b, 50)
	p.later = func(time.Duration) {}
	out, at := p.Output(), size{10, 2}
	paint := func(frame string) {
		p.show(frame, at)
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
	p := New(f, 50)
	p.later = func(time.Duration) {}
	fmt.Fprint(p.Output(), enter)
	p.show("one", size{10, 2})
	p.paint()
	f.fails = true
	p.show("two", size{10, 2})
	p.paint()
	f.fails = false
	p.show("two", size{10, 2})
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

// noting is an output that shows pictures.
type noting struct {
	*board
	marks   []string
	written []bool
	erased  bool
}

func (n *noting) WriteFrame(text []byte, mark string, written func(row int) bool) error {
	n.marks = append(n.marks, mark)
	n.written = []bool{written(0), written(1)}
	_, err := n.Write(text)
	return err
}

func (n *noting) Erased() bool { return n.erased }

// Pictures learn which frame is shown and which rows were written to; where text erases them rows are
// written as a whole.
func TestPicturesAreTold(t *testing.T) {
	t.Parallel()
	n := &noting{board: newBoard(20, 2)}
	p := New(n, 50)
	p.later = func(time.Duration) {}
	fmt.Fprint(p.Output(), enter)
	paint := func(frame string) string {
		p.show(frame, size{20, 2})
		p.paint()
		return n.sent[len(n.sent)-1]
	}
	paint("title 1\nplot\x1b_mark:1\x1b\\")
	paint("title 1\nplot\x1b_mark:2\x1b\\")
	if n.written[0] || n.written[1] {
		t.Error("rows were written to that stay as they are")
	}
	if s := paint("title 2\nplot\x1b_mark:2\x1b\\"); strings.Contains(s, "title") || !n.written[0] || n.written[1] {
		t.Errorf("%q is sent", s)
	}
	n.erased = true
	if s := paint("title 3\nplot"); !strings.Contains(s, "title 3") || strings.Contains(s, "plot") {
		t.Errorf("%q is sent where rows are to be whole", s)
	}
	if got, want := strings.Join(n.marks, ","), "\x1b_mark:1\x1b\\,\x1b_mark:2\x1b\\,\x1b_mark:2\x1b\\,"; got != want {
		t.Errorf("marks %q, want %q", got, want)
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

func (w words) View() string { return string(w) }

// A program of bubbletea's from its start to its end, in good order and in a panic.
func TestProgram(t *testing.T) {
	for _, end := range []tea.Msg{tea.Quit(), words("panic")} {
		b := newBoard(20, 3)
		fmt.Fprint(b, "$ farsight\r\n")
		p := NewProgram(New(b, 120), words("first\nwords"), tea.WithInput(nil), tea.WithoutSignalHandler())
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
