package tour

import (
	"fmt"
	"slices"
	"strconv"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/scenarios"
)

// answers are values, and what else a scene's words are held against.
type answers interface {
	Values
	// Last is the last step of a policy's run; false: it is not known yet.
	Last(who string) (step int, known bool)
	// Whole reports whether all is known that ever will be.
	Whole() bool
}

// Mistakes are the false statements of a scene: claims that fail, points outside the bounds, steps
// past the end of a run and, once all is computed, references without a number.
func (t *Tour) Mistakes(scene int, a answers) mistake.List {
	sc := t.Scenes[scene]
	out := t.position(sc, a)
	texts := []Text{sc.Question, sc.Caption, sc.Brief}
	for _, g := range sc.Gauges {
		texts = append(texts, g.Title, g.Note)
		for _, amount := range g.amounts() {
			out = append(out, t.computed(sc, amount.Origin, amount.expr, a)...)
		}
	}
	for _, text := range texts {
		for _, p := range text.pieces {
			if p.expr != nil {
				out = append(out, t.computed(sc, text.Origin, p.expr, a)...)
			}
		}
	}
	for _, c := range sc.Claims {
		var found mistake.List
		for _, e := range c.terms {
			found = append(found, t.referred(sc, c.Origin, e, a)...)
		}
		switch holds, known := c.Check(a); {
		case len(found) > 0:
		case known && !holds:
			found = mistake.List{c.mistake("%s is false: it says %s", c.Source, c.said(a))}
		case !known && a.Whole():
			for _, e := range c.terms {
				if _, known := e.eval(a); !known {
					_, why := e.missing(a)
					found = mistake.List{c.mistake("%s cannot be checked: %s", c.Source, why)}
				}
			}
		}
		out = append(out, found...)
	}
	return out.InOrder()
}

// position checks the position of a scene.
func (t *Tour) position(sc Scene, a answers) (out mistake.List) {
	if p := t.Problem(sc.Backdrop); p != nil && sc.Money > 0 {
		if budget := sc.budget(p); sc.Money > budget {
			out = append(out, sc.origins["money"].mistake("%v is more than the budget of %v", sc.Money, budget))
		}
	}
	if sc.Step <= 0 || sc.Money > 0 {
		return out
	}
	last, shown := 0, sc.shown()
	for _, who := range shown {
		n, known := a.Last(who)
		if !known {
			return out
		}
		last = max(last, n)
	}
	if sc.Step > last && len(shown) > 0 {
		out = append(out, sc.origins["step"].mistake("%d is past the end: the last step is %d", sc.Step, last))
	}
	return out
}

// computed checks an expression that is written or drawn.
func (t *Tour) computed(sc Scene, of Origin, e *expr, a answers) mistake.List {
	found := t.referred(sc, of, e, a)
	if _, known := e.eval(a); !known && a.Whole() && len(found) == 0 {
		at, why := e.missing(a)
		found = mistake.List{of.mistakeAt(at, why)}
	}
	return found
}

// amounts are all that a gauge shows.
func (g Gauge) amounts() []Amount {
	if g.Over == nil {
		return g.Paid
	}
	return append(slices.Clone(g.Paid), *g.Over)
}

// shown are the policies whose runs the scene shows.
func (s Scene) shown() []string {
	all := s.Backdrop.PolicyNames()
	side := s.Show
	if s.Screen == focus || s.Screen == Tree {
		side = s.Side()
	}
	switch {
	case len(all) < 2 || side == Both:
		return all
	case side == Left:
		return all[:1]
	}
	return all[1:2]
}

// referred checks what an expression refers to.
func (t *Tour) referred(sc Scene, of Origin, e *expr, a answers) (out mistake.List) {
	for _, arg := range e.args {
		out = append(out, t.referred(sc, of, arg, a)...)
	}
	if e.op != "ref" {
		return out
	}
	r := *e.ref
	if last, known := a.Last(r.Who); known && r.Of == "policy" && r.When > last {
		out = append(out, of.MistakeAt(r, "step%d is past the end: the last step of %s is %d", r.When, r.Who, last))
	}
	if r.At == nil {
		return out
	}
	out = append(out, t.referred(sc, of, r.At, a)...)
	if x, known := r.At.eval(a); known {
		if p := t.Problem(sc.Backdrop); p != nil && Outside(p, x.Number) {
			first := p.Parameters[0]
			out = append(out, of.MistakeAt(r, "%s is outside the bounds: %s is from %v to %v", figures(x.Number), sanitize.Text(first.Name), first.Low, first.High))
		}
	}
	return out
}

// missing says what an expression that has no value lacks, and where.
func (e *expr) missing(a answers) (at int, why string) {
	for _, arg := range e.args {
		if _, known := arg.eval(a); !known {
			return arg.missing(a)
		}
	}
	if e.op == "ref" {
		return e.at, fmt.Sprintf("there is no %s here", e.ref.source)
	}
	return e.at, "there is no such number"
}

// Outside reports whether a value of the first parameter is none of a problem's.
func Outside(p *scenarios.Problem, x float64) bool {
	return len(p.Parameters) > 0 && !(x >= p.Parameters[0].Low && x <= p.Parameters[0].High)
}

// figures writes a number for a message: closely enough to see what is wrong.
func figures(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// facts are what is known of a scene before anything is computed.
type facts struct {
	t  *Tour
	sc Scene
}

func (f facts) Last(string) (int, bool) { return 0, false }
func (f facts) Whole() bool             { return false }

// budget is the scene's own, or its problem's.
func (s Scene) budget(p *scenarios.Problem) float64 {
	if b := s.Backdrop.Budget; b > 0 {
		return b
	}
	return p.Budget
}

func (f facts) Value(r Ref, _ float64) (Value, bool) {
	p := f.t.Problem(f.sc.Backdrop)
	switch {
	case p == nil:
	case r.Of == "problem" && r.What == "budget":
		return Value{Number: f.sc.budget(p), Given: true}, true
	case r.Of == "theorem" && p.Theorem != nil:
		exact, err := p.Theorem.Exact()
		of := map[string]float64{"epsilon": p.Theorem.Epsilon, "delta": p.Theorem.Delta, "arms": float64(exact.N), "policy": exact.Policy, "other": exact.Other, "ratio": exact.Ratio}
		v, known := of[r.What]
		return Value{Number: v}, known && err == nil
	}
	return Value{}, false
}

// Checked is what can be checked of a tour's words without computing.
type Checked struct {
	Mistakes mistake.List
	Claims   int // made by all scenes
	Open     int // of them, that take computing
}

// Check holds a tour's words against what is known without computing.
func (t *Tour) Check() Checked {
	var c Checked
	for i, sc := range t.Scenes {
		f := facts{t, sc}
		c.Mistakes = append(c.Mistakes, t.Mistakes(i, f)...)
		c.Claims += len(sc.Claims)
		for _, claim := range sc.Claims {
			if _, known := claim.Check(f); !known {
				c.Open++
			}
		}
	}
	c.Mistakes = Once(c.Mistakes)
	return c
}

// Once are mistakes in the order of their file, each once.
func Once(all mistake.List) mistake.List {
	return slices.Compact(all.InOrder())
}

// Claimed counts claims in words, such as "31 claims".
func Claimed(n int) string {
	if n == 1 {
		return "1 claim"
	}
	return fmt.Sprintf("%d claims", n)
}
