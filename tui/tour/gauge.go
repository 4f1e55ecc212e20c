package tour

import (
	"strings"

	"farsight/internal/sanitize"
)

// Gauge is a budget drawn as a bar, cut into what is paid from it: what was, or
// what might have been. Its amounts are computed like the numbers of captions.
type Gauge struct {
	Title, Note Text
	Of          Side // whose colours it has
	Paid        []Amount
	Over        *Amount // what does not fit any more; nil: nothing
}

// Amount is a computed number with a name.
type Amount struct {
	Origin
	Name string
	expr *expr
}

// Eval is the amount; false: it is not known yet.
func (a Amount) Eval(v Values) (float64, bool) {
	x, ok := a.expr.eval(v)
	return x.Number, ok && x.Word == ""
}

// Bounds of a scene's gauges: more than fit on a screen.
const (
	maxGauges  = 8
	maxAmounts = 50
)

// gauges reads the budgets of the screen of gauges.
func (p *parser) gauges(s table, sc *Scene, policies []string, sound bool) {
	list := s.Tables("gauge")
	switch {
	case sc.Screen == Gauges && !s.Has("gauge"):
		s.Wrong("screen", "there is nothing to show: a gauge is a table after a line [[scene.gauge]]")
	case sc.Screen != Gauges && s.Has("gauge"):
		s.Wrong("gauge", "is only of the screen %q", Gauges)
	case len(list) > maxGauges:
		s.Wrong("gauge", "there are %d, %d are the most", len(list), maxGauges)
		list = list[:maxGauges]
	}
	for _, one := range list {
		t := table{one}
		g := Gauge{Title: p.read(t, "title", policies, sound), Note: p.read(t, "note", policies, sound)}
		g.Of = Side(t.choice("of", string(Left), string(Left), string(Right)))
		if g.Of == Right && len(policies) == 1 {
			t.Wrong("of", "there is no right column: the scene has one policy")
		}
		g.Paid = p.amounts(t, "paid", policies, sound)
		names := t.texts("names")
		if len(names) > len(g.Paid) && sound {
			t.Wrong("names", "there are %d names of %d amounts", len(names), len(g.Paid))
			names = nil
		}
		for i, n := range names {
			g.Paid[min(i, len(g.Paid)-1)].Name = sanitize.Text(n)
		}
		if over := p.amounts(t, "over", policies, sound); len(over) > 0 {
			g.Over = &over[0]
		}
		sc.Gauges = append(sc.Gauges, g)
	}
}

// amounts reads a list of expressions, or one.
func (p *parser) amounts(t table, name string, policies []string, sound bool) (out []Amount) {
	for i, e := range t.entries(name) {
		if i >= maxAmounts {
			t.Wrong(name, "there are more than %d", maxAmounts)
			break
		}
		source := strings.Join(strings.Fields(sanitize.Text(e.Text)), " ")
		x, err := parseExpr(source, 0, policies)
		if err == nil {
			err = arithmetic(x)
		}
		if err != nil {
			if sound {
				p.textMistake(t, t.origin(name, e, source), err)
			}
			continue
		}
		out = append(out, Amount{Origin: t.origin(name, e, source), expr: x})
	}
	return out
}
