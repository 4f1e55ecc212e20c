package live

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study/journal"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// lab is the screen on a study, with somebody at the keys.
type lab struct {
	*screentest.Host
	s     *Screen
	first tea.Cmd         // what the screen begins with; nil: it has been run
	left  []screen.Action // left to the program
	t     *testing.T
}

// openStudy opens a study and waits for its suggestion.
func openStudy(t *testing.T, path string, w, h int) *lab {
	t.Helper()
	l := openUndecided(t, path, w, h)
	l.Drain(l.first)
	return l
}

// openUndecided opens a study of which nothing is known until first has run.
func openUndecided(t *testing.T, path string, w, h int) *lab {
	t.Helper()
	file := screentest.OpenStudy(t, path)
	se := session.New(session.Options{Problem: file.Problem(), Policies: []policy.Policy{file.Policy()}})
	se.Still, se.Study = true, se.Run
	t.Cleanup(se.Close)
	l := &lab{s: New(file, file.Problem(), file.Policy()), t: t}
	l.Host = screentest.Show(t, se, shown{l.s, l, se}, w, h)
	return l
}

// shown is the screen as the program has it: a study it wants shown is shown.
// The command it begins with waits.
type shown struct {
	*Screen
	l  *lab
	se *session.Session
}

func (h shown) Update(v screen.View, msg tea.Msg) screen.Wants {
	begun := h.begun
	w := h.Screen.Update(v, msg)
	if w.Study != nil {
		h.se.ShowStudy(w.Study.Problem, w.Study.Policy, w.Study.Snap, w.Study.Scene)
	}
	if !begun && h.begun {
		h.l.first, w.Cmd = w.Cmd, nil
	}
	return w
}

// key types all keys of one message and returns what they start.
func (l *lab) key(msg tea.KeyMsg) tea.Cmd {
	keys := []string{msg.String()}
	if msg.Type == tea.KeyRunes {
		keys = strings.Split(string(msg.Runes), "")
	}
	var cmds []tea.Cmd
	for _, k := range keys {
		w := l.Screen.Update(l.View, screen.TypedMsg{Key: k, Msg: msg})
		if !w.Taken {
			about := l.Screen.About(l.View)
			act := screen.Find(k, about.Keys, about.Globals)
			if w = l.Screen.Update(l.View, screen.ActMsg{Act: act}); !w.Taken && act != screen.ActNone {
				l.left = append(l.left, act)
			}
		}
		if w.Cmd != nil {
			cmds = append(cmds, w.Cmd)
		}
	}
	if len(cmds) == 1 {
		return cmds[0]
	}
	return tea.Batch(cmds...)
}

// press types keys and waits for what they start.
func (l *lab) press(keys ...string) {
	l.t.Helper()
	for _, k := range keys {
		l.Drain(l.key(keyMsg(k)))
	}
}

// keyMsg is a key, or several characters of one read.
func keyMsg(k string) tea.KeyMsg {
	types := map[string]tea.KeyType{"tab": tea.KeyTab, "enter": tea.KeyEnter, "esc": tea.KeyEsc, "ctrl+u": tea.KeyCtrlU, "backspace": tea.KeyBackspace, "end": tea.KeyEnd, "up": tea.KeyUp, "down": tea.KeyDown, "shift+tab": tea.KeyShiftTab, "home": tea.KeyHome}
	if typ, ok := types[k]; ok {
		return tea.KeyMsg{Type: typ}
	}
	if k == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(k)}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

// poll is what the timer does where somebody watches.
func (l *lab) poll() {
	l.t.Helper()
	l.Send(poll(l.s.live, time.Time{}))
}

// frame is what the screen draws and what is said around it.
func (l *lab) frame() string {
	about := l.Screen.About(l.View)
	lines := []string{l.Session.Problem.Name + ": " + about.Question, about.Place, l.Text()}
	for _, b := range about.Keys {
		lines = append(lines, b.Hint())
	}
	return strings.Join(lines, "\n")
}

// says fails unless the screen shows all of some texts, silent if it shows one.
func (l *lab) says(texts ...string) {
	l.t.Helper()
	for _, s := range texts {
		if !strings.Contains(l.frame(), s) {
			l.t.Errorf("the screen does not say %q:\n%s", s, l.frame())
		}
	}
}

func (l *lab) silent(texts ...string) {
	l.t.Helper()
	for _, s := range texts {
		if strings.Contains(l.frame(), s) {
			l.t.Errorf("the screen says %q:\n%s", s, l.frame())
		}
	}
}

// onDisk is the study as its file has it.
func onDisk(t *testing.T, path string) journal.State {
	t.Helper()
	j, err := journal.Open(path, journal.Settings{ReadOnly: true})
	testkit.OK(t, err)
	return j.State()
}
