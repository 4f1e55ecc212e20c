package tour

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Ref names something computed:
//
//	budget, initial                    of the problem
//	WHO.QUANTITY                       of a policy where the scene is
//	WHO.WHEN.QUANTITY                  elsewhere: start, end, step2
//	WHO.WHEN.FUNCTION at X             of its beliefs at a point
//	sim.draws, sim.WHO.QUANTITY        of the scene's simulation
//	theorem.QUANTITY                   of theorem 1
//	map.QUANTITY                       of the map of problems
//
// WHO is left, right or the name of a policy.
type Ref struct {
	Of   string // "problem", "policy", "sim", "theorem" or "map"
	Who  string
	When int // steps made; Now where the scene is, End at the end
	What string
	At   *expr // the point of a function

	source string // as it is written
	at     int    // its place in the text
}

// Now is the step of the scene.
const Now = -2

// The quantities; docs/tour-references.csv says what each is.
var (
	ofProblem = []string{"budget", "initial"}
	ofPolicy  = []string{"name", "best", "best-x", "best-cost", "best-step", "gain", "paid", "spent", "left", "x", "value", "cost", "stop",
		"next", "next-cost", "next-score", "next-now", "next-later", "coin", "cheapest",
		"nodes", "open", "exhausted", "truncated", "stopped", "steps"}
	ofPoint      = []string{"mean", "low", "high", "price", "improvement", "score"}
	ofSimulation = []string{"mean", "low", "high", "gain", "gain-low", "gain-high", "better", "worse", "equal"}
	ofTheorem    = []string{"epsilon", "delta", "arms", "policy", "other", "ratio", "bound", "ahead", "pair", "runs", "mean", "mean-other"}
	ofMap        = []string{"cells", "better", "worse", "gain", "half", "rule", "rule-best", "rule-worse"}
)

// parseRef reads a reference; policies are the names that may replace left and right.
func parseRef(s string, policies []string) (Ref, error) {
	words := strings.Split(s, ".")
	switch first := words[0]; {
	case len(words) == 1 && slices.Contains(ofProblem, first):
		return Ref{Of: "problem", What: first}, nil
	case len(words) == 1:
		return Ref{}, fmt.Errorf("%q is not known%s", s, suggest(s, append(slices.Clone(ofProblem), "left.…", "right.…", "sim.…", "theorem.…", "map.…")))
	case first == "theorem":
		what, err := one(words[1:], ofTheorem)
		return Ref{Of: "theorem", What: what}, err
	case first == "map":
		what, err := one(words[1:], ofMap)
		return Ref{Of: "map", What: what}, err
	case first == "sim" && words[1] == "draws":
		return Ref{Of: "sim", What: "draws"}, nil
	case first == "sim":
		if err := checkWho(words[1], policies); err != nil {
			return Ref{}, err
		}
		what, err := one(words[2:], ofSimulation)
		return Ref{Of: "sim", Who: words[1], What: what}, err
	}
	r := Ref{Of: "policy", Who: words[0], When: Now}
	if err := checkWho(r.Who, policies); err != nil {
		return Ref{}, err
	}
	words = words[1:]
	if when, ok := parseWhen(words[0]); ok && len(words) > 1 {
		r.When, words = when, words[1:]
	}
	what, err := one(words, slices.Concat(ofPolicy, ofPoint))
	r.What = what
	return r, err
}

// one requires exactly one known word.
func one(words, known []string) (string, error) {
	typed := strings.Join(words, ".")
	if !slices.Contains(known, typed) {
		return "", fmt.Errorf("%q is not known here%s", typed, suggest(typed, known))
	}
	return typed, nil
}

func checkWho(who string, policies []string) error {
	all := append([]string{string(Left), string(Right)}, policies...)
	if who == string(Right) && len(policies) < 2 {
		return fmt.Errorf("there is no right column: the scene has one policy")
	}
	if !slices.Contains(all, who) {
		return fmt.Errorf("%q is none of the scene's policies%s", who, suggest(who, all))
	}
	return nil
}

// parseWhen reads start, end or step2.
func parseWhen(s string) (int, bool) {
	switch s {
	case "start":
		return 0, true
	case "end":
		return End, true
	}
	if n, ok := strings.CutPrefix(s, "step"); ok {
		if k, err := strconv.Atoi(n); err == nil && k >= 0 {
			return k, true
		}
	}
	return 0, false
}

// Value is the value of a reference.
type Value struct {
	Number float64
	Count  bool   // a whole number: small ones are written as words
	Given  bool   // written as it was given, not to so many figures
	Digits int    // above 0: always so many after the point
	Word   string // not "": text instead of a number
}

var small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// write writes a value for a caption.
func (v Value) write(number func(float64) string) string {
	switch {
	case v.Word != "":
		return v.Word
	case v.Count && v.Number >= 0 && int(v.Number) < len(small):
		return small[int(v.Number)]
	case v.Count:
		return strconv.Itoa(int(v.Number))
	case v.Given:
		return strconv.FormatFloat(v.Number, 'g', -1, 64)
	case v.Digits > 0:
		s := strconv.FormatFloat(v.Number, 'f', v.Digits, 64)
		if strings.Trim(s, "-0.") == "" {
			s = strings.TrimPrefix(s, "-") // no minus nothing
		}
		return s
	}
	return number(v.Number)
}

// Values answers references; false: it is not known yet.
type Values interface {
	Value(r Ref, at float64) (Value, bool)
}

// eval is the value of a reference, its point first.
func (r Ref) eval(v Values) (Value, bool) {
	at := math.NaN()
	if r.At != nil {
		x, ok := r.At.eval(v)
		if !ok {
			return Value{}, false
		}
		at = x.Number
	}
	return v.Value(r, at)
}
