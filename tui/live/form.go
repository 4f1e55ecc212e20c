package live

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/pane"
)

// form is an entry on its way into the study. It keeps what was typed until
// the file has it.
type form struct {
	kind   formKind
	items  []formItem
	focus  int
	tried  bool // saving was tried: whatever is missing is said
	edited bool

	study  string            // whose entry it is
	seq    int               // of the study as its writer saw it
	next   *study.Suggestion // what it answers; nil: nothing
	x      []float64         // where it was measured; nil: typed
	source string
	known  float64             // sd of what a program measured; 0: it gave none
	entry  *journal.Evaluation // that is amended

	sure  string // numbers whose teller was asked whether they are right …
	asked bool   // … and has not answered

	expectX []float64 // where the models were asked what they expect …
	expect  *study.Expectation
}

type formKind int

const (
	formTell formKind = iota
	formBudget
	formSkip
	formAmend
	formSet
)

// formItem is one thing to fill in: a text or a switch.
type formItem struct {
	id          itemID
	parameter   int                 // of itemParameter and itemBounds
	of          scenarios.Parameter // the same
	label, unit string
	field       pane.Line
	on          bool
	set         bool   // a switch that was set by hand, not by default
	passed      bool   // the focus was here and went on: mistakes may be named
	refused     string // what the study's file said of it
}

type itemID int

const (
	itemParameter itemID = iota
	itemValue
	itemCost
	itemFailed
	itemNote
	itemMoved // other settings, but the answer to the suggestion
	itemDelta
	itemPolicy
	itemBounds // of a parameter: low and high
	itemPriors
	itemBudget // in all
	itemSd     // of the value's noise; in noisy studies
)

func (i *formItem) isSwitch() bool { return i.id == itemFailed || i.id == itemMoved }

// nearEnough is how far, in shares of a parameter's range, settings may be from the
// suggested ones to be taken for them unless their teller says otherwise.
const nearEnough = 0.05

// newTellForm is for the result of a suggestion, or of a point that is typed.
func newTellForm(s *Screen, next *study.Suggestion, other bool) *form {
	f := &form{kind: formTell, study: s.id, seq: s.state.Seq, next: next}
	if next != nil && !other {
		f.x = next.X
	}
	if f.x == nil {
		for i, p := range s.problem.Parameters {
			text := ""
			if next != nil {
				text = pane.Setting(p, next.X[i])
			}
			it := formItem{id: itemParameter, parameter: i, of: p, label: sanitize.Text(p.Name), unit: sanitize.Text(p.Unit)}
			it.field.Offer(text)
			f.items = append(f.items, it)
		}
	}
	f.items = append(f.items,
		formItem{id: itemValue, label: "value", unit: sanitize.Text(s.problem.ValueUnit)},
		formItem{id: itemCost, label: "cost", unit: sanitize.Text(s.problem.CostUnit)})
	f.items = append(f.items, s.sdItem()...)
	f.items = append(f.items, formItem{id: itemFailed, label: "failed"}, formItem{id: itemNote, label: "note"})
	if f.x == nil && next != nil {
		f.items = append(f.items, formItem{id: itemMoved, label: "answers"})
	}
	if known := s.problem.KnownCost; known != nil && f.x != nil {
		f.find(itemCost).field.Set(strconv.FormatFloat(known(s.problem.ToUnit(f.x)), 'g', -1, 64))
	}
	return f
}

func newBudgetForm(s *Screen) *form {
	return &form{kind: formBudget, study: s.id, seq: s.state.Seq, items: []formItem{{id: itemDelta, label: "change", unit: sanitize.Text(s.problem.CostUnit)}}}
}

func newSkipForm(s *Screen) *form {
	return &form{kind: formSkip, study: s.id, seq: s.state.Seq, next: s.next, items: []formItem{{id: itemNote, label: "why"}}}
}

// openForm opens the form for the suggestion or for another point, with what
// was typed before, if that was for the same.
func (s *Screen) openForm(other, failed bool) {
	other = other || s.next == nil
	s.said = said{}
	if f := s.aside; f != nil && (f.x == nil) == other && (other || s.next == nil || f.next != nil && f.next.Line == s.next.Line) {
		s.form, s.aside = f, nil
	} else {
		s.form = newTellForm(s, s.next, other)
	}
	f := s.form
	f.seq = s.state.Seq
	if failed {
		f.setSwitch(itemFailed, true)
	}
	switch {
	case other:
		f.focus = 0
	case f.isOn(itemFailed):
		f.focusOn(itemCost)
	default:
		f.focusOn(itemValue)
	}
}

