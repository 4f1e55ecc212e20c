package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// find opens the palette: all that can be done now, and all places to go to.
func (m *Model) find() tea.Cmd {
	m.overlay, m.palette = overlayPalette, newPalette(m.findable(nil), m.stepTyped)
	return func() tea.Msg { return titledMsg(titles()) }
}

// titledMsg brings the titles of the scenarios, which must be read first.
type titledMsg map[string]string

var titles = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, e := range builtin.List() {
		out[e.Name] = sanitize.Text(e.Title)
	}
	return out
})

// titled has the palette know the titles.
func (m *Model) titled(t titledMsg) {
	if m.overlay == overlayPalette {
		m.palette.replace(m.findable(t))
	}
}

// findable is what the palette lists: commands first, as the list of keys has
// them, then places, then looks.
func (m *Model) findable(titles map[string]string) []choice {
	return slices.Concat(m.commands(), m.screensToFind(), m.scenariosToFind(titles), m.policiesToFind(), m.stepsToFind(), m.looksToFind())
}

// commands are the actions that can be done now.
func (m *Model) commands() []choice {
	var out []choice
	a := m.about()
	for _, b := range slices.Concat(a.Keys, m.globals(a)) {
		text, key := b.Does, b.Show()
		if text == "" {
			text, key = b.Long, b.Shown()
		}
		if text == "" || b.Act == screen.ActPalette || b.Act == screen.ActScreen {
			continue
		}
		out = append(out, choice{text: text, key: key, do: func() tea.Cmd { return m.act(b.Act) }})
	}
	return out
}

func (m *Model) screensToFind() []choice {
	var out []choice
	digits := m.digits(m.about())
	for n, i := range m.tabs() {
		if i == m.current {
			continue
		}
		item := choice{text: "screen " + m.screens[i].Name(), do: func() tea.Cmd {
			m.current = i
			return m.entered()
		}}
		if digits {
			item.key = strconv.Itoa(n + 1)
		}
		out = append(out, item)
	}
	return out
}

func (m *Model) scenariosToFind(titles map[string]string) []choice {
	if !m.has("browse") {
		return nil
	}
	var out []choice
	for _, name := range builtin.Names() {
		out = append(out, choice{text: "open " + name, also: titles[name], do: func() tea.Cmd {
			m.note = "Reading " + name + " …"
			return m.read(screen.Load{Name: name})
		}})
	}
	return out
}

// policiesToFind are shown if they run, and else run with the others.
func (m *Model) policiesToFind() []choice {
	if len(m.s.Tracks) == 0 || m.s.IsLive() {
		return nil
	}
	var out []choice
	runs := map[string]bool{}
	for i, t := range m.s.Tracks {
		q := t.Policy()
		runs[q.Name] = true
		out = append(out, choice{text: "policy " + q.Title(), also: "show it", do: func() tea.Cmd { return m.showPolicy(i) }})
	}
	for _, k := range policy.All() {
		if q, err := policy.Parse(k.ID); err == nil && !runs[q.Name] {
			out = append(out, choice{text: "policy " + q.Title(), also: "run it too: " + k.Sentence, do: func() tea.Cmd { return m.addPolicy(q) }})
		}
	}
	return out
}

// showPolicy puts a policy where screens of one policy show it.
func (m *Model) showPolicy(i int) tea.Cmd {
	m.s.Focus(i)
	return m.wanted()
}

// addPolicy runs a policy beside the others, and shows it.
func (m *Model) addPolicy(q policy.Policy) tea.Cmd {
	p := m.s.Plan()
	p.Policies = append(p.Policies, q)
	if err := p.Check(m.s.Base); err != nil {
		m.note = q.Title() + " cannot run here: " + sanitize.Text(err.Error())
		return nil
	}
	cmd := m.apply(p)
	return tea.Batch(cmd, m.showPolicy(len(m.s.Tracks)-1))
}

func (m *Model) stepsToFind() []choice {
	var out []choice
	if m.usable(screen.ActHome) {
		for n := range m.s.LastStep() + 1 {
			out = append(out, m.stepItem(n, ""))
		}
	}
	return out
}

// stepTyped is a step beyond those known, while more are being computed.
func (m *Model) stepTyped(query string) []choice {
	words := strings.Fields(query)
	if len(words) == 0 || !m.usable(screen.ActHome) || !m.s.Unfinished() {
		return nil
	}
	n, err := strconv.Atoi(words[len(words)-1])
	if err != nil || n <= m.s.LastStep() || n > mostCount {
		return nil
	}
	return []choice{m.stepItem(n, "as soon as it is computed")}
}

func (m *Model) stepItem(n int, also string) choice {
	return choice{text: fmt.Sprintf("step %d", n), also: also, key: fmt.Sprintf("%dg", n), do: func() tea.Cmd { return m.goToStep(n, m.current) }}
}

// foundKey obeys a key while the palette is open.
func (m *Model) foundKey(k string) tea.Cmd {
	chosen, left := m.palette.press(k)
	if !left && chosen == nil {
		return nil
	}
	return m.chosen(chosen)
}

// chosen closes the palette and does what was chosen in it, if anything.
func (m *Model) chosen(i *choice) tea.Cmd {
	m.overlay, m.palette = overlayNone, nil
	if i == nil {
		return nil
	}
	m.note = ""
	return i.do()
}

// drawPalette draws the palette over the screen.
func (m *Model) drawPalette(c chart.Canvas) {
	m.palette.draw(m.theme, pane.Box(m.theme, c.Sub(m.paletteArea(c.Rect())), "find a command, a scenario, a policy, a step", paletteRows))
}

// paletteArea is the middle of the body, no wider than what is read at a glance.
func (m *Model) paletteArea(body chart.Rect) chart.Rect {
	w := min(body.W, paletteColumns)
	return chart.Rect{X: body.X + (body.W-w)/2, Y: body.Y, W: w, H: body.H}
}
