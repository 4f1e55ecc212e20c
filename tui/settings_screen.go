package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// settingsScreen is a form of everything that can be set, with what comes of
// it: what if it were otherwise? A change that makes sense is run at once, in
// the background.
type settingsScreen struct {
	row, col int
	top      int
	editing  bool // the line takes text
	line     pane.Line
	before   session.Plan // what was run when the editing began
	wrong    string       // why what stands in the line cannot be run
	tick     int          // number of the newest pause in the typing
}

// pausedMsg tells that the typing has paused.
type pausedMsg struct{ tick int }

// pause is how long typing must rest before what was typed is run.
const pause = 300 * time.Millisecond

var settingsKeys = []screen.Binding{
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑↓←→", Short: "field", Long: "to another field (also k j h l)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
	{Act: screen.ActLeft, Keys: []string{"left", "h"}, Show: "←"},
	{Act: screen.ActRight, Keys: []string{"right", "l"}, Show: "→"},
	{Act: screen.ActEnter, Keys: []string{"enter", " "}, Show: "enter", Short: "change", Long: "edit a text, or take the next choice (also space)"},
	{Act: screen.ActMore, Keys: []string{"+", "="}, Show: "+ -", Short: "choose", Long: "the next choice, the previous"},
	{Act: screen.ActLess, Keys: []string{"-"}, Show: "-"},
	{Act: screen.ActClear, Keys: []string{"backspace", "delete"}, Show: "del", Short: "default", Long: "the field's default (also backspace)"},
	{Act: screen.ActReset, Keys: []string{"r"}, Show: "r", Short: "reset all", Long: "everything as it was opened"},
	{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "back", Long: "back to the charts"},
}

// settingsTypingKeys are shown while a text is being typed; the line takes all
// other keys.
var settingsTypingKeys = []screen.Binding{
	{Act: screen.ActEnter, Show: "enter", Short: "done", Long: "keep it"},
	{Act: screen.ActCancel, Show: "esc", Short: "as before", Long: "leave it as it was"},
	{Act: screen.ActUp, Show: "↑↓", Short: "keep it, next field", Long: "keep it and go to another field"},
}

// A study's settings were fixed when it was made, and theorem 1 has sliders.
func (*settingsScreen) available(m *Model) bool { return m.s.Problem.Theorem == nil && !m.s.IsLive() }
func (*settingsScreen) name() string            { return "settings" }
func (*settingsScreen) aside()                  {}
func (*settingsScreen) place(*Model) string     { return "" }
func (*settingsScreen) question(*Model) string  { return "what if it were otherwise?" }

func (s *settingsScreen) bindings(*Model) []screen.Binding {
	if s.editing {
		return settingsTypingKeys
	}
	return settingsKeys
}

func (s *settingsScreen) globals(*Model) []screen.Binding {
	if s.editing {
		return nil
	}
	return screen.GlobalsOf(screen.ActNextScreen, screen.ActPreviousScreen, screen.ActBrowse, screen.ActHelp, screen.ActQuit)
}

func (s *settingsScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(pausedMsg); ok && s.editing && msg.tick == s.tick {
		if p, err := s.typedPlan(m); err == nil {
			return m.apply(p)
		}
	}
	return nil
}

// at is the field the cursor is on. The form may have shrunk since.
func (s *settingsScreen) at(m *Model) (rows []settingRow, field setting) {
	rows = settingRows(m)
	s.row = max(0, min(s.row, len(rows)-1))
	if rows[s.row].idle() { // headings are
		s.step(rows, 1)
	}
	if rows[s.row].cells[s.col].off() {
		s.col = 1 - s.col
	}
	return rows, rows[s.row].cells[s.col]
}

// step moves to the next row that has a field, if there is one.
func (s *settingsScreen) step(rows []settingRow, by int) {
	for r := s.row + by; r >= 0 && r < len(rows); r += by {
		if !rows[r].idle() {
			s.row = r
			return
		}
	}
	if by > 0 && rows[s.row].idle() {
		s.step(rows, -1)
	}
}

