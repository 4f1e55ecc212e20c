package tui

import (
	"fmt"
	"os"
	"path/filepath"
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
	"farsight/tui/preferences"
	"farsight/tui/screen"
	"farsight/tui/theme"
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

// titled gives the palette the titles.
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

// foundKey handles a key while the palette is open.
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

// Looks and habits that can be changed while one explores.

// Motions are the settings of motion: whether steps are animated. Auto depends on the terminal.
var Motions = []string{"on", "off", "auto"}

func (m *Model) looksToFind() []choice {
	var out []choice
	add := func(text string, now bool, do func() tea.Cmd) {
		item := choice{text: text, do: do}
		if now {
			item.also = "as it is now"
		}
		out = append(out, item)
	}
	for _, name := range theme.Names() {
		add("theme "+name, name == m.theme.Name, func() tea.Cmd { return m.setTheme(name) })
	}
	if own := m.options.OwnTheme; own != "" {
		add("theme "+sanitize.Text(filepath.Base(own)), false, func() tea.Cmd { return m.setTheme(own) })
	}
	for _, g := range []chart.Glyphs{chart.Braille, chart.Blocks, chart.ASCII} {
		add("glyphs "+g.String(), g == m.options.Terminal.Glyphs, func() tea.Cmd {
			m.options.Terminal.Glyphs = g
			return nil
		})
	}
	for _, motion := range Motions {
		add("motion "+motion, motion == m.options.Motion, func() tea.Cmd { return m.setMotion(motion) })
	}
	for _, on := range []bool{true, false} {
		add("mouse "+map[bool]string{true: "on", false: "off"}[on], on == m.mouse, func() tea.Cmd { return m.setMouse(on) })
	}
	return out
}

// setTheme changes the colours, to those of a name or of a file.
func (m *Model) setTheme(name string) tea.Cmd {
	th, ok := Look{Theme: name}.Named()
	if !ok {
		m.note = "The theme cannot be read any more."
		return nil
	}
	m.theme = th
	m.options.Adapt = nil // a late answer of the terminal's changes nothing any more
	m.note = "The theme is " + th.Name + " now."
	return m.remember(func(c *preferences.Choices) { c.Theme = name })
}

// setMotion changes whether steps are animated.
func (m *Model) setMotion(motion string) tea.Cmd {
	m.options.Motion = motion
	m.note = "Motion is " + motion + " now."
	return m.remember(func(c *preferences.Choices) { c.Motion = motion })
}

// remember keeps a choice for the next time, where there is a place for it.
func (m *Model) remember(change func(*preferences.Choices)) tea.Cmd {
	if m.options.Preferences == nil || m.options.Guest {
		return nil
	}
	write := m.options.Preferences.Later(change)
	return func() tea.Msg {
		if err := write(); err != nil {
			return noteMsg("This is not remembered: " + sanitize.Text(err.Error()))
		}
		return nil
	}
}

// rememberedWhere is where choices are kept; "": nowhere.
func (m *Model) rememberedWhere() string {
	if m.options.Preferences == nil || m.options.Guest {
		return ""
	}
	path := m.options.Preferences.Path
	if home, err := os.UserHomeDir(); err == nil && home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(os.PathSeparator)); ok {
			path = "~" + string(os.PathSeparator) + rest
		}
	}
	return sanitize.Text(path)
}
