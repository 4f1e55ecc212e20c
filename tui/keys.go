package tui

import (
	"slices"

	"farsight/tui/screen"
)

// globals are the global keys as far as the screen leaves them and they can do
// something now.
func (m *Model) globals(a screen.About) []screen.Binding {
	out := make([]screen.Binding, 0, len(a.Globals))
	for _, b := range a.Globals {
		if m.usable(b.Act) && !taken(b, a.Keys) {
			out = append(out, b)
		}
	}
	return out
}

// taken tells whether a screen's own keys do what a global one does, or have all
// of its keys.
func taken(b screen.Binding, own []screen.Binding) bool {
	free := len(b.Keys)
	for _, o := range own {
		if o.Act == b.Act {
			return true
		}
		for _, k := range b.Keys {
			if slices.Contains(o.Keys, k) {
				free--
			}
		}
	}
	return free <= 0
}

// smallest height of a window whose columns hold all three charts.
const allCharts = 27

// usable tells whether a global action can do something now.
func (m *Model) usable(a screen.Action) bool {
	switch a {
	case screen.ActForward, screen.ActBack, screen.ActHome, screen.ActEnd, screen.ActPlay, screen.ActFaster, screen.ActSlower, screen.ActWhole:
		return len(m.s.Tracks) > 0 && !m.s.IsLive() // a study is at its present
	case screen.ActSwap, screen.ActPace:
		return len(m.s.Tracks) > 1
	case screen.ActPolicies:
		return len(m.s.Tracks) > 2
	case screen.ActAxis, screen.ActThrough:
		return m.s.Problem.Dim() > 1
	case screen.ActCost:
		return len(m.s.Tracks) > 0 && m.h < allCharts
	case screen.ActTree:
		return m.has("tree")
	case screen.ActMap:
		return m.has("map")
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
