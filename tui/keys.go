package tui

import (
	"slices"

	"farsight/tui/chart"
	"farsight/tui/luck"
	"farsight/tui/predict"
	"farsight/tui/screen"
)

// everywhere are the navigation keys, active wherever one can leave a screen: a screen with a
// question or a text field has neither of these two.
var (
	everywhere = screen.GlobalsOf(screen.ActScreen, screen.ActPalette, screen.ActMouse)
	leaving    = []screen.Action{screen.ActNextScreen, screen.ActSave}
)

// globals are the global keys as far as the screen leaves them and they can do
// something now.
func (m *Model) globals(a screen.About) []screen.Binding {
	all := a.Globals
	if slices.ContainsFunc(all, func(b screen.Binding) bool { return slices.Contains(leaving, b.Act) }) {
		var more []screen.Binding
		for _, b := range everywhere {
			if !slices.ContainsFunc(all, func(o screen.Binding) bool { return o.Act == b.Act }) {
				more = append(more, b)
			}
		}
		all = append(more, all...)
	}
	out := make([]screen.Binding, 0, len(all))
	for _, b := range all {
		if m.usable(b.Act) && !taken(b, a.Keys) {
			out = append(out, b)
		}
	}
	return out
}

// taken reports whether a screen's own keys do what a global one does, or have all
// of its keys.
func taken(b screen.Binding, own []screen.Binding) bool {
	free := len(b.Keys())
	for _, o := range own {
		if o.Act == b.Act {
			return true
		}
		for _, k := range b.Keys() {
			if slices.Contains(o.Keys(), k) {
				free--
			}
		}
	}
	return free <= 0
}

// usable reports whether a global action can do something now.
func (m *Model) usable(a screen.Action) bool {
	if slices.Contains(screen.CrossActions, a) {
		return m.crossUsable(a)
	}
	switch a {
	case screen.ActForward, screen.ActBack, screen.ActHome, screen.ActEnd, screen.ActPlay, screen.ActFaster, screen.ActSlower, screen.ActWhole:
		return len(m.s.Tracks) > 0 && !m.s.IsLive() // a study is at its present
	case screen.ActSwap, screen.ActPace:
		return len(m.s.Tracks) > 1
	case screen.ActPolicies:
		return len(m.s.Tracks) > 2 && m.s.Waiting() > 0
	case screen.ActSliders:
		name := m.screens[m.current].Name()
		return len(m.s.Tracks) > 0 && !m.s.IsLive() && (name == "compare" || name == "focus")
	case screen.ActOverlay:
		return len(m.s.Tracks) > 1 && m.screens[m.current].Name() == "compare"
	case screen.ActDraws:
		name := m.screens[m.current].Name()
		return len(m.s.Tracks) > 0 && (name == "focus" || name == "live" || name == "compare" && !m.s.OverEachOther(m.w < screen.WideWidth))
	case screen.ActAxis, screen.ActThrough:
		return m.s.Problem.Dim() > 1
	case screen.ActCost:
		return m.hides()
	case screen.ActScreen:
		return len(m.tabs()) > 1 && m.screens[m.current].Name() != liveName // whose digits are results
	case screen.ActTree:
		return m.has("tree") && m.screens[m.current].Name() != "tree"
	case screen.ActMap:
		return m.has("map")
	case screen.ActLuck:
		return m.has(luck.Name) && m.screens[m.current].Name() != luck.Name
	case screen.ActPredict:
		return m.has(predict.Name)
	case screen.ActBrowse:
		return m.has("browse")
	case screen.ActSettings:
		return m.has("settings") && !m.s.IsLive() // a study's were fixed when it was made
	case screen.ActResume:
		return m.s.Stopped
	case screen.ActSuspend:
		return m.suspendable && !m.options.Guest
	case screen.ActSave:
		return !m.options.Guest
	}
	return true
}

// hiding remembers whether a screen leaves out a chart, and of what that is known.
type hiding struct {
	of    hidingOf
	hides bool
}

// hidingOf is what decides whether a chart is left out.
type hidingOf struct {
	screen, w, h int
	run, shown   int
	drawn        int // columns whose charts there are
}

// enoughRows is the height from which no column leaves out a chart.
const enoughRows = 40

// hides reports whether the screen has left out a chart for lack of rows, which is found out by
// drawing it.
func (m *Model) hides() bool {
	if len(m.s.Tracks) == 0 || m.h >= enoughRows || m.w < screen.LeastWidth || m.h < screen.LeastHeight {
		return false
	}
	of := hidingOf{screen: m.current, run: m.s.Run, shown: len(m.s.Visible())}
	of.w, of.h = m.view().BodySize()
	for _, i := range m.s.Visible() {
		if _, scene := m.s.Shown(i); scene != nil {
			of.drawn++
		}
	}
	if m.hiding.of != of {
		parts := map[string]bool{}
		for _, s := range m.DrawScreen(chart.New(of.w, of.h, m.options.Terminal)).Found {
			parts[s.Part] = true
		}
		m.hiding = hiding{of, parts["objective"] && parts["cost"] != parts["acquisition"]}
	}
	return m.hiding.hides
}
