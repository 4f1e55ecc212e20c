package tour

import (
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
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
	list := tokens(s, 0)
	for from := 0; ; {
		i := from + slices.IndexFunc(list[from:], func(t token) bool { return strings.ContainsAny(t.text, "<>=") })
		if i < from {
			i = len(list)
		}
		switch {
		case i == from || i == len(list) && from == 0:
			return c, noClaim(s)
		case i < len(list) && !slices.Contains(comparisons, list[i].text):
			return c, wrongAt(list[i].at, "%s compares nothing; there is > < >= <= and =", sanitize.Short(list[i].text, 40))
		}
		end := len(s)
		if i < len(list) {
			end = list[i].at
		}
		e, err := parseTokens(list[from:i], end, policies)
		if err != nil {
			return c, err
		}
		c.terms = append(c.terms, e)
		if i == len(list) {
			return c, c.comparable()
		}
		if c.ops = append(c.ops, list[i].text); e.word() && len(c.terms) == 1 {
			return c.words(list[i], s, policies)
		}
		from = i + 1
	}
}

// comparable refuses to order words.
func (c Claim) comparable() error { return arithmetic(c.terms...) }

// words reads what follows a word: = and another word.
func (c Claim) words(op token, s string, policies []string) (Claim, error) {
	right := strings.TrimSpace(s[op.at+len(op.text):])
	at := len(s) - len(right)
	what := c.terms[0].ref.What
	switch {
	case op.text != "=":
		return c, wrongAt(op.at, "%s is a word: it is = to another, and nothing else", what)
	case right == "":
		return c, noClaim(s)
	}
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

// Check tells whether a claim holds; known is false while it cannot be told.
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

// said writes the claim with what its parts come to, such as "1.2 > 1.3".
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
