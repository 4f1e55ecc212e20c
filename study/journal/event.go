package journal

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"farsight/internal/jsonlog"
)

// Event is one line of a journal.
type Event struct {
	Seq  int // the line's number: 1, 2, 3, …
	Time time.Time
	Body Body
}

// Body is what happened: one of Created, Asked, Told, Skipped, Amended, Set, Undone, BudgetChanged,
// Noted and Lost. Bodies are immutable.
type Body interface {
	Kind() string // as written in the line
	version() int // the lowest that can hold it
	validate() error
	String() string // one line for a person
}

// Created is the first event. It holds all that is needed to continue without the
// files that the study was made from.
type Created struct {
	Name          string      `json:"name"`
	Problem       string      `json:"problem"`    // the definition, verbatim
	Parameters    []string    `json:"parameters"` // names; their number is the dimension
	Policy        string      `json:"policy"`
	Seed          uint64      `json:"seed,string"` // a string: JSON readers round past 2⁵³
	Budget        float64     `json:"budget"`
	ChargeInitial bool        `json:"charge_initial,omitempty"`
	Design        [][]float64 `json:"design,omitempty"` // initial points, problem units
	Program       string      `json:"program,omitempty"`
	Moves         bool        `json:"moves,omitempty"`     // getting from point to point is charged
	Overshoot     string      `json:"overshoot,omitempty"` // Keep, or "": what exceeds the budget does not count
	Digits        int         `json:"digits,omitempty"`    // of suggestions, for parameters that give none; 0: no rounding
	Dir           string      `json:"dir,omitempty"`       // where the problem's relative file names start from, as seen from the journal's folder; slashes
}

// Keep is the Overshoot of studies in which an evaluation that exceeds the budget
// counts.
const Keep = "keep"

// Asked records a suggestion, so that asking again gives the same answer until
// something is told.
type Asked struct {
	X        []float64       `json:"x"`
	Design   int             `json:"design,omitempty"` // 1, 2, …: this point of the initial design; 0: the policy's choice
	Policy   string          `json:"policy,omitempty"`
	Decision json.RawMessage `json:"decision,omitempty"` // how the point was chosen, for screens
	As       string          `json:"as,omitempty"`       // owner; "": none
	Held     bool            `json:"held,omitempty"`     // pending until it is told, skipped or expired, whatever else is told
	Expires  time.Time       `json:"expires,omitzero"`   // zero: never
}

// Told is the result of one evaluation. In a line a failed one has no value, because
// JSON has no NaN; any other has one, even if it is zero.
type Told struct {
	X       []float64 `json:"x"`
	Value   float64   `json:"-"` // NaN when Failed
	Cost    float64   `json:"cost"`
	Failed  bool      `json:"failed,omitempty"`  // charges the budget and informs the cost only
	Design  int       `json:"design,omitempty"`  // 1, 2, …: this point of the initial design; 0: none
	Answers int       `json:"answers,omitempty"` // Seq of the ask it answers; 0: none
	Source  string    `json:"source,omitempty"`  // who or what measured it
	Note    string    `json:"note,omitempty"`
	Sd      float64   `json:"sd,omitempty"`   // of the value's noise; 0: not known
	Free    bool      `json:"free,omitempty"` // not charged to the budget, as an imported one
	Move    float64   `json:"move,omitempty"` // movement cost, charged beside the cost
}

// Skipped drops a suggestion; the next ones are elsewhere.
type Skipped struct {
	Seq     int    `json:"line"` // of the ask
	Reason  string `json:"reason,omitempty"`
	Expired bool   `json:"expired,omitempty"` // not answered in time; its point may be suggested again
}

// Amended corrects or annotates an evaluation; nil fields stay.
type Amended struct {
	Line   int      `json:"line"` // of the told event
	Value  *float64 `json:"value,omitempty"`
	Cost   *float64 `json:"cost,omitempty"`
	Failed *bool    `json:"failed,omitempty"` // false needs a value
	Sd     *float64 `json:"sd,omitempty"`
	Note   *string  `json:"note,omitempty"`
}

// Set changes the policy or the problem; empty fields stay. Earlier decisions stay.
type Set struct {
	Policy  string `json:"policy,omitempty"`
	Problem string `json:"problem,omitempty"` // the whole definition, verbatim; of the same parameters
	Reason  string `json:"reason,omitempty"`
}

// Undone reverts the told, skipped, amended, set or budget event with that Seq, which
// must be the last one.
type Undone struct {
	Seq int `json:"line"`
}

// BudgetChanged extends or reduces the budget.
type BudgetChanged struct {
	Delta float64 `json:"delta"`
}

// Noted is a remark; it changes nothing.
type Noted struct {
	Text string `json:"text"`
}

// Lost replaces a line that Salvage could not read.
type Lost struct {
	Reason string `json:"reason"`
	Kept   string `json:"kept,omitempty"` // file that holds the damaged original
}

func (Created) Kind() string       { return "created" }
func (Asked) Kind() string         { return "asked" }
func (Told) Kind() string          { return "told" }
func (Skipped) Kind() string       { return "skipped" }
func (Amended) Kind() string       { return "amended" }
func (Set) Kind() string           { return "set" }
func (Undone) Kind() string        { return "undone" }
func (BudgetChanged) Kind() string { return "budget" }
func (Noted) Kind() string         { return "note" }
func (Lost) Kind() string          { return "lost" }

