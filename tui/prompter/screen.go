package prompter

import (
	"fmt"
	"net"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
	"farsight/tui/chart"
	shown "farsight/tui/screen"
	"farsight/tui/theme"
)

// screen shows the notes.
type screen struct {
	*visit
	options tui.Options
	theme   theme.Theme
	w, h    int
	canvas  chart.Canvas
	encoder chart.Encoder
	sheet   Sheet
	known   bool // a sheet has come
	ended   bool
	now     func() time.Time
}

func newScreen(conn net.Conn, o tui.Options) *screen {
	return &screen{visit: newVisit(conn), options: o, theme: o.Theme, now: time.Now}
}

// keys lead through the tour from here; what they are called is what the tour
// calls them.
var keys = []shown.Binding{
	{Act: 1, Keys: []string{" ", "right", "pgdown", "n", "l", "enter", "down"}, Show: "space", Short: "next"},
	{Act: 2, Keys: []string{"left", "pgup", "p", "h", "up", "backspace"}, Show: "←", Short: "back"},
	{Act: 8, Keys: []string{"q", "ctrl+c"}, Show: "q", Short: "quit"},
	{Act: 3, Keys: []string{"home", "g"}, Show: "home", All: "home end", Short: "first, last"},
	{Act: 4, Keys: []string{"end", "G"}, Show: "end"},
	{Act: 5, Keys: []string{"b", "."}, Show: "b", Short: "blank"},
	{Act: 6, Keys: []string{"a"}, Show: "a", Short: "autoplay"},
	{Act: 7, Keys: []string{"T", "f5"}, Show: "T"},
}

// asks are what keys ask for, by their number.
var asks = []Key{"", Next, Back, First, Last, Blank, Auto, Tour}

const actQuit = 8

// second asks for the next look at the clock.
type secondMsg struct{}

func (s *screen) second() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return secondMsg{} })
}

func (s *screen) Init() tea.Cmd { return tea.Batch(s.next, s.second()) }

// Close leaves the desk.
func (s *screen) Close() { s.end() }

// Update obeys one message.
func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = shown.Clip(msg.Width, msg.Height)
	case sheetMsg:
		s.sheet, s.known = Sheet(msg), true
		return s, s.next
	case endMsg:
		s.ended = true
		return s, tea.Quit
	case secondMsg:
		return s, s.second()
	case tui.BackgroundMsg:
		if s.options.Adapt != nil {
			s.theme = s.options.Adapt(msg.Dark)
		}
	case tea.KeyMsg:
		var cmds []tea.Cmd
		for _, name := range shown.Names(msg) {
			switch act := int(shown.Find(name, keys)); {
			case act == actQuit:
				return s, tea.Quit
			case act > 0 && act < len(asks):
				cmds = append(cmds, s.send(asks[act]))
			}
		}
		return s, tea.Sequence(cmds...)
	}
	return s, nil
}

// View draws the whole frame.
func (s *screen) View() string {
	if s.w <= 0 || s.h <= 0 {
		return ""
	}
	s.canvas = s.canvas.Resized(s.w, s.h, s.options.Terminal)
	s.draw(s.canvas)
	return s.encoder.Frame(s.canvas)
}

// draw draws what to say now, and what comes then.
func (s *screen) draw(c chart.Canvas) {
	th, sh := s.theme, s.sheet
	r := c.Rect().Inset(1, 0)
	header, r := r.CutTop(1)
	footer, r := r.CutBottom(1)
	s.drawHeader(c.Sub(header))
	shown.DrawKeys(c.Sub(footer), s.theme, keys)
	_, r = r.CutTop(1)
	if r.H < 1 || r.W < 10 {
		return
	}
	if !s.known {
		c.Paragraph(r, "waiting for the tour …", th.MutedInk())
		return
	}
	next, r := r.CutBottom(1)
	comes := "then: " + sh.Next
	if sh.Next == "" {
		comes = "then: nothing more, this is the last frame"
	}
	c.TextIn(next.X, next.Y, next.W, comes, th.MutedInk())
	r.W = min(r.W, 100) // lines that can be read while speaking
	para := func(text string, ink chart.Ink, air int) {
		for p := range strings.SplitSeq(text, "\n") {
			used := c.Paragraph(r, p, ink)
			_, r = r.CutTop(used)
		}
		_, r = r.CutTop(air)
	}
	if sh.Place != "" {
		para("The audience sees "+sh.Place+".", chart.Ink{Fg: th.Warning, Attr: chart.Bold}, 1)
	}
	para(sh.Title, th.TitleInk(), 0)
	if sh.Asking {
		para("? "+sh.Question, chart.Ink{Fg: th.Key, Attr: chart.Bold}, 1)
	} else if sh.Question != "" {
		para("? "+sh.Question, th.MutedInk(), 1)
	} else {
		_, r = r.CutTop(1)
	}
	notes := sh.Notes
	if notes == "" {
		notes = "This scene has no notes."
	}
	para(notes, th.TextInk(), 1)
	said := "They read: "
	if sh.Asking {
		said = "The answer: "
	}
	para(said+sh.Said, th.MutedInk(), 1)
	if sh.Doubt != "" {
		para(sh.Doubt, chart.Ink{Fg: th.Warning, Attr: chart.Bold}, 0)
	}
}

// drawHeader says where the tour is and how long it has taken.
func (s *screen) drawHeader(c chart.Canvas) {
	th := s.theme
	w, _ := c.Size()
	x := c.Text(0, 0, "farsight notes", th.TitleInk())
	if !s.known {
		return
	}
	clock := ""
	if d := s.now().Sub(s.sheet.Since); !s.sheet.Since.IsZero() && d >= 0 && d < 100*time.Hour {
		clock = fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
	}
	c.TextRight(w, 0, clock, th.TextInk().With(chart.Bold))
	x = c.Text(x+2, 0, fmt.Sprintf("%d of %d", s.sheet.Frame, s.sheet.Of), th.TextInk())
	c.TextIn(x+3, 0, w-x-3-c.Width(clock)-2, s.sheet.Tour, th.MutedInk())
}
