package player

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/theme"
	"farsight/tui/tour"

	tea "github.com/charmbracelet/bubbletea"
)

// layout is which rectangle is whose.
type layout struct {
	header, picture, panel, footer chart.Rect
	beside                         bool // the panel stands right of the picture, not below
}

// Sizes of a tour's frame.
const (
	besideWidth  = 150 // columns from which the caption stands beside the picture
	besideHeight = 30
	dimmed       = 0.52 // how far what is not highlighted fades
)

// arrange divides the frame. It does not depend on the scene, so that
// nothing jumps.
func arrange(w, h int, presenter, wordless bool) layout {
	var l layout
	r := chart.Rect{W: w, H: h}.Inset(1, 0)
	l.header, r = r.CutTop(1)
	if !wordless {
		l.footer, r = r.CutBottom(1)
	}
	if h >= 30 {
		_, r = r.CutTop(1)
	}
	switch {
	case wordless:
	case w >= besideWidth && h >= besideHeight && !presenter:
		l.beside = true
		l.panel, r = r.CutRight(min(60, w/4+4))
		r.W -= 3
	default:
		rows := 6
		if h >= 30 {
			rows = 7
		}
		if h >= 30 && w < screen.TwoColumns {
			rows = 9 // short lines
		}
		if presenter {
			rows = max(7, min(20, h/3))
		}
		l.panel, r = r.CutBottom(rows)
		if h >= 30 && !presenter {
			_, l.panel = l.panel.CutBottom(1)
		}
	}
	l.picture = r
	return l
}

// layout is the present frame's.
func (g *Guide) layout() layout { return arrange(g.w, g.h, g.presenter, g.wordless) }

// fit gives a backdrop's explorer the window, or the size at which its screens
// fill the picture.
func (g *Guide) fit(s *backdrop) tea.Cmd {
	if s == nil {
		return nil
	}
	w, h := g.size(s)
	s.se.Columned = true // scenes speak of columns, one at a time where there is little room
	return s.update(tea.WindowSizeMsg{Width: w, Height: h})
}

// size is what a backdrop's explorer takes its window to be.
func (g *Guide) size(s *backdrop) (w, h int) {
	w, h = g.w, g.h
	if !g.free {
		l := g.layout()
		if w, h = l.picture.W+2, l.picture.H+2; h >= 30 { // there it leaves a row free
			h++
		}
	}
	sc := s.scene
	if s == g.backdrop() {
		sc = g.scene()
	}
	if !g.free && sc.Screen == tour.Finale {
		w = max(w, screen.TwoColumns) // both ends are shown, however narrow
	}
	return w, h
}

// Still is the whole frame.
func (g *Guide) Still() chart.Still {
	if g.w <= 0 || g.h <= 0 {
		return chart.Still{}
	}
	return g.frames.Take(g.Frame())
}

// View is the frame as text.
func (g *Guide) View() string { return g.Still().ANSI() }

// Frame draws into the guide's canvas.
func (g *Guide) Frame() chart.Canvas {
	if g.free {
		return g.backdrop().m.Frame()
	}
	g.canvas = g.canvas.Resized(g.w, g.h, g.options.Terminal)
	g.draw(g.canvas)
	return g.canvas
}

// DrawAs draws the frame as another terminal shows it, one of the canvas's size and abilities with
// a theme of its own: without notes and lists of keys, which are for the presenter. Nothing of the
// tour changes.
func (g *Guide) DrawAs(c chart.Canvas, th theme.Theme) {
	s := g.backdrop()
	if g.free {
		s.m.DrawAs(c, th)
		return
	}
	other := *g
	other.w, other.h = c.Size()
	other.theme, other.options.Terminal = th, c.Terminal()
	other.notes, other.help, other.over = false, false, false
	if s != nil {
		behind := *s
		w, h := other.size(s)
		behind.m = s.m.As(w, h, th, c.Terminal())
		other.backdrops = map[tour.Backdrop]*backdrop{s.key: &behind}
	}
	other.draw(c)
}

// draw draws everything; it only reads.
func (g *Guide) draw(c chart.Canvas) {
	if g.w < screen.LeastWidth || g.h < screen.LeastHeight {
		text := fmt.Sprintf("The tour needs %d by %d characters; this window has %d by %d. Make it larger, or q to quit.", screen.LeastWidth, screen.LeastHeight, g.w, g.h)
		c.Paragraph(c.Rect(), text, g.theme.TextInk())
		return
	}
	if g.blank {
		return
	}
	l := g.layout()
	g.drawHeader(c.Sub(l.header))
	g.drawFooter(c.Sub(l.footer))
	if g.scene().Screen == tour.Words {
		whole := l.picture
		if whole.H += l.panel.H; l.beside {
			whole = chart.Rect{X: l.picture.X, Y: l.picture.Y, W: l.panel.X + l.panel.W - l.picture.X, H: l.picture.H}
		}
		g.drawWords(c.Sub(whole))
	} else {
		g.drawPicture(c.Sub(l.picture))
		g.drawPanel(c.Sub(l.panel), l.beside)
	}
	if l.beside && g.scene().Screen != tour.Words {
		c.VLine(l.panel.X-2, l.panel.Y, l.panel.H, '│', chart.Ink{Fg: g.theme.Axis})
	}
	if g.notes {
		g.drawNotes(c.Sub(l.picture))
	}
	if g.help {
		g.drawKeys(c.Sub(l.picture))
	}
	if g.over {
		g.drawOver(c.Sub(l.picture))
	}
}

