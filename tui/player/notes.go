package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// notes are a tour's, on a second terminal: it follows what the first one shows.
type notes struct {
	conn    net.Conn
	lines   *bufio.Scanner
	options tui.Options
	theme   theme.Theme
	tour    *tour.Tour
	w, h    int
	canvas  chart.Canvas
	frames  chart.Frames
	now     where
	known   bool
	ended   bool
}

// where a tour is, as the server sends it.
type where struct {
	frame int       // counted from 1
	sees  string    // what the audience sees: the tour, nothing or the explorer
	since time.Time // when the tour began
}

// What the audience sees.
const (
	seesTour     = "tour"
	seesNothing  = "nothing"
	seesExplorer = "explorer"
)

func (w where) String() string { return fmt.Sprintf("%d %s %d", w.frame, w.sees, w.since.Unix()) }

// readWhere reads what String writes.
func readWhere(line string) (w where, ok bool) {
	var since int64
	n, _ := fmt.Sscanf(line, "%d %s %d", &w.frame, &w.sees, &since)
	w.since = time.Unix(since, 0)
	return w, n == 3
}

// ErrEnded says that a tour ended, not its notes.
var ErrEnded = errors.New("the tour has ended")

// Notes shows the notes of a tour that another terminal shows, the one begun last
// or by the number of its process, until its user quits, the tour ends or ctx
// does. The tour is loaded here, too: "" is the built-in one.
func Notes(ctx context.Context, which string, load func(file string) (*tour.Tour, error), o tui.Options, in io.Reader, out io.Writer) error {
	path, err := findSocket(which)
	if err != nil {
		return err
	}
	n, err := newNotes(path, load, o)
	if err != nil {
		return err
	}
	err = tui.RunModel(ctx, o, in, out, func(o tui.Options) tui.Closer {
		n.options = o
		return n
	})
	if n.ended && err == nil {
		return ErrEnded
	}
	return err
}

func newNotes(path string, load func(file string) (*tour.Tour, error), o tui.Options) (*notes, error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return nil, errNone
	}
	n := &notes{conn: conn, lines: bufio.NewScanner(conn), options: o, theme: o.Theme}
	n.lines.Scan()
	file, err := strconv.Unquote(n.lines.Text())
	if err != nil {
		return nil, errNone // it has just ended, or is full
	}
	n.tour, err = load(file)
	return n, err
}

// Messages to the notes.
type (
	notesMsg    where // the tour is there now
	notesEnded  struct{}
	notesSecond struct{}
)

// next waits for the next frame.
func (n *notes) next() tea.Msg {
	for n.lines.Scan() {
		if w, ok := readWhere(n.lines.Text()); ok && w.frame >= 1 && w.frame <= n.tour.Frames() {
			return notesMsg(w)
		}
	}
	return notesEnded{}
}

func (n *notes) second() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return notesSecond{} })
}

func (n *notes) Init() tea.Cmd { return tea.Batch(n.next, n.second()) }

// Close disconnects from the server.
func (n *notes) Close() { n.conn.Close() }

// Update handles one message.
func (n *notes) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		n.w, n.h = screen.Clip(msg.Width, msg.Height)
	case notesMsg:
		n.now, n.known = where(msg), true
		return n, n.next
	case notesEnded:
		n.ended = true
		return n, tea.Quit
	case notesSecond:
		return n, n.second()
	case tui.BackgroundMsg:
		if n.options.Adapt != nil {
			n.theme = n.options.Adapt(msg.Dark)
		}
	case tea.KeyMsg:
		var asked []string
		for _, k := range screen.Names(msg) {
			if screen.Find(k, keys) == actQuit {
				return n, tea.Quit
			}
			if leads(k) {
				asked = append(asked, k+"\n")
			}
		}
		return n, func() tea.Msg {
			_, _ = io.WriteString(n.conn, strings.Join(asked, "")) // a tour that is gone is found by next
			return nil
		}
	}
	return n, nil
}

// Still is the whole frame.
func (n *notes) Still() chart.Still {
	n.canvas = n.canvas.Resized(n.w, n.h, n.options.Terminal)
	n.draw(n.canvas)
	return n.frames.Take(n.canvas)
}

