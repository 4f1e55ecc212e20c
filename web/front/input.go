package front

import (
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// keys are bubbletea's types of keys that are no letters, by their names.
var keys = func() map[string]tea.KeyType {
	out := map[string]tea.KeyType{}
	for t := tea.KeyType(-200); t < 200; t++ {
		if name := (tea.Key{Type: t}).String(); name != "" && t != tea.KeyRunes {
			out[name] = t
		}
	}
	return out
}()

// mostTyped bounds what one message may paste.
const mostTyped = 4096

// key is a key by the name bubbletea has for it; false: there is none of it.
func key(name string, paste bool) (tea.KeyMsg, bool) {
	if len(name) > mostTyped || !utf8.ValidString(name) || name == "" {
		return tea.KeyMsg{}, false
	}
	if paste {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name), Paste: true}, true
	}
	plain, alt := strings.CutPrefix(name, "alt+")
	if t, ok := keys[plain]; ok {
		k := tea.KeyMsg{Type: t, Alt: alt}
		if t == tea.KeySpace {
			k.Runes = []rune{' '}
		}
		return k, true
	}
	if utf8.RuneCountInString(plain) != 1 {
		return tea.KeyMsg{}, false
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(plain), Alt: alt}, true
}

// mouse is what the mouse did, by the cells it is over.
func mouse(m Message) (tea.MouseMsg, bool) {
	out := tea.MouseMsg{X: m.integer("x"), Y: m.integer("y"), Shift: m.truth("shift"), Alt: m.truth("alt"), Ctrl: m.truth("ctrl")}
	switch m.text("button") {
	case "left":
		out.Button = tea.MouseButtonLeft
	case "right":
		out.Button = tea.MouseButtonRight
	}
	switch m.text("kind") {
	case "press":
		out.Action = tea.MouseActionPress
	case "release":
		out.Action = tea.MouseActionRelease
	case "motion":
		out.Action = tea.MouseActionMotion
	case "wheelup":
		out.Action, out.Button = tea.MouseActionPress, tea.MouseButtonWheelUp
	case "wheeldown":
		out.Action, out.Button = tea.MouseActionPress, tea.MouseButtonWheelDown
	default:
		return out, false
	}
	return out, true
}
