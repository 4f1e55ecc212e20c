package chart

import "strings"

// Shape is a symbol of a chart, a tree or a list. Each has one meaning on every screen, so that colour is
// never needed to tell two things apart; Symbols lists them for the help and the documents.
type Shape uint8

// The symbols.
const (
	MarkInitial   Shape = iota // an observation of the initial design
	MarkChosen                 // an observation a policy chose
	MarkNewest                 // the newest of them
	MarkSmall                  // an observation off the slice, or one of very many
	MarkLost                   // an evaluation that failed or did not fit the budget
	MarkPending                // an evaluation without its result: imagined, being measured, still to be played
	MarkNext                   // the next point
	MarkCandidate              // a point that was considered: the runner-up, a vote
	MarkBest                   // the best so far, of observations or of policies
	MarkOptimum                // the true optimum, or the target
	markPolicy                 // of the first policy; Policy has the others
	markPolicy2
	markPolicy3
	markPolicy4
	markPolicy5
	markPolicy6
	MarkYou       // who plays against them
	MarkRoom      // the room that plays, by vote
	MarkBetter    // an imagined answer better than the best so far
	MarkAlike     // one about as good
	MarkWorse     // one that is worse
	MarkOpen      // continues
	MarkHorizon   // the horizon ends
	MarkExhausted // nothing more is affordable
	MarkStopped   // keeps the money
	MarkFolded    // several lines in one
	MarkMean      // a mean, its interval beside it
	MarkClear     // the same where the 95 % interval excludes 0
	MarkHere      // position of a slider or the selection
	MarkWarning   // likely to fail, or outside what was foreseen
	MarkAbove     // beyond the upper edge
	MarkBelow     // beyond the lower edge
)

var shapeRunes = [...]rune{
	MarkInitial: '○', MarkChosen: '●', MarkNewest: '◆', MarkSmall: '•', MarkLost: '×', MarkPending: '◇',
	MarkNext: '▲', MarkCandidate: '△', MarkBest: '★', MarkOptimum: '☆',
	markPolicy: '■', markPolicy2: '▼', markPolicy3: '□', markPolicy4: '▽', markPolicy5: '◣', markPolicy6: '◥', MarkYou: '✚', MarkRoom: '◈',
	MarkBetter: '↗', MarkAlike: '=', MarkWorse: '↘',
	MarkOpen: '»', MarkHorizon: '║', MarkExhausted: '∅', MarkStopped: '¤', MarkFolded: '⋮',
	MarkMean: '╋', MarkClear: '*', MarkHere: '◎', MarkWarning: '!', MarkAbove: '↑', MarkBelow: '↓',
}

// Rune returns the glyph of the shape; a canvas of ASCII replaces it when it is written.
func (s Shape) Rune() rune { return shapeRunes[s] }

// Policy is the symbol of the i-th policy, in the order they were asked for.
func Policy(i int) Shape {
	const n = int(MarkYou - markPolicy)
	return markPolicy + Shape((i%n+n)%n)
}

// Pointers that are no marks of data.
const (
	Playing  = '▶' // it plays by itself
	Selected = '▸' // the line the keys act on
)

// symbol is a line of the table of symbols.
type symbol struct {
	Shapes []Shape
	Means  string
}

// Signs are the symbols of the line; many stand close.
func (s symbol) Signs() string {
	between := " "
	if len(s.Shapes) > 5 {
		between = ""
	}
	var b strings.Builder
	for i, shape := range s.Shapes {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteRune(shape.Rune())
	}
	return b.String()
}

// Symbols are the table of all symbols and what each means, for the help and docs/symbols.md.
var Symbols = [...]symbol{
	{[]Shape{MarkInitial, MarkChosen, MarkNewest}, "observed: initial design, chosen since, the newest"},
	{[]Shape{MarkSmall}, "observed, drawn small: off this slice, or one of very many"},
	{[]Shape{MarkLost}, "failed, or did not fit the budget"},
	{[]Shape{MarkPending}, "no result yet: imagined, being measured, still to play"},
	{[]Shape{MarkNext, MarkCandidate}, "the next point; one considered: the runner-up, a vote"},
	{[]Shape{MarkBest, MarkOptimum}, "the best so far; the true optimum, the target"},
	{[]Shape{markPolicy, markPolicy2, markPolicy3, markPolicy4, markPolicy5, markPolicy6}, "the policies in their order, where charts show several"},
	{[]Shape{MarkYou, MarkRoom}, "you; the room that plays by vote"},
	{[]Shape{MarkBetter, MarkAlike, MarkWorse}, "imagined: better than the best so far, alike, worse"},
	{[]Shape{MarkOpen, MarkHorizon}, "continues; the horizon ends there"},
	{[]Shape{MarkExhausted, MarkStopped}, "nothing more is affordable; the budget is kept"},
	{[]Shape{MarkFolded}, "several lines in one"},
	{[]Shape{MarkMean, MarkClear}, "a mean; one whose 95 % interval excludes 0"},
	{[]Shape{MarkHere}, "position of a slider or the selection"},
	{[]Shape{MarkWarning}, "likely to fail, or outside what was foreseen"},
	{[]Shape{MarkAbove, MarkBelow}, "beyond the upper, the lower edge"},
}