// View is the frame as text.
func (n *notes) View() string { return n.Still().ANSI() }

// none knows no values: what is computed stands on the audience's screen.
type none struct{}

func (none) Value(tour.Ref, float64) (tour.Value, bool) { return tour.Value{}, false }

// draw draws what to say now, and what comes then.
func (n *notes) draw(c chart.Canvas) {
	th := n.theme
	r := c.Rect().Inset(1, 0)
	header, r := r.CutTop(1)
	footer, r := r.CutBottom(1)
	n.drawHeader(c.Sub(header))
	screen.NewFooter(c.Terminal(), footer.W, notesKeys(), nil).Draw(c.Sub(footer), th)
	_, r = r.CutTop(1)
	if r.H < 1 || r.W < 10 {
		return
	}
	if !n.known {
		c.Paragraph(r, "waiting for the tour …", th.MutedInk())
		return
	}
	at := places(n.tour)[n.now.frame-1]
	sc := n.tour.Scenes[at.scene]
	next, r := r.CutBottom(1)
	c.TextIn(next.X, next.Y, next.W, "then: "+comes(n.tour, at), th.MutedInk())
	r.W = min(r.W, 100) // lines that can be read while speaking
	para := func(text string, ink chart.Ink, air int) {
		for p := range strings.SplitSeq(sanitize.Block(text), "\n") {
			_, r = r.CutTop(c.Paragraph(r, p, ink))
		}
		_, r = r.CutTop(air)
	}
	warn := chart.Ink{Fg: th.Warning, Attr: chart.Bold}
	switch n.now.sees {
	case seesNothing:
		para("The audience sees nothing: the screen is blank until the next key.", warn, 1)
	case seesExplorer:
		para("The audience sees the explorer, not the tour; T goes back.", warn, 1)
	}
	para(sc.Title, th.TitleInk(), 0)
	said, ink := "They read: ", th.MutedInk()
	if at.asking {
		said, ink = "The answer: ", chart.Ink{Fg: th.Key, Attr: chart.Bold}
	}
	if !sc.Question.Empty() {
		question, _ := sc.Question.Fill(none{}, nil)
		para("? "+question, ink, 0)
	}
	_, r = r.CutTop(1)
	words := sc.Notes
	if words == "" {
		words = "This scene has no notes."
	}
	para(words, th.TextInk(), 1)
	caption, _ := sc.Caption.Fill(none{}, nil)
	para(said+caption, th.MutedInk(), 0)
}

// notesKeys are those that lead through the tour from here.
func notesKeys() (out []screen.Binding) {
	for _, b := range keys {
		switch b.Act {
		case actFirst:
			b.SetHelp("home", "first, last")
		case actBlank:
			b.SetHelp("b", "blank")
		}
		if b.Act == actQuit || slices.Contains(remote, b.Act) {
			out = append(out, b)
		}
	}
	return out
}

// drawHeader says where the tour is and how long it has taken.
func (n *notes) drawHeader(c chart.Canvas) {
	th := n.theme
	w, _ := c.Size()
	x := c.Text(0, 0, "farsight notes", th.TitleInk())
	if !n.known {
		return
	}
	clock := ""
	if d := time.Since(n.now.since); d >= 0 && d < 100*time.Hour {
		clock = fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
	}
	c.TextRight(w, 0, clock, th.TextInk().With(chart.Bold))
	x = c.Text(x+2, 0, fmt.Sprintf("%d of %d", n.now.frame, n.tour.Frames()), th.TextInk())
	c.TextIn(x+3, 0, w-x-3-c.Width(clock)-2, n.tour.Title, th.MutedInk())
}

// comes is what the next key shows.
func comes(t *tour.Tour, at place) string {
	switch {
	case at.asking:
		return "the answer"
	case at.scene == len(t.Scenes)-1:
		return "nothing more, this is the last frame"
	}
	next := t.Scenes[at.scene+1]
	if !next.Question.Empty() {
		return "a question; " + next.Title
	}
	return next.Title
}
