package player

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"farsight/tui/chart"
	"farsight/tui/chart/big"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// number writes numbers in captions: to three figures, for presenters to two.
func (g *Guide) number(v float64) string {
	s := chart.Num(v)
	if !g.presenter {
		return s
	}
	short := strconv.FormatFloat(v, 'g', 2, 64)
	if strings.ContainsAny(short, "e") {
		return s
	}
	return short
}

// Words of the present scene, filled.

// words fills a text of the present scene.
func (g *Guide) words(t tour.Text) string {
	text, _ := t.Fill(values{g, g.at}, g.number)
	return text
}

// title is the scene's; it does not give the answer to its question away.
func (g *Guide) title() string {
	if g.asking {
		return "A question"
	}
	return g.scene().Title
}

// drawPanel says what there is to see.
func (g *Guide) drawPanel(c chart.Canvas, beside bool) {
	th := g.theme
	w, _ := c.Size()
	r := c.Rect()
	title := g.title()
	if beside {
		used := c.Paragraph(r, title, th.TitleInk())
		_, r = r.CutTop(used + 1)
	} else {
		x := c.Text(0, 0, "── ", chart.Ink{Fg: th.Axis})
		x = c.TextIn(x, 0, w-x-4, title, th.TitleInk()) + 1
		c.HLine(x, 0, w-x, '─', chart.Ink{Fg: th.Axis})
		_, r = r.CutTop(1)
	}
	body := c.Sub(r)
	if g.presenter {
		g.drawLarge(body)
		return
	}
	if rest := g.drawCaption(body, beside); beside {
		g.drawOutline(body.Sub(rest))
	}
}

// drawCaption writes the question or the caption, and what it takes back; what
// is below is left.
func (g *Guide) drawCaption(c chart.Canvas, airy bool) (rest chart.Rect) {
	th, sc := g.theme, g.scene()
	r := c.Rect()
	para := func(text string, k chart.Ink) {
		if text == "" {
			return
		}
		for _, p := range strings.Split(text, "\n") {
			used := c.Paragraph(r, p, k)
			_, r = r.CutTop(used)
			if airy {
				_, r = r.CutTop(1)
			}
		}
	}
	if g.asking {
		para("? "+g.words(sc.Question), chart.Ink{Fg: th.Key, Attr: chart.Bold})
		para("Think first; the next key answers.", th.MutedInk())
		return r
	}
	if airy && !sc.Question.Empty() {
		para("? "+g.words(sc.Question), th.MutedInk())
	}
	para(g.words(sc.Caption), th.TextInk())
	para(g.mistakeText(), chart.Ink{Fg: th.Warning, Attr: chart.Bold})
	return r
}

// drawOutline lists the scenes, the present one marked, if they fit.
func (g *Guide) drawOutline(c chart.Canvas) {
	th := g.theme
	w, h := c.Size()
	n := len(g.tour.Scenes)
	if h < n+2 {
		return
	}
	later := chart.FadeWord(th.Muted, th.Background, dimmed)
	for i, s := range g.tour.Scenes {
		ink, mark := th.MutedInk(), "  "
		switch {
		case i == g.at:
			ink, mark = th.TextInk().With(chart.Bold), string(chart.Selected)+" "
		case i > g.at:
			ink.Fg = later
		}
		y := h - n + i
		c.Text(0, y, mark, th.KeyInk())
		title := s.Title
		if i == g.at {
			title = g.title()
		}
		c.TextIn(2, y, w-2, title, ink)
	}
}

// large is what a presenter's audience reads: a few words.
func (g *Guide) large() string {
	sc := g.scene()
	switch d := g.mistakeText(); {
	case d != "":
		return d
	case g.asking:
		return g.words(sc.Question)
	case !sc.Brief.Empty():
		return g.words(sc.Brief)
	}
	return firstSentence(g.words(sc.Caption))
}

// drawLarge writes it in large letters, or else with air around its lines.
func (g *Guide) drawLarge(c chart.Canvas) {
	ink := chart.Ink{Fg: g.theme.Title, Attr: chart.Bold}
	switch {
	case g.mistakeText() != "":
		ink.Fg = g.theme.Warning
	case g.asking:
		ink.Fg = g.theme.Key
	}
	text := g.large()
	if big.Fill(c, text, ink) {
		return
	}
	w, h := c.Size()
	lines := chart.Wrap(text, w)
	pitch := 1
	if 2*len(lines)-1 <= h {
		pitch = 2
	}
	top := max(0, (h-len(lines)*pitch+pitch-1)/2)
	for i, l := range lines {
		c.TextCentre(0, top+i*pitch, w, l, ink)
	}
}

