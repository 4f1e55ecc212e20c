package tui

import (
	"fmt"
	"strings"

	"farsight/internal/plain"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// tourLayout is which rectangle is whose.
type tourLayout struct {
	header, stage, panel, footer chart.Rect
	beside                       bool // the panel stands right of the stage, not below
}

// Sizes of a tour's frame.
const (
	besideWidth  = 150 // columns from which the caption stands beside the stage
	besideHeight = 30
	dimmed       = 0.52 // how far what is not highlighted fades
)

// arrangeTour divides the frame. It does not depend on the scene, so that
// nothing jumps.
func arrangeTour(w, h int, presenter, wordless bool) tourLayout {
	var l tourLayout
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
	l.stage = r
	return l
}

// layout is the present frame's.
func (g *guide) layout() tourLayout { return arrangeTour(g.w, g.h, g.presenter, g.wordless) }

// fit gives a stage's explorer the size at which its screens fill the stage.
func (g *guide) fit(s *stage) {
	l := g.layout()
	s.m.w, s.m.h = l.stage.W+2, l.stage.H+2
	if s.m.h >= 30 { // there it leaves a row free
		s.m.h++
	}
	s.m.scrollHelp("")
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
		s := g.stage()
		s.m.w, s.m.h = g.w, g.h
		return s.m.Frame()
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
		whole := l.stage
		if whole.H += l.panel.H; l.beside {
			whole = chart.Rect{X: l.stage.X, Y: l.stage.Y, W: l.panel.X + l.panel.W - l.stage.X, H: l.stage.H}
		}
		g.drawWords(c.Sub(whole))
	} else {
		g.drawStage(c.Sub(l.stage))
		g.drawPanel(c.Sub(l.panel), l.beside)
	}
	if l.beside && g.scene().Screen != tour.Words {
		c.VLine(l.panel.X-2, l.panel.Y, l.panel.H, '│', chart.Ink{Fg: g.theme.Axis})
	}
	if g.notes {
		g.drawNotes(c.Sub(l.stage))
	}
	if g.help {
		g.drawKeys(c.Sub(l.stage))
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

// about names what is on the stage and what was changed of it, in fewer words
// each time.
func (g *guide) about() []string {
	s := g.stage()
	if s == nil || g.scene().Screen == tour.Words {
		return []string{plain.Text(g.tour.Title)}
	}
	m := s.m
	name, remark := plain.Text(m.s.Problem.Name), ""
	if m.s.Problem.Constructed {
		remark = " (constructed example)"
	}
	long, short := "", ""
	if b := m.s.Altered.Budget; b > 0 {
		long, short = fmt.Sprintf(", budget %s instead of %s", number(b), number(m.s.Base.Budget)), ", budget "+number(b)
	}
	if s.key.Fit {
		long, short = long+", models fitted at every step", short+", models fitted"
	}
	place := ""
	switch {
	case g.scene().Screen == tour.Theorem || g.scene().Screen == tour.Simulate:
	case m.s.ByMoney:
		place = ", " + chart.Num(m.s.Money) + " spent"
	default:
		place = fmt.Sprintf(", step %d", m.s.Step)
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
	for _, b := range tourKeys {
		switch {
		case b.Short == "" || b.Act == actTourQuit:
			continue
		case b.Act == actTourNotes && g.scene().Notes == "":
			continue
		case b.Act == actTourExplore && g.stage() == nil:
			continue
		}
		if x+chart.Width(b.Hint()) > w-len(quit)-2 {
			break
		}
		x = c.Spans(x, 0, chart.Span{Text: b.Show, Ink: th.KeyInk()}, chart.Span{Text: " " + b.Short, Ink: th.MutedInk()}) + 3
	}
	c.Sub(chart.Rect{X: w - len(quit), W: len(quit), H: 1}).Spans(0, 0, chart.Span{Text: "q", Ink: th.KeyInk()}, chart.Span{Text: " quit", Ink: th.MutedInk()})
}

// drawStage draws the scene's screen and lights what it is about.
func (g *guide) drawStage(c chart.Canvas) {
	s, sc := g.stage(), g.scene()
	m := s.m
	m.spots = screen.NewSpots()
	if sc.Screen == tour.Simulate {
		g.drawSimulation(c, s, g.at)
	} else {
		m.screens[m.current].Draw(m.view(), c)
		m.spotPanes(c)
		for _, s := range m.spots.Found {
			if s.Part == "tale" {
				s.At.Clear() // the caption tells
			}
		}
	}
	if !g.asking {
		g.light(c, m, sc)
	}
	m.spots = nil
}

// spotPanes notes where the panes of screens without columns are.
func (m *Model) spotPanes(c chart.Canvas) {
	w, h := c.Size()
	m.spots.Of(-1)
	if s, ok := as[*treeScreen](m); ok {
		tree, node, legend := s.panes(w, h)
		m.spots.Note("tree", c.Sub(tree))
		m.spots.Note("node", c.Sub(node))
		m.spots.Note("legend", c.Sub(legend))
	}
}

// light fades all but the highlighted charts, and marks those, for colours are
// not always to be had.
func (g *guide) light(c chart.Canvas, m *Model, sc tour.Scene) {
	var lit []chart.Canvas
	for _, s := range m.spots.Found {
		side := tour.Both
		if s.Track >= 0 && len(m.s.Tracks) > 1 {
			side = [2]tour.Side{tour.Left, tour.Right}[min(s.Track, 1)]
		}
		if w, h := s.At.Size(); w > 0 && h > 0 && sc.Lights(side, s.Part) {
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
