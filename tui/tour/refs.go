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
	at     int    // where that stands in its text
}

// Now stands for the step the scene is at.
const Now = -2

// The quantities, each with what it is, for the manual.
var (
	ofProblem = []Quantity{
		{"budget", "what all evaluations may cost together"},
		{"initial", "how many points the start knows"},
	}
	ofPolicy = []Quantity{
		{"name", "the policy's name"},
		{"best", "the best value so far"},
		{"best-x", "where it was found"},
		{"best-cost", "what that evaluation cost"},
		{"best-step", "the step it was found at, 0 for the start"},
		{"gain", "by how much it is better than at the start"},
		{"paid", "evaluations paid so far"},
		{"spent", "what they cost together"},
		{"left", "what is left"},
		{"x", "where the last evaluation was"},
		{"value", "what it found"},
		{"cost", "what it cost"},
		{"stop", "why the run ended"},
		{"next", "where the next evaluation is"},
		{"next-cost", "what it is expected to cost"},
		{"next-score", "what the policy sees in it"},
		{"next-now", "of that, what a tree sees in the point itself"},
		{"next-later", "of that, what a tree sees in what follows"},
		{"coin", "what a unit of budget is worth to a policy with a price; else 0"},
		{"cheapest", "the lowest price believed anywhere"},
		{"nodes", "nodes of the tree"},
		{"open", "open nodes"},
		{"exhausted", "exhausted nodes"},
		{"truncated", "truncated nodes"},
		{"stopped", "nodes that keep their money, where it has a price"},
		{"steps", "evaluations the tree looks ahead"},
	}
	OfPoint = []Quantity{
		{"mean", "the value believed at X"},
		{"low", "the lower end of its 95 % band"},
		{"high", "the upper end"},
		{"price", "the price believed at X"},
		{"improvement", "the improvement expected at X, EI"},
		{"score", "what the policy sees in X; a tree, where the scene shows its curve"},
	}
	ofSimulation = []Quantity{
		{"mean", "the mean final best"},
		{"low", "the lower end of its 95 % interval"},
		{"high", "the upper end"},
		{"gain", "the mean advantage over the first policy on the same functions"},
		{"gain-low", "the lower end of its 95 % interval"},
		{"gain-high", "the upper end"},
		{"better", "functions on which it ended better than the first"},
		{"worse", "functions on which it ended worse"},
		{"equal", "functions on which both ended alike, to a thousandth"},
	}
	ofTheorem = []Quantity{
		{"epsilon", "cost of a cheap arm"},
		{"delta", "the expensive arm costs 1 + δ"},
		{"arms", "cheap arms the budget pays"},
		{"policy", "exact expected best of the policy"},
		{"other", "exact expected best of the other choice"},
		{"ratio", "how many times better that is"},
		{"bound", "a bound below that, in closed form"},
		{"ahead", "exact expected best of B-MS-EI with N = 2"},
		{"pair", "what it sees in cheap arms: the expected best of two"},
		{"runs", "runs simulated"},
		{"mean", "their mean best of the policy"},
		{"mean-other", "their mean best of the other choice"},
	}
	ofMap = []Quantity{
		{"cells", "kinds of problems on the map"},
		{"better", "those on which the policy shown is better than the best closed form, by a 95 % interval"},
		{"worse", "those on which it is worse, by a 95 % interval"},
		{"gain", "its advantage on the cell selected, in %"},
		{"half", "half of the 95 % interval of that"},
		{"rule", "the closed form that is best most often"},
		{"rule-best", "kinds on which it is the best closed form"},
		{"rule-worse", "kinds on which it is worse than the best one, by a 95 % interval"},
	}
)

// Quantity is a name that can be referred to.
type Quantity struct{ Name, About string }

func names(lists ...[]Quantity) []string {
	var out []string
	for _, l := range lists {
		for _, q := range l {
			out = append(out, q.Name)
		}
	}
	return out
}

// parseRef reads a reference; policies are the names that may stand for left
// and right.
func parseRef(s string, policies []string) (Ref, error) {
	words := strings.Split(s, ".")
	switch first := words[0]; {
	case len(words) == 1 && slices.Contains(names(ofProblem), first):
		return Ref{Of: "problem", What: first}, nil
	case len(words) == 1:
		return Ref{}, fmt.Errorf("%q is not known%s", s, suggest(s, append(names(ofProblem), "left.…", "right.…", "sim.…", "theorem.…", "map.…")))
	case first == "theorem":
		what, err := one(words[1:], names(ofTheorem))
		return Ref{Of: "theorem", What: what}, err
	case first == "map":
		what, err := one(words[1:], names(ofMap))
		return Ref{Of: "map", What: what}, err
	case first == "sim" && words[1] == "draws":
		return Ref{Of: "sim", What: "draws"}, nil
	case first == "sim":
		if err := checkWho(words[1], policies); err != nil {
			return Ref{}, err
		}
		what, err := one(words[2:], names(ofSimulation))
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
	what, err := one(words, names(ofPolicy, OfPoint))
	r.What = what
	return r, err
}

// one wants exactly one word, a known one.
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

// ofPoint tells whether a quantity is a function of a point.
func ofPoint(what string) bool { return slices.Contains(names(OfPoint), what) }

// Value is what a reference stands for.
type Value struct {
	Number float64
	Count  bool   // a whole number: small ones are written as words
	Given  bool   // written as it was given, not to so many figures
	Digits int    // above 0: always so many after the point
	Word   string // not "": text instead of a number
}

var small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// write writes a value as it stands in a caption.
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
