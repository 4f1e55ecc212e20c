// Package form is a list of text fields with their values, mistakes and focus. All forms of the
// explorer use it; the caller decides what a completed form does.
//
//	form.go  fields and the focus among them
//	line.go  one line of text, on the textinput of bubbles; a field in a row
package form

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"farsight/tui/screen"
)

// Form is a list of fields, one of which has the focus.
type Form struct {
	Fields []*Field
	Focus  int
	tried  bool // saving was tried: missing values are reported
	Edited bool
}

// Field is one thing to fill in: a text, or a switch.
type Field struct {
	Name        string // for who asks for it
	Label, Unit string
	Line        Line
	Switch, On  bool
	Note        bool // any text, in what is left of the row
	Columns     int  // of the box for the text, at most; 0: as many as a number needs

	// Default is what a switch is until it is set by hand; nil: as On says.
	Default func() bool
	// Idle reports that there is nothing to fill in now; nil: there is.
	Idle func() bool
	// Check says what is wrong with it; "": nothing. nil: nothing ever is.
	Check func() string
	// Hint says what is expected, or warns of what will follow; nil: nothing.
	Hint func() (text string, warning bool)
	// Refused is why saving was refused; "": it was not.
	Refused string
	// Elsewhere: the message is too long to be shown beside the field.
	Elsewhere bool

	passed bool // the focus has left the field: mistakes may be shown
	set    bool // a switch that was set by hand
}

// keys lead through a form.
var keys = []screen.Binding{
	{Act: screen.ActEnter, Binding: screen.On("enter", "save", "enter"), Long: "save, or go to what is still missing"},
	{Act: screen.ActNextField, Binding: screen.On("tab", "next field", "tab", "down"), Long: "next field (shift+tab: previous; also ↓ ↑)"},
	{Act: screen.ActPreviousField, Binding: screen.On("shift+tab", "", "shift+tab", "up")},
	{Act: screen.ActCancel, Binding: screen.On("esc", "leave the form", "esc"), Long: "leave the form; what was typed is kept"},
}

var switchKeys = append([]screen.Binding{{Act: screen.ActToggle, Binding: screen.On("space", "on or off", " "), Long: "turn on or off"}}, keys...)

// Keys are those of the field with the focus.
func (f *Form) Keys() []screen.Binding {
	if f.At().Switch {
		return switchKeys
	}
	return keys
}

// Key handles a key and returns what it asked for: ActEnter and ActCancel, to save
// and to leave the form, are for others to do; ActType says that a text or a
// switch may be another.
func (f *Form) Key(k string) screen.Action {
	act := screen.Find(k, f.Keys())
	switch act {
	case screen.ActNone:
		return f.typed(k)
	case screen.ActNextField:
		f.Move(1)
	case screen.ActPreviousField:
		f.Move(-1)
	case screen.ActToggle:
		f.At().toggle()
		return screen.ActType
	}
	return act
}

func (f *Form) typed(k string) screen.Action {
	at := f.At()
	if at.Switch || !at.Line.Key(k) {
		return screen.ActNone
	}
	at.Refused, f.Edited = "", true
	return screen.ActType
}

// Paste takes one character of what was pasted. Tabs and line ends move to the next field, as
// between the cells of a table; nothing pasted ever saves.
func (f *Form) Paste(k string) {
	switch k {
	case "\t", "\n", "\r":
		if f.Focus < len(f.Fields)-1 {
			f.Move(1)
		}
	default:
		f.typed(k)
	}
}

// At is the field with the focus.
func (f *Form) At() *Field { return f.Fields[f.Focus] }

// Move moves the focus, past fields that are not to be filled in.
func (f *Form) Move(by int) {
	f.At().passed = true
	n := len(f.Fields)
	for range n {
		f.Focus = (f.Focus + by + n) % n
		if !f.At().idle() {
			return
		}
	}
}

// Find is a field by its name; nil: there is none.
func (f *Form) Find(name string) *Field {
	for _, i := range f.Fields {
		if i.Name == name {
			return i
		}
	}
	return nil
}

// FocusOn takes the focus to a field, if there is one of that name.
func (f *Form) FocusOn(name string) {
	for i, field := range f.Fields {
		if field.Name == name {
			f.Focus = i
			return
		}
	}
}

// Text is what a field says, "" where there is none.
func (f *Form) Text(name string) string {
	if i := f.Find(name); i != nil {
		return i.Text()
	}
	return ""
}

// IsOn reports whether there is a switch that is on.
func (f *Form) IsOn(name string) bool {
	i := f.Find(name)
	return i != nil && i.IsOn()
}

// Offer marks the values of all fields as proposals: a form that was put aside is opened again, and
// typing then replaces them.
func (f *Form) Offer() {
	for _, i := range f.Fields {
		if !i.Note {
			i.Line.Offer(i.Line.String())
		}
	}
}

// Ready reports whether all fields are as they should be; else the focus goes to
// the first that is not.
func (f *Form) Ready() bool {
	f.tried = true
	for i, field := range f.Fields {
		if field.Problem() != "" {
			f.Focus = i
			return false
		}
	}
	return true
}

// shown is the problem of field i once it is time to name it: not while it is
// being typed for the first time.
func (f *Form) shown(i int) string {
	it := f.Fields[i]
	if it.Elsewhere || !f.tried && !(it.passed && i != f.Focus && it.Text() != "") && it.Refused == "" {
		return ""
	}
	return it.Problem()
}

func (i *Field) idle() bool { return i.Idle != nil && i.Idle() }

// Text is what was typed.
func (i *Field) Text() string { return i.Line.String() }

// Trimmed is what was typed without blanks around it.
func (i *Field) Trimmed() string { return strings.TrimSpace(i.Text()) }

// Problem says what is wrong with a field; "": nothing.
func (i *Field) Problem() string {
	switch {
	case i.Switch || i.idle():
		return ""
	case i.Refused != "":
		return i.Refused
	case i.Check == nil:
		return ""
	}
	return i.Check()
}

// IsOn reports whether a switch is on.
func (i *Field) IsOn() bool {
	if i.Default != nil && !i.set {
		return i.Default()
	}
	return i.On
}

// toggle turns a switch by hand.
func (i *Field) toggle() { i.On, i.set = !i.IsOn(), true }

// Number is what a field says; NaN if it says no number.
func (i *Field) Number() float64 {
	if i == nil {
		return math.NaN()
	}
	v, problem := Number(i.Text())
	if problem != "" {
		return math.NaN()
	}
	return v
}

// Put writes a number into a field, as exactly as it is.
func (i *Field) Put(v float64) {
	if i != nil && !math.IsNaN(v) {
		i.Line.Set(Exact(v))
	}
}

// Exact writes a number so that it reads back as itself.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Number reads a finite number, or says what is wrong with it.
func Number(text string) (float64, string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return 0, "a number is needed"
	case strings.Contains(text, ","):
		return 0, "write 1.5, not 1,5"
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "beyond all numbers"
	case err != nil:
		return 0, "not a number"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, "must be a finite number"
	}
	return v, ""
}

// Positive reads a number above zero, or says what is wrong with it.
func Positive(text string) (float64, string) {
	v, problem := Number(text)
	if problem == "" && v <= 0 {
		problem = "must be above 0"
	}
	return v, problem
}
