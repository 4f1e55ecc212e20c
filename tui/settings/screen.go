// Package settings is a form of all settings of a replay, with their effect.
//
//	screen.go  the keys, and what they change
//	fields.go  the fields of policies, of the run and of the two processes
//	draw.go    the form as it is drawn
package settings

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/form"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen is the form. A change that makes sense is wanted run at once.
type Screen struct {
	screen.Endless
	row, col int          // the cursor; the form may have shrunk since
	top      int          // the first line shown
	edit     *form.Form   // of the field under the cursor, while it is typed
	before   session.Plan // what was run when the editing began
	wrong    string       // why the text of the line cannot be run
	tick     int          // number of the newest pause in the typing
}

var _ screen.Screen = (*Screen)(nil)

// New is the form with the cursor on its first field.
func New() *Screen { return &Screen{} }

// pausedMsg says that the typing has paused.
type pausedMsg struct{ tick int }

// pause is how long typing must rest before what was typed is run.
const pause = 300 * time.Millisecond

var keys = []screen.Binding{
	{Act: screen.ActUp, Binding: screen.On("↑↓←→", "field", "up", "k"), Long: "to another field (also k j h l)"},
	{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
	{Act: screen.ActLeft, Binding: screen.On("←", "", "left", "h")},
	{Act: screen.ActRight, Binding: screen.On("→", "", "right", "l")},
	{Act: screen.ActEnter, Binding: screen.On("enter", "change", "enter", " "), Long: "edit a text, or take the next choice (also space)"},
	{Act: screen.ActMore, Binding: screen.On("+ -", "choose", "+", "="), Long: "the next choice, the previous"},
	{Act: screen.ActLess, Binding: screen.On("-", "", "-")},
	{Act: screen.ActClear, Binding: screen.On("del", "default", "backspace", "delete"), Long: "the field's default (also backspace)"},
	{Act: screen.ActReset, Binding: screen.On("r", "reset all", "r"), Long: "everything as it was opened"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "back", "esc"), Long: "back to the charts"},
}

// typingKeys are shown while a text is being typed; the line takes all
// other keys.
var typingKeys = []screen.Binding{
	{Act: screen.ActEnter, Binding: screen.On("enter", "done", "enter"), Long: "keep it"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "as before", "esc"), Long: "leave it as it was"},
	{Act: screen.ActUp, Binding: screen.On("↑↓", "keep it, next field", "up"), Long: "keep it and go to another field"},
}

// Name is "settings".
func (*Screen) Name() string { return "settings" }

// Available requires settings that can change: a study's are fixed, and theorem 1 has sliders.
func (*Screen) Available(v screen.View) bool { return v.Problem.Theorem == nil && !v.IsLive() }

// About lists the keys: few while a text is being typed.
func (s *Screen) About(screen.View) screen.About {
	a := screen.About{Question: "what if it were otherwise?", Apart: true, Beside: true}
	if s.edit != nil {
		a.Keys = typingKeys
		return a
	}
	a.Keys = keys
	a.Globals = screen.GlobalsOf(screen.ActNextScreen, screen.ActPreviousScreen, screen.ActBrowse, screen.ActHelp, screen.ActQuit)
	return a
}

// Update moves the cursor, and requests a run of a changed plan.
func (s *Screen) Update(v screen.View, msg tea.Msg) (w screen.Wants) {
	switch msg := msg.(type) {
	case screen.ActMsg, screen.TypedMsg, screen.EnteredMsg, screen.SizeMsg:
	case pausedMsg:
		if s.edit == nil || msg.tick != s.tick {
			return w // it was none
		}
	default:
		return w
	}
	if !s.Available(v) {
		return w
	}
	rows := sheet{v, v.Plan()}.rows()
	s.row, s.col = s.cursor(rows)
	switch msg := msg.(type) {
	case screen.ActMsg:
		w = s.act(v, rows, msg.Act)
	case screen.TypedMsg:
		w = s.typed(v, rows, msg.Key)
	case pausedMsg:
		if p, err := s.typedPlan(v, s.field(rows)); err == nil {
			w.Plan = &p
		}
	}
	s.scroll(v, rows)
	return w
}

// cursor is where the cursor can be in a form, as near as can be to where it was.
func (s *Screen) cursor(rows []row) (r, col int) {
	r, col = max(0, min(s.row, len(rows)-1)), s.col
	if rows[r].idle() { // headings are
		r = next(rows, r, 1)
	}
	if rows[r].cells[col].off() {
		col = 1 - col
	}
	return r, col
}

// field is the one under the cursor.
func (s *Screen) field(rows []row) setting { return rows[s.row].cells[s.col] }

// next is the next row that has a field, if there is one, seen from r.
func next(rows []row, r, by int) int {
	for k := r + by; k >= 0 && k < len(rows); k += by {
		if !rows[k].idle() {
			return k
		}
	}
	if by > 0 && rows[r].idle() {
		return next(rows, r, -1)
	}
	return r
}

// scroll keeps the cursor in the window, if there is one yet.
func (s *Screen) scroll(v screen.View, rows []row) {
	w, h := v.BodySize()
	l := arrange(w, h, len(rows), len(v.Visible()))
	if l.form.H > 0 {
		s.top = s.topIn(rows, l)
	}
}

