package formula

import (
	"slices"
	"strings"
)

// Comparison is a condition Less ≤ More, or Less < More if it is Strict. Both sides are formulas,
// so that messages can say by how much it is violated.
type Comparison struct {
	Text       string // as it was written: "x + y <= 1"
	Less, More *Formula
	Strict     bool
}

// Comparisons compiles a condition between numbers: one comparison, or several
// joined by &&; choices are as for Choosing. The error is a *Error.
func Comparisons(text string, names []string, choices [][]string) ([]Comparison, error) {
	j := &joined{text: text, names: names, choices: choices, ends: []int{0}}
	var out []Comparison
	err := read(text, func(tree *Node) (err error) {
		if err = j.collect(tree); err == nil {
			out, err = j.comparisons()
		}
		return err
	})
	return out, err
}

// joined is a condition taken apart.
type joined struct {
	text    string
	names   []string
	choices [][]string
	parts   []*Node
	ends    []int // places of comparisons and &&, which separate the sides
}

func (j *joined) collect(n *Node) error {
	if n.Kind != Binary {
		return wrong(n, "this is no comparison: write conditions such as x + y <= 1, joined by &&")
	}
	switch n.Text {
	case "&&", "and":
		if err := j.collect(n.Args[0]); err != nil {
			return err
		}
		if err := j.collect(n.Args[1]); err != nil {
			return err
		}
	case "<", "<=", ">", ">=":
		j.parts = append(j.parts, n)
	case "==":
		return wrong(n, "an equality leaves a parameter nothing to choose: leave that parameter out, and compute it from the others where it is needed")
	default:
		return wrong(n, "the operator %q has no place here: write conditions with <, <=, > or >=, joined by &&", n.Text)
	}
	j.ends = append(j.ends, n.At)
	return nil
}

func (j *joined) comparisons() ([]Comparison, error) {
	j.ends = append(j.ends, len(j.text))
	slices.Sort(j.ends)
	j.ends = slices.Compact(j.ends)
	var out []Comparison
	for _, b := range j.parts {
		at, _ := slices.BinarySearch(j.ends, b.At)
		left, right := j.side(j.ends[max(0, at-1)], b.At), j.side(b.At, j.ends[at+1])
		c := Comparison{Text: left + " " + b.Text + " " + right, Strict: len(b.Text) == 1}
		var err error
		if c.Less, err = j.formula(b.Args[0], left); err != nil {
			return nil, err
		}
		if c.More, err = j.formula(b.Args[1], right); err != nil {
			return nil, err
		}
		if b.Text[0] == '>' { // a > b is b < a
			c.Less, c.More = c.More, c.Less
		}
		out = append(out, c)
	}
	return out, nil
}

// side is the text between two ends, without the operator that it begins with
// and without brackets around the whole comparison.
func (j *joined) side(from, to int) string {
	s := strings.TrimSpace(j.text[from:to])
	for _, operator := range []string{"&&", "and", "<=", ">=", "<", ">"} {
		if rest, ok := strings.CutPrefix(s, operator); ok && from > 0 {
			s = strings.TrimSpace(rest)
			break
		}
	}
	for strings.Count(s, "(") > strings.Count(s, ")") && strings.HasPrefix(s, "(") {
		s = strings.TrimSpace(s[1:])
	}
	for strings.Count(s, "(") < strings.Count(s, ")") && strings.HasSuffix(s, ")") {
		s = strings.TrimSpace(s[:len(s)-1])
	}
	return s
}

func (j *joined) formula(n *Node, text string) (*Formula, error) {
	c := compiler{names: j.names, choices: j.choices}
	return c.formula(n, text)
}