func (s *settingsScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	rows, field := s.at(m)
	s.wrong = ""
	switch a {
	case screen.ActUp:
		s.step(rows, -1)
	case screen.ActDown:
		s.step(rows, 1)
	case screen.ActLeft, screen.ActRight:
		to := 0
		if a == screen.ActRight {
			to = 1
		}
		if !rows[s.row].cells[to].off() {
			s.col = to
		}
	case screen.ActEnter:
		if field.choices == nil {
			text := field.value
			if field.word {
				text = ""
			}
			s.edit(m, text)
			return nil, true
		}
		return s.choose(m, field, 1), true
	case screen.ActMore, screen.ActLess:
		by := 1
		if a == screen.ActLess {
			by = -1
		}
		return s.choose(m, field, by), true
	case screen.ActClear:
		if field.clear == nil {
			return nil, true
		}
		p := m.s.Plan()
		field.clear(&p)
		return s.try(m, p), true
	case screen.ActReset:
		return m.apply(m.s.First), true
	default:
		return nil, false
	}
	return nil, true
}

// edit begins to take text.
func (s *settingsScreen) edit(m *Model, text string) {
	s.editing, s.before, s.wrong = true, m.s.Plan(), ""
	s.line.Set(text)
}

// choose takes the choice that is so many further on, round and round.
func (s *settingsScreen) choose(m *Model, f setting, by int) tea.Cmd {
	n := len(f.choices)
	if n == 0 {
		return nil
	}
	i := slices.Index(f.choices, f.value)
	if i < 0 && by < 0 {
		i = 0
	}
	return s.pick(m, f, f.choices[(i+by+n)%n])
}

func (s *settingsScreen) pick(m *Model, f setting, value string) tea.Cmd {
	p := m.s.Plan()
	if err := f.set(&p, value); err != nil {
		s.wrong = err.Error()
		return nil
	}
	return s.try(m, p)
}

// try runs a plan if it makes sense, and else says why not.
func (s *settingsScreen) try(m *Model, p session.Plan) tea.Cmd {
	if err := p.Check(m.s.Base); err != nil {
		s.wrong = err.Error()
		return nil
	}
	s.wrong = ""
	return m.apply(p)
}

// typedPlan is the plan with the typed text in it.
func (s *settingsScreen) typedPlan(m *Model) (session.Plan, error) {
	_, field := s.at(m)
	p := m.s.Plan()
	var err error
	if text := s.line.String(); text == "" && field.clear != nil {
		field.clear(&p) // nothing is the default
	} else {
		err = field.set(&p, text)
	}
	if err == nil {
		err = p.Check(m.s.Base)
	}
	return p, err
}

// typed takes keys as text while a field is being edited; a digit begins to
// edit, or picks the choice of that name.
func (s *settingsScreen) typed(m *Model, k string, _ tea.KeyMsg) (tea.Cmd, bool) {
	if !s.editing {
		return s.digit(m, k)
	}
	switch k {
	case "esc":
		s.editing, s.wrong = false, ""
		return m.apply(s.before), true
	case "enter", "up", "down", "tab", "shift+tab":
		p, err := s.typedPlan(m)
		if err != nil {
			s.wrong = err.Error()
			return nil, true
		}
		s.editing, s.wrong = false, ""
		cmd := m.apply(p)
		switch rows, _ := s.at(m); k {
		case "up", "shift+tab":
			s.step(rows, -1)
		case "down", "tab":
			s.step(rows, 1)
		}
		return cmd, true
	}
	if !s.line.Key(k) {
		return nil, true
	}
	return s.changed(m), true
}

// changed judges what stands in the line, and has it run after a pause.
func (s *settingsScreen) changed(m *Model) tea.Cmd {
	s.wrong = ""
	s.tick++
	if _, err := s.typedPlan(m); err != nil {
		s.wrong = err.Error()
		return nil
	}
	msg := pausedMsg{s.tick}
	if m.s.Still {
		return func() tea.Msg { return msg }
	}
	return tea.Tick(pause, func(time.Time) tea.Msg { return msg })
}

// digit obeys a key that can only mean the beginning of a number.
func (s *settingsScreen) digit(m *Model, k string) (tea.Cmd, bool) {
	if len(k) != 1 || (k[0] < '0' || k[0] > '9') && k != "." && k != "-" {
		return nil, false
	}
	_, field := s.at(m)
	switch {
	case field.choices == nil:
		s.edit(m, "")
		s.line.Key(k)
		return s.changed(m), true
	case slices.Contains(field.choices, k):
		return s.pick(m, field, k), true
	}
	return nil, k != "-"
}
