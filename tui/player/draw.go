package player

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
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
			rows = max(7, min(14, h/4+1))
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
func (g *guide) layout() layout { return arrange(g.w, g.h, g.presenter, g.wordless) }

// fit gives a backdrop's explorer the window, or the size at which its screens
// fill the picture.
func (g *guide) fit(s *backdrop) tea.Cmd {
	if s == nil {
		return nil
	}
	w, h := g.w, g.h
	if !g.free {
		l := g.layout()
		if w, h = l.picture.W+2, l.picture.H+2; h >= 30 { // there it leaves a row free
			h++
		}
	}
	return s.update(tea.WindowSizeMsg{Width: w, Height: h})
}

// View draws the whole frame.
func (g *guide) View() string {
	if g.w <= 0 || g.h <= 0 {
		return ""
	}
	return g.encoder.Frame(g.Frame())
}

// Frame draws into the guide's canvas.
func (g *guide) Frame() chart.Canvas {
	if g.free {
		return g.backdrop().m.Frame()
	}
	g.canvas = g.canvas.Resized(g.w, g.h, g.options.Terminal)
	g.canvas.Clear()
	g.draw(g.canvas)
	return g.canvas
}

// draw draws everything; it only reads.
func (g *guide) draw(c chart.Canvas) {
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
}

// drawHeader says where we are, what is shown and how long it has taken.
func (g *guide) drawHeader(c chart.Canvas) {
	th := g.theme
	w, _ := c.Size()
	clock := ""
	if g.auto {
		clock = fmt.Sprintf("▶ %.0f s  ", g.hold().Seconds())
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
	x = left.Text(x+2, 0, fmt.Sprintf("%d of %d", g.at+1, len(g.tour.Scenes)), th.MutedInk())
	for _, text := range g.about() {
		if x+3+c.Width(text) <= left.Rect().W {
			left.Text(x+3, 0, text, th.MutedInk())
			return
		}
	}
}

// about names what is on the picture and what was changed of it, in fewer words
// each time.
func (g *guide) about() []string {
	s := g.backdrop()
	if s == nil || g.scene().Screen == tour.Words {
		return []string{sanitize.Text(g.tour.Title)}
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
	case g.scene().Screen == tour.Theorem || g.scene().Screen == tour.Simulate:
	case se.ByMoney:
		place = ", " + chart.Num(se.Money) + " spent"
	default:
		place = fmt.Sprintf(", step %d", se.Step)
	}
	brief := strings.Replace(remark, " example", "", 1)
	return []string{name + remark + long + place, name + brief + short + place, name + short + place, name + short, name}
}

// drawFooter lists the keys, as many as fit.
func (g *guide) drawFooter(c chart.Canvas) {
	th := g.theme
	w, _ := c.Size()
	const quit = "q quit"
	x := 0
	for _, b := range keys {
		switch {
		case b.Short == "" || b.Act == actQuit:
			continue
		case b.Act == actNotes && g.scene().Notes == "":
			continue
		case b.Act == actExplore && g.backdrop() == nil:
			continue
		}
		if x+chart.Width(b.Hint()) > w-len(quit)-2 {
			break
		}
		x = c.Spans(x, 0, chart.Span{Text: b.Show, Ink: th.KeyInk()}, chart.Span{Text: " " + b.Short, Ink: th.MutedInk()}) + 3
	}
	c.Sub(chart.Rect{X: w - len(quit), W: len(quit), H: 1}).Spans(0, 0, chart.Span{Text: "q", Ink: th.KeyInk()}, chart.Span{Text: " quit", Ink: th.MutedInk()})
}

// drawPicture draws the scene's screen and lights what it is about.
func (g *guide) drawPicture(c chart.Canvas) {
	s, sc := g.backdrop(), g.scene()
	var spots *screen.Spots
	if sc.Screen == tour.Simulate {
		spots = g.drawSimulation(c, s, g.at)
	} else {
		spots = s.m.DrawScreen(c)
		for _, spot := range spots.Found {
			if spot.Part == "tale" {
				spot.At.Clear() // the caption tells
			}
		}
	}
	if !g.asking {
		g.light(c, spots, len(s.se.Tracks) > 1)
	}
}

// light fades all but the highlighted charts, and marks those, for colours are
// not always to be had.
func (g *guide) light(c chart.Canvas, spots *screen.Spots, sided bool) {
	var lit []chart.Canvas
	for _, s := range spots.Found {
		side := tour.Both
		if s.Track >= 0 && sided {
			side = [2]tour.Side{tour.Left, tour.Right}[min(s.Track, 1)]
		}
		if w, h := s.At.Size(); w > 0 && h > 0 && g.scene().Lights(side, s.Part) {
			lit = append(lit, s.At)
		}
	}
	if len(lit) == 0 {
		return
	}
	c.Dim(g.theme.Background, dimmed, lit...)
	for _, k := range lit {
		k.Beside('▶', chart.Ink{Fg: g.theme.Next, Attr: chart.Bold})
	}
}