// drawHeader says where we are, what is shown and how long it has taken.
func (g *Guide) drawHeader(c chart.Canvas) {
	th := g.theme
	w, _ := c.Size()
	clock := ""
	if g.auto {
		clock = fmt.Sprintf("%c %.0f s  ", chart.Playing, g.hold().Seconds())
	}
	if g.presenter || g.auto {
		clock += fmt.Sprintf("%d:%02d", int(g.elapsed.Minutes()), int(g.elapsed.Seconds())%60)
	}
	if g.still {
		clock = ""
	}
	c.TextRight(w, 0, clock, th.TextInk())
	left := c.Sub(chart.Rect{W: w - c.Width(clock) - 2, H: 1})
	x := left.Text(0, 0, "farsight tour", th.TitleInk())
	x = left.Text(x+2, 0, fmt.Sprintf("%d of %d", g.tour.FrameOf(g.at, g.asking), g.tour.Frames()), th.MutedInk())
	for _, text := range g.about() {
		if x+3+c.Width(text) <= left.Rect().W {
			left.Text(x+3, 0, text, th.MutedInk())
			return
		}
	}
}

// about names what is on the picture and what was changed of it, in fewer words
// each time.
func (g *Guide) about() []string {
	s := g.backdrop()
	if s == nil || g.scene().Screen == tour.Words {
		return []string{sanitize.Text(g.tour.Title)}
	}
	if g.scene().Screen == tour.Problems {
		return []string{fmt.Sprintf("the map of problems: %d kinds, each drawn many times", summed("").cells), "the map of problems"}
	}
	se := s.se
	name, remark := sanitize.Text(se.Problem.Name), ""
	if se.Problem.Constructed {
		remark = " (constructed example)"
	}
	long, short := "", ""
	if b := se.Altered.Budget; b > 0 {
		long, short = fmt.Sprintf(", budget %s instead of %s", pane.Number(b), pane.Number(se.Base.Budget)), ", budget "+pane.Number(b)
	}
	if s.key.Fit {
		long, short = long+", models fitted at every step", short+", models fitted"
	}
	place := ""
	switch {
	case g.scene().Screen == tour.Theorem || g.scene().Screen == tour.Simulate || g.scene().Screen == tour.Gauges:
	case se.ByMoney:
		place = ", " + chart.Num(se.Money) + " spent"
	default:
		place = fmt.Sprintf(", step %d", se.Step)
	}
	brief := strings.Replace(remark, " example", "", 1)
	return []string{name + remark + long + place, name + brief + short + place, name + short + place, name + short, name}
}

// drawFooter lists the keys, as many as fit.
func (g *Guide) drawFooter(c chart.Canvas) {
	th := g.theme
	w, _ := c.Size()
	const quit = "q quit"
	x := 0
	for _, b := range keys {
		switch {
		case b.Short() == "" || b.Act == actQuit:
			continue
		case b.Act == actNotes && g.scene().Notes == "":
			continue
		case b.Act == actExplore && g.backdrop() == nil:
			continue
		}
		if b.Act == actNext && g.last() {
			b.SetHelp(b.Show(), "what is left to do")
		}
		if x+chart.Width(b.Hint()) > w-len(quit)-2 {
			break
		}
		x = c.Spans(x, 0, chart.Span{Text: b.Show(), Ink: th.KeyInk()}, chart.Span{Text: " " + b.Short(), Ink: th.MutedInk()}) + 3
	}
	c.Sub(chart.Rect{X: w - len(quit), W: len(quit), H: 1}).Spans(0, 0, chart.Span{Text: "q", Ink: th.KeyInk()}, chart.Span{Text: " quit", Ink: th.MutedInk()})
}

// drawPicture draws the scene's screen and lights what it is about.
func (g *Guide) drawPicture(c chart.Canvas) {
	s, sc := g.backdrop(), g.scene()
	var spots *screen.Spots
	switch sc.Screen {
	case tour.Simulate:
		spots = g.drawSimulation(c, g.at)
	case tour.Gauges:
		spots = g.drawGauges(c, s, g.at)
	case tour.Finale:
		spots = g.drawFinale(c, s)
	default:
		spots = s.m.DrawScreen(c)
		for _, spot := range spots.Found {
			if spot.Part == "tale" {
				spot.At.Clear() // the caption tells
			}
		}
	}
	if g.asking {
		g.cover(spots, s)
		return
	}
	g.light(c, spots, s)
}

// light fades all but the highlighted charts, and marks those, for colours are
// not always to be had.
func (g *Guide) light(c chart.Canvas, spots *screen.Spots, of *backdrop) {
	var lit []chart.Canvas
	for _, s := range spots.Found {
		if w, h := s.At.Size(); w > 0 && h > 0 && g.scene().Lights(of.sideOf(s.Track), s.Part) {
			lit = append(lit, s.At)
		}
	}
	if len(lit) == 0 {
		return
	}
	c.Dim(g.theme.Background, dimmed, lit...)
	for _, k := range lit {
		k.Beside(chart.Selected, chart.Ink{Fg: g.theme.Next, Attr: chart.Bold})
	}
}
