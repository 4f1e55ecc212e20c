package live

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui/screen"
)

// A result may be typed before there is a form for it: while the study is read,
// decided about or written to. From the first key that would open the form on,
// all keys are kept for it; keys that mean something else act at once until then.

// mostAhead is how many keys are kept: a value, a cost and a long note.
const mostAhead = 512

// keep keeps a key for the form that is about to open, or lets esc drop all that
// was kept. It reports false for keys that are to act at once.
func (s *Screen) keep(msg screen.TypedMsg) bool {
	switch {
	case len(s.ahead) == 0 && !(s.aboutToOpen() && screen.Find(msg.Key, opening) != screen.ActNone):
		return false
	case screen.Find(msg.Key, aheadKeys) == screen.ActCancel:
		s.said = said{}
		s.forget()
	case len(s.ahead) < mostAhead:
		s.ahead = append(s.ahead, msg)
	}
	return true
}

// aboutToOpen tells whether the next suggestion's form can be opened soon, but
// not yet.
func (s *Screen) aboutToOpen() bool {
	deciding := s.deciding && s.next == nil && s.form == nil
	return s.undo == nil && (deciding || s.writing != writeNothing)
}

// deliver types what was kept, now that there is a suggestion. What follows a
// saved entry is kept on, for the next one.
func (s *Screen) deliver() tea.Cmd {
	var cmds []tea.Cmd
	for len(s.ahead) > 0 && s.writing == writeNothing {
		msg := s.ahead[0]
		s.ahead = s.ahead[1:]
		switch act := screen.Find(msg.Key, opening); {
		case s.form != nil:
			cmds = append(cmds, s.fill(msg))
		case act == screen.ActTell:
			s.openForm(false, false)
		case act == screen.ActType:
			cmds = append(cmds, s.begin(msg))
		}
	}
	return tea.Batch(cmds...)
}

// forget drops what was kept, and says so.
func (s *Screen) forget() {
	if len(s.ahead) == 0 {
		return
	}
	text, tone := "Typed ahead and dropped: "+s.typedAhead(), s.said.tone
	if s.said.text != "" {
		text = strings.TrimSuffix(s.said.text, ".") + ". " + text
	}
	s.ahead = nil
	s.say(tone, text)
}

// kept says what is kept.
func (s *Screen) kept() string {
	text := "typed ahead, for the form: " + s.typedAhead()
	if len(s.ahead) == mostAhead {
		text += " (no more is kept)"
	}
	return text
}

// typedAhead is what is kept, in words, or the end of it: "1.25 tab 2.5 enter".
func (s *Screen) typedAhead() string {
	const most = 40
	var b strings.Builder
	word := false // the last key was one with a name
	for i, k := range s.ahead {
		named := len([]rune(k.Key)) > 1
		if i > 0 && (named || word) {
			b.WriteByte(' ')
		}
		b.WriteString(k.Key)
		word = named
	}
	text := []rune(sanitize.Text(b.String()))
	if len(text) > most {
		return "… " + string(text[len(text)-most:])
	}
	return string(text)
}
