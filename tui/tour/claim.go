package tour

import (
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios/formula"
	"farsight/study"
)

// Claim is something a scene says that numbers can confirm: expressions with
// > < >= <= or = between them, or a word that something is.
type Claim struct {
	Origin
	Source string
	terms  []*expr
	ops    []string // between them
	word   string   // not "": what the first term is
}

var comparisons = []string{">", "<", ">=", "<=", "="}

func noClaim(s string) error {
	return wrongAt(0, "%q: a claim is two quantities with > < >= <= or = between them, such as right.end.best > left.end.best", sanitize.Short(s, 60))
}

func parseClaim(s string, policies []string) (Claim, error) {
	c := Claim{Source: s}
	if op := strings.IndexAny(s, "<>="); op > 0 {
		if e, err := parseExpr(s[:op], 0, policies); err == nil && e.word() {
			c.terms = []*expr{e}
			return c.words(op, policies)
		}
	}
	n, err := formula.Parse(s, grammar)
	if err != nil {
		return c, moved(err, 0)
	}
	return c, c.compare(n, reader{0, policies})
}

// compare takes a chain of comparisons apart.
func (c *Claim) compare(n *formula.Node, r reader) error {
	switch {
	case n.Kind != formula.Binary || n.Text != "&&" && !slices.Contains(comparisons, n.Text):
		return noClaim(c.Source)
	case n.Text == "&&":
		if err := c.compare(n.Args[0], r); err != nil {
			return err
		}
		n = n.Args[1]
	default:
		if err := c.term(n.Args[0], r); err != nil {
			return err
		}
	}
	c.ops = append(c.ops, n.Text)
	return c.term(n.Args[1], r)
}

// term adds a number that is compared: words have no order.
func (c *Claim) term(n *formula.Node, r reader) error {
	e, err := r.expr(n)
	c.terms = append(c.terms, e)
	if err != nil {
		return err
	}
	return arithmetic(e)
}

// words reads what follows a word: = and another word.
func (c Claim) words(op int, policies []string) (Claim, error) {
	right := strings.TrimSpace(c.Source[op+1:])
	at := len(c.Source) - len(right)
	what := c.terms[0].ref.What
	switch {
	case c.Source[op] != '=' || strings.HasPrefix(right, "="):
		return c, wrongAt(op, "%s is a word: it is = to another, and nothing else", what)
	case right == "":
		return c, noClaim(c.Source)
	}
	c.ops = []string{"="}
	if e, err := parseExpr(right, at, policies); err == nil && e.word() {
		c.terms = append(c.terms, e)
		return c, nil
	}
	if what == "stop" && !slices.Contains(stops, right) {
		return c, wrongAt(at, "no run ends with %q%s", sanitize.Short(right, 40), suggest(right, stops))
	}
	c.word = right
	return c, nil
}

// stops are the ends of a run.
var stops = []string{string(study.Unaffordable), string(study.NothingAffordable), string(study.NothingToGain), string(study.GridExhausted),
	string(study.BudgetSpent), string(study.Limit), string(study.StoppingRule)}

// Check reports whether a claim holds; known is false while it cannot be decided.
func (c Claim) Check(v Values) (holds, known bool) {
	all := make([]Value, len(c.terms))
	for i, e := range c.terms {
		if all[i], known = e.eval(v); !known {
			return false, false
		}
	}
	if c.word != "" {
		return all[0].Word == c.word, true
	}
	for i, op := range c.ops {
		if !compare(all[i], op, all[i+1]) {
			return false, true
		}
	}
	return true, true
}

// sameness is how near numbers are that are equal but for rounding.
const sameness = 1e-9

func compare(a Value, op string, b Value) bool {
	same := a.Word == b.Word && math.Abs(a.Number-b.Number) <= sameness*math.Max(math.Abs(a.Number), math.Abs(b.Number))
	switch op {
	case ">":
		return a.Number > b.Number
	case "<":
		return a.Number < b.Number
	case ">=":
		return a.Number >= b.Number || same
	case "<=":
		return a.Number <= b.Number || same
	}
	return same
}

// said writes the claim with the values of its parts, such as "1.2 > 1.3".
func (c Claim) said(v Values) string {
	var b strings.Builder
	for i, e := range c.terms {
		value, _ := e.eval(v)
		value.Count = false // in figures
		b.WriteString(value.write(figures))
		if i < len(c.ops) {
			b.WriteString(" " + c.ops[i] + " ")
		}
	}
	return b.String() + c.word
}