// act handles a key that is not text.
func (s *Screen) act(v screen.View, rows []row, a screen.Action) screen.Wants {
	field := s.field(rows)
	s.wrong = ""
	switch a {
	case screen.ActUp:
		s.row = next(rows, s.row, -1)
	case screen.ActDown:
		s.row = next(rows, s.row, 1)
	case screen.ActLeft, screen.ActRight:
		to := 0
		if a == screen.ActRight {
			to = 1
		}
		if !rows[s.row].cells[to].off() {
			s.col = to
		}
	case screen.ActEnter:
		if field.choices != nil {
			return s.choose(v, field, 1)
		}
		text := field.value
		if field.word {
			text = ""
		}
		s.begin(v, text)
	case screen.ActMore:
		return s.choose(v, field, 1)
	case screen.ActLess:
		return s.choose(v, field, -1)
	case screen.ActClear:
		if field.clear == nil {
			break
		}
		p := v.Plan()
		field.clear(&p)
		return s.try(v, p)
	case screen.ActReset:
		return planned(v.First)
	default:
		return screen.Wants{}
	}
	return screen.Wants{Taken: true}
}

// planned requests a run of a plan.
func planned(p session.Plan) screen.Wants { return screen.Wants{Taken: true, Plan: &p} }

// begin begins to take text.
func (s *Screen) begin(v screen.View, text string) {
	s.edit, s.before, s.wrong = &form.Form{Fields: []*form.Field{{}}}, v.Plan(), ""
	s.edit.At().Line.Set(text)
}

// choose takes the choice that is so many further on, round and round.
func (s *Screen) choose(v screen.View, f setting, by int) screen.Wants {
	n := len(f.choices)
	if n == 0 {
		return screen.Wants{Taken: true}
	}
	i := slices.Index(f.choices, f.value)
	if i < 0 && by < 0 {
		i = 0
	}
	return s.pick(v, f, f.choices[(i+by+n)%n])
}

// pick takes a choice by its value.
func (s *Screen) pick(v screen.View, f setting, value string) screen.Wants {
	p := v.Plan()
	if err := f.set(&p, value); err != nil {
		s.wrong = err.Error()
		return screen.Wants{Taken: true}
	}
	return s.try(v, p)
}

// try requests a run of a plan if it is valid, and otherwise shows why not.
func (s *Screen) try(v screen.View, p session.Plan) screen.Wants {
	if err := p.Check(v.Base); err != nil {
		s.wrong = err.Error()
		return screen.Wants{Taken: true}
	}
	s.wrong = ""
	return planned(p)
}

// typedPlan is the plan with the typed text in it.
func (s *Screen) typedPlan(v screen.View, f setting) (session.Plan, error) {
	p := v.Plan()
	var err error
	if text := s.edit.At().Text(); text == "" && f.clear != nil {
		f.clear(&p) // nothing is the default
	} else {
		err = f.set(&p, text)
	}
	if err == nil {
		err = p.Check(v.Base)
	}
	return p, err
}

// typed takes keys as text while a field is being edited; a digit begins to
// edit, or picks the choice of that name.
func (s *Screen) typed(v screen.View, rows []row, k string) screen.Wants {
	field := s.field(rows)
	if s.edit == nil {
		return s.digit(v, field, k)
	}
	act := s.edit.Key(k)
	switch act {
	case screen.ActCancel:
		s.edit, s.wrong = nil, ""
		return planned(s.before)
	case screen.ActType:
		return s.changed(v, field)
	case screen.ActEnter, screen.ActNextField, screen.ActPreviousField:
		p, err := s.typedPlan(v, field)
		if err != nil {
			s.wrong = err.Error()
			return screen.Wants{Taken: true}
		}
		s.edit, s.wrong = nil, ""
		rows = sheet{v, p}.rows() // as they are once the plan is run
		s.row, s.col = s.cursor(rows)
		switch act {
		case screen.ActPreviousField:
			s.row = next(rows, s.row, -1)
		case screen.ActNextField:
			s.row = next(rows, s.row, 1)
		}
		return planned(p)
	}
	return screen.Wants{Taken: true}
}

// changed validates the text of the line, and requests its run after a pause.
func (s *Screen) changed(v screen.View, f setting) screen.Wants {
	s.wrong = ""
	s.tick++
	if _, err := s.typedPlan(v, f); err != nil {
		s.wrong = err.Error()
		return screen.Wants{Taken: true}
	}
	msg := pausedMsg{s.tick}
	cmd := func() tea.Msg { return msg }
	if !v.Still {
		cmd = tea.Tick(pause, func(time.Time) tea.Msg { return msg })
	}
	return screen.Wants{Taken: true, Cmd: cmd}
}

// digit handles a key that can only mean the beginning of a number.
func (s *Screen) digit(v screen.View, f setting, k string) screen.Wants {
	if len(k) != 1 || (k[0] < '0' || k[0] > '9') && k != "." && k != "-" {
		return screen.Wants{}
	}
	switch {
	case f.choices == nil:
		s.begin(v, "")
		s.edit.Key(k)
		return s.changed(v, f)
	case slices.Contains(f.choices, k):
		return s.pick(v, f, k)
	}
	return screen.Wants{Taken: k != "-"}
}
