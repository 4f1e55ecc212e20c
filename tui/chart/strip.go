package chart

import (
	"math"
	"strings"
)

// Strip is imagined spending below a gauge, on its scale: a ruler cut where one part ends and the next
// begins, each with its number where that fits.
type Strip struct {
	Gauge Gauge
	From  float64   // cost spent where the first part begins
	Parts []float64 // costs in order
	// Words are labels of the sum, the longest first: the first that fits is used, behind the
	// numbers where those do not fit into their parts.
	Words []string
	Color Color
}

// Draw draws the strip into the first row of c, which lies below the gauge.
func (s Strip) Draw(c Canvas, st Style) {
	if c.w <= 0 || c.h <= 0 || len(s.Parts) == 0 {
		return
	}
	_, _, total := s.Gauge.cuts(c.w)
	if total == 0 {
		return
	}
	unit := float64(c.w) / total
	at, ink := s.From, Ink{Fg: s.Color}
	begin := clamp(int(math.Round(at*unit)), 0, c.w-1)
	cell := func(v float64) int { return clamp(int(math.Round(v*unit))-1, begin, c.w-1) } // as the gauge marks where its plan ends
	end, past := begin, false
	for _, p := range s.Parts {
		if finite(p) && p > 0 {
			at += p
		}
		past = past || at*unit > float64(c.w)+0.5
		end = cell(at)
	}
	c.HLine(begin, 0, end-begin+1, '─', ink)
	at = s.From
	inside := true
	for _, p := range s.Parts {
		x0 := cell(at)
		if finite(p) && p > 0 {
			at += p
		}
		x1 := cell(at)
		if n := c.Width(Num(p)); n+2 <= x1-x0-1 {
			c.TextCentre(x0+1, 0, x1-x0-1, " "+Num(p)+" ", Ink{Fg: st.Text})
		} else if n <= x1-x0-1 {
			c.TextCentre(x0+1, 0, x1-x0-1, Num(p), Ink{Fg: st.Text})
		} else {
			inside = false
		}
		if x1 < end {
			c.Set(x1, 0, '┼', ink)
		}
	}
	c.Set(begin, 0, '├', ink)
	if c.Set(end, 0, '┤', ink); past {
		c.Set(end, 0, MarkOpen.Rune(), ink) // it continues beyond what there is
	}
	s.say(c, st, begin, end, inside)
}

// say writes the longest words that fit behind the strip, or before it.
func (s Strip) say(c Canvas, st Style, begin, end int, inside bool) {
	var numbers []string
	for _, p := range s.Parts {
		numbers = append(numbers, Num(p))
	}
	said := s.Words
	if !inside {
		said = nil
		for _, words := range s.Words {
			said = append(said, strings.Join(numbers, " + ")+" "+words)
		}
		said = append(said, s.Words...)
	}
	for _, words := range said {
		switch n := c.Width(words); {
		case end+2+n <= c.w:
			c.Text(end+2, 0, words, Ink{Fg: st.Muted})
			return
		case n+1 <= begin:
			c.TextRight(begin-1, 0, words, Ink{Fg: st.Muted})
			return
		}
	}
}