// item is the one with the focus.
func (f *form) item() *formItem { return &f.items[f.focus] }

func (f *form) find(id itemID) *formItem {
	for i := range f.items {
		if f.items[i].id == id {
			return &f.items[i]
		}
	}
	return nil
}

func (f *form) focusOn(id itemID) {
	for i := range f.items {
		if f.items[i].id == id {
			f.focus = i
			return
		}
	}
}

func (f *form) text(id itemID) string {
	if i := f.find(id); i != nil {
		return i.field.String()
	}
	return ""
}

func (f *form) isOn(id itemID) bool {
	i := f.find(id)
	return i != nil && i.on
}

func (f *form) setSwitch(id itemID, on bool) {
	if i := f.find(id); i != nil {
		i.on = on
	}
}

// put writes a number into a field, as exactly as it is.
func (f *form) put(id itemID, v float64) {
	if i := f.find(id); i != nil && !math.IsNaN(v) {
		i.field.Set(strconv.FormatFloat(v, 'g', -1, 64))
		f.edited = true
	}
}

// key edits the item with the focus.
func (f *form) key(k string) {
	i := f.item()
	if i.isSwitch() {
		return
	}
	if i.field.Key(k) {
		i.refused, f.edited, f.asked = "", true, false
	}
}

// paste takes one character of what was pasted. Tabs and line ends go on to the
// next field, as between the cells of a table; nothing pasted ever saves.
func (f *form) paste(k string) {
	switch k {
	case "\t", "\n", "\r":
		if f.focus < len(f.items)-1 {
			f.move(1)
		}
	default:
		f.key(k)
	}
}

// move takes the focus on; a failed evaluation has no value to type.
func (f *form) move(by int) {
	f.item().passed = true
	n := len(f.items)
	for range n {
		f.focus = (f.focus + by + n) % n
		if id := f.item().id; id != itemValue && id != itemSd || !f.isOn(itemFailed) {
			return
		}
	}
}

func (f *form) toggle(p *scenarios.Problem) {
	i := f.item()
	switch i.id {
	case itemFailed:
		i.on = !i.on
	case itemMoved:
		i.on, i.set = !f.moved(p), true
	}
}

// moved tells whether what was measured at typed settings answers the
// suggestion: its teller says so or, unless told otherwise, it is near enough.
func (f *form) moved(p *scenarios.Problem) bool {
	i := f.find(itemMoved)
	if i == nil || i.set {
		return i != nil && i.on
	}
	for k, v := range f.point() {
		par := p.Parameters[k]
		if math.Abs(par.ToUnit(v)-par.ToUnit(f.next.X[k])) > nearEnough {
			return false
		}
	}
	return true
}

// number is what a field says; NaN if it says none.
func (f *form) number(id itemID) float64 {
	v, problem := parseNumber(f.text(id))
	if problem != "" {
		return math.NaN()
	}
	return v
}

// expected is what was expected where the form's measurement was made; nil if
// nothing is known of that.
func (s *Screen) expected(f *form) *study.Expectation {
	switch {
	case f.kind != formTell:
		return nil
	case f.x == nil && f.hasPoint(s) && slices.Equal(f.expectX, f.point()):
		return f.expect
	case f.x == nil || f.next == nil:
		return nil
	}
	if g := s.atLine(f.next.Line); g != nil {
		return g.Expected
	}
	return f.next.Expected
}

// point is where the measurement was made.
func (f *form) point() []float64 {
	if f.x != nil {
		return f.x
	}
	var x []float64
	for i := range f.items {
		if f.items[i].id == itemParameter {
			v, _ := f.items[i].number()
			x = append(x, v)
		}
	}
	return x
}

// answer is what the form tells; it has no problems.
func (f *form) answer(s *Screen) study.Answer {
	a := study.Answer{X: f.point(), Value: f.number(itemValue), Cost: f.number(itemCost), Failed: f.isOn(itemFailed),
		Sd: f.sd(), Note: strings.TrimSpace(f.text(itemNote)), Source: f.source}
	if f.next == nil {
		return a
	}
	if _, stands := s.state.Standing(f.next.Line); stands && (f.x != nil || f.moved(s.problem)) {
		a.Ask, a.Moved = f.next.Line, f.x == nil
	}
	return a
}