// kinds read the event of a line, by its kind.
var kinds = map[string]func(raw []byte) (Body, error){
	Created{}.Kind(): strict[Created], Asked{}.Kind(): strict[Asked], Told{}.Kind(): strict[Told], Skipped{}.Kind(): strict[Skipped],
	Amended{}.Kind(): strict[Amended], Set{}.Kind(): strict[Set], Undone{}.Kind(): strict[Undone],
	BudgetChanged{}.Kind(): strict[BudgetChanged], Noted{}.Kind(): strict[Noted], Lost{}.Kind(): strict[Lost],
}

// decodeBody reads the event of a line of that kind.
func decodeBody(kind string, raw []byte) (Body, error) {
	read := kinds[kind]
	if read == nil {
		return nil, fmt.Errorf("its kind %q is unknown", kind)
	}
	return read(raw)
}

// strict decodes raw and refuses unknown fields, which would be lost silently.
func strict[T Body](raw []byte) (Body, error) {
	var b T
	if err := jsonlog.Unmarshal(raw, &b); err != nil {
		return nil, err
	}
	return b, nil
}

// told is Told as written.
type told struct {
	X     []float64 `json:"x"`
	Value *float64  `json:"value,omitempty"`
	toldRest
}

// toldRest are the fields of Told without its methods; X comes before the value.
type toldRest Told

// MarshalJSON writes the told event as in a line.
func (t Told) MarshalJSON() ([]byte, error) {
	w := told{X: t.X, toldRest: toldRest(t)}
	if !t.Failed {
		w.Value = &t.Value
	}
	return marshal(w)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Told) UnmarshalJSON(raw []byte) error {
	var w told
	if err := jsonlog.Unmarshal(raw, &w); err != nil {
		return err
	}
	switch {
	case w.Failed && w.Value != nil:
		return &FieldError{"value", "is given although the evaluation failed"}
	case !w.Failed && w.Value == nil:
		return &FieldError{"value", "is missing"}
	}
	*t = Told(w.toldRest)
	if t.X, t.Value = w.X, math.NaN(); w.Value != nil {
		t.Value = *w.Value
	}
	return nil
}

// MarshalJSON writes the event with the names it has in a line.
func (e Event) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		N     int       `json:"n"`
		Time  time.Time `json:"time"`
		Kind  string    `json:"kind"`
		Event Body      `json:"event"`
	}{e.Seq, e.Time, e.Body.Kind(), e.Body})
}

// String says in one line what happened and when.
func (e Event) String() string {
	return fmt.Sprintf("line %d, %s: %v", e.Seq, e.Time.Format("2006-01-02 15:04:05 MST"), e.Body)
}

func (c Created) String() string {
	return fmt.Sprintf("created the study of %s with policy %s and budget %s", c.Name, c.Policy, number(c.Budget))
}

func (a Asked) String() string {
	s := "asked for " + Point(a.X)
	if a.As != "" {
		s += ", as " + a.As
	}
	return s
}

func (t Told) String() string {
	s := fmt.Sprintf("told %s: value %s, cost %s", Point(t.X), number(t.Value), number(t.Cost))
	if t.Failed {
		s = fmt.Sprintf("told %s: failed, cost %s", Point(t.X), number(t.Cost))
	}
	if t.Sd > 0 {
		s += ", sd " + number(t.Sd)
	}
	if t.Move > 0 {
		s += ", move " + number(t.Move)
	}
	if t.Free {
		s += ", not charged"
	}
	if t.Source != "" {
		s += ", by " + t.Source
	}
	return s
}

func (k Skipped) String() string {
	s := fmt.Sprintf("skipped the suggestion of line %d", k.Seq)
	if k.Expired {
		s = fmt.Sprintf("the suggestion of line %d expired", k.Seq)
	}
	if k.Reason != "" {
		s += ": " + k.Reason
	}
	return s
}

func (a Amended) String() string {
	s := fmt.Sprintf("amended line %d", a.Line)
	if a.Failed != nil {
		s += fmt.Sprintf(", failed %v", *a.Failed)
	}
	for _, f := range []struct {
		name string
		v    *float64
	}{{"value", a.Value}, {"cost", a.Cost}, {"sd", a.Sd}} {
		if f.v != nil {
			s += ", " + f.name + " " + number(*f.v)
		}
	}
	if a.Note != nil {
		s += ", note " + strconv.Quote(*a.Note)
	}
	return s
}

func (c Set) String() string {
	s := "set"
	if c.Policy != "" {
		s += " the policy to " + c.Policy
	}
	if c.Problem != "" {
		if c.Policy != "" {
			s += " and"
		}
		s += " the whole problem"
	}
	if c.Reason != "" {
		s += ": " + c.Reason
	}
	return s
}

func (u Undone) String() string { return fmt.Sprintf("undid line %d", u.Seq) }

func (b BudgetChanged) String() string {
	if b.Delta > 0 {
		return "extended the budget by " + number(b.Delta)
	}
	return "reduced the budget by " + number(-b.Delta)
}

func (n Noted) String() string { return "noted: " + n.Text }

func (l Lost) String() string { return "lost: " + l.Reason }

func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// Point writes a point as the texts of events do: numbers in brackets.
func Point(x []float64) string {
	s := make([]string, len(x))
	for i, v := range x {
		s[i] = number(v)
	}
	return "(" + strings.Join(s, ", ") + ")"
}