var sentence = regexp.MustCompile(`^.*?[.?!:]( |$)`)

func firstSentence(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return cmp.Or(strings.TrimSpace(sentence.FindString(s)), s)
}

// drawWords is a scene of words alone, in the middle of the picture. Where the
// words stand beside the frame the few large ones are drawn.
func (g *Guide) drawWords(c chart.Canvas) {
	th, sc := g.theme, g.scene()
	w, h := c.Size()
	width := min(w, 76)
	r := chart.Rect{X: (w - width) / 2, Y: 1, W: width, H: h - 1}
	if g.presenter || g.wordless {
		text := g.large()
		if !big.Fill(c.Sub(chart.Rect{Y: 1, W: w, H: h - 1}), text, th.TitleInk()) {
			c.TextCentre(0, h/3, w, text, th.TitleInk())
		}
		return
	}
	text := g.words(sc.Caption)
	if g.asking {
		text = "? " + g.words(sc.Question)
	}
	rows := 2
	for p := range strings.SplitSeq(text, "\n") {
		rows += len(chart.Wrap(p, width)) + 1
	}
	_, r = r.CutTop(max(0, (h-rows)/3))
	c.TextIn(r.X, r.Y, r.W, g.title(), th.TitleInk())
	_, r = r.CutTop(2)
	for _, p := range strings.Split(text, "\n") {
		used := c.Paragraph(r, p, th.TextInk())
		_, r = r.CutTop(used + 1)
	}
}

// elsewhere says where a presenter finds the notes.
const elsewhere = "Notes stay off this screen. In another terminal of yours, farsight tour --notes-for last shows them, and leads through the tour."

// drawNotes shows the notes over the picture, to a presenter with one screen.
func (g *Guide) drawNotes(c chart.Canvas) {
	notes := g.scene().Notes
	switch {
	case g.presenter:
		notes = elsewhere // here they would be the audience's
	case notes == "":
		notes = "This scene has no notes."
	}
	g.drawBox(c, "notes", strings.Split(notes, "\n"))
}

// drawKeys lists all keys over the picture.
func (g *Guide) drawKeys(c chart.Canvas) {
	var lines []string
	for _, b := range keys {
		if b.Long != "" && (b.Act != actSuspend || g.canSuspend()) {
			lines = append(lines, fmt.Sprintf("%-10s %s", b.Shown(), b.Long))
		}
	}
	g.drawBox(c, "keys of a tour", lines)
}

// drawOver says what is left to do where there is nothing next.
func (g *Guide) drawOver(c chart.Canvas) {
	lines := []string{"home       begin again", "←          back"}
	if g.backdrop() != nil {
		lines = append(lines, "esc        explore from here")
	}
	g.drawBox(c, "the end of the tour", append(lines, "q          quit", "", "farsight explore shows other problems, and one of your own."))
}

// drawBox writes lines over the lower part of c.
func (g *Guide) drawBox(c chart.Canvas, title string, lines []string) {
	w, h := c.Size()
	bw := min(w, screen.BoxWidth)
	var wrapped []string
	for _, l := range lines {
		if strings.Contains(l, "  ") || bw < 8 { // a table keeps its blanks
			wrapped = append(wrapped, l)
			continue
		}
		wrapped = append(wrapped, chart.Wrap(l, bw-4)...)
	}
	bh := min(h, len(wrapped)+3)
	b := c.Sub(chart.Rect{X: (w - bw) / 2, Y: h - bh, W: bw, H: bh})
	b.Fill(b.Rect(), ' ', chart.Ink{Fg: g.theme.Text, Bg: g.theme.Selection})
	b.TextIn(2, 0, bw-4, title, g.theme.TitleInk().On(g.theme.Selection))
	for i, l := range wrapped {
		b.TextIn(2, i+2, bw-4, l, g.theme.TextInk().On(g.theme.Selection))
	}
}
