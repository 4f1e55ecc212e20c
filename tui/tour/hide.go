package tour

import "slices"

// A question hides its answer. A scene can list what is hidden by `hide`; otherwise it is what the
// answer reveals: how the matter ends, and the charts that show the numbers its words refer to,
// unless the question refers to them itself.

// Parts that occur in several charts of a column.
const (
	choice = "choice" // the point a policy takes next
	best   = "best"   // the best value so far
)

// veils are the parts of each screen that can be hidden, in addition to those that can be
// highlighted.
var veils = map[screen][]string{
	Compare: {choice, best, "score"},
	focus:   {choice, best, "score"},
	Map:     {choice},
	Theorem: {choice},
	Finale:  {choice, best},
}

// endings give away on each screen how the matter ends.
var endings = map[screen][]string{
	Compare:  {choice, "acquisition", "narration", "score", "timeline"},
	focus:    {choice, "acquisition", "narration", "score", "tree"},
	Tree:     {"tree", "node", "legend"},
	Map:      {choice},
	Theorem:  {choice, "ratio", "run", "table"},
	Simulate: {"means", "differences", "counts"},
	Finale:   {"result", best, "name", "acquisition"},
}

// shownBy are the parts of a column that show a quantity of a policy.
var shownBy = map[string][]string{
	"best": {best, "score"}, "gain": {best, "score"}, "value": {best, "score"},
	"best-x": {best}, "best-cost": {best}, "best-step": {best},
	"paid": {"name", "timeline"}, "spent": {"gauge"}, "left": {"gauge", "cost"}, "cost": {"gauge"},
	"stop": {"timeline", "narration"},
	"next": {choice}, "next-cost": {"cost"}, "next-score": {"acquisition"}, "next-now": {"acquisition"}, "next-later": {"acquisition"},
	"cheapest": {"cost"}, "price": {"cost"},
	"mean": {"objective"}, "low": {"objective"}, "high": {"objective"},
	"improvement": {"acquisition"}, "score": {"acquisition"},
}

// hide reads what is hidden while the question is shown.
func (p *parser) hide(s table, sc *Scene) {
	known := append(slices.Clone(veils[sc.Screen]), parts[sc.Screen]...)
	given := p.spots(s, "hide", sc.Screen, known)
	switch {
	case sc.Question.Empty() && s.Has("hide"):
		s.Wrong("hide", "there is no question whose answer it would hide")
	case sc.Question.Empty():
	case s.Has("hide"):
		sc.hide = given
	default:
		sc.hide = sc.answers(known)
	}
}

// answers are the parts that reveal the answer, of those known.
func (s Scene) answers(known []string) (out []spot) {
	asked := s.shows(s.Question)
	for _, part := range append(slices.Clone(endings[s.Screen]), append(s.shows(s.Caption), s.shows(s.Brief)...)...) {
		if slices.Contains(known, part) && !slices.Contains(asked, part) && !among(out, Both, part) {
			out = append(out, spot{Both, part})
		}
	}
	return out
}

// shows are the parts in which a text's numbers can be read where the scene is.
func (s Scene) shows(t Text) (out []string) {
	for _, r := range t.refs() {
		if r.Of == "policy" && s.past(r.When) {
			out = append(out, shownBy[r.What]...)
		}
	}
	return out
}

// past reports whether the scene shows what was so at a step.
func (s Scene) past(when int) bool {
	return when == Now || s.Step == End || s.Money > 0 || when != End && when <= s.Step
}

// refs are the references of a text, those of points among them.
func (t Text) refs() (out []Ref) {
	var of func(e *expr)
	of = func(e *expr) {
		if e == nil {
			return
		}
		for _, a := range e.args {
			of(a)
		}
		if e.ref == nil {
			return
		}
		out = append(out, *e.ref)
		of(e.ref.At)
	}
	for _, p := range t.pieces {
		if p.expr != nil {
			of(p.expr)
		}
	}
	return out
}

// along are parts that go with another: where the best is hidden nothing says who
// leads, and where the choice is, nothing what it was made from.
var along = map[string]string{"score": best, "tree": choice, "sorted": "differences"}

// Hides reports whether a part of a column is hidden while the question is shown.
func (s Scene) Hides(side Side, part string) bool {
	with, ok := along[part]
	return among(s.hide, side, part) || ok && among(s.hide, side, with)
}
