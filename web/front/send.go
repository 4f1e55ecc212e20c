package front

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"time"

	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// Cells are drawn at this size; the page scales the whole.
const cellWidth, cellHeight, tallCell = 10, 20, 24

// draw sends changes to the page, no more often than it can show them.
func (f *Front) draw() {
	if !f.stale || f.shown == nil || time.Since(f.last) < framePeriod {
		return
	}
	f.stale, f.last = false, time.Now()
	th, height := themed(f.dark), cellHeight
	if f.tall {
		height = tallCell
	}
	f.differ.Options = picture.Options{Background: th.Background, Foreground: th.Text, CellWidth: cellWidth, CellHeight: height}
	c := f.differ.Draw(f.shown.Frame().Still())
	heard := f.describe()
	if c.Empty() && heard == f.heard && f.frames > 0 {
		return
	}
	f.frames++
	pieces := make([]any, len(c.Pieces))
	for i, p := range c.Pieces {
		pieces[i] = map[string]any{"id": p.ID, "svg": p.SVG}
	}
	m := Message{
		"t": "frame", "n": f.frames, "w": f.w, "h": f.h, "background": hex(th.Background), "foreground": hex(th.Text),
		"cell": map[string]any{"w": cellWidth, "h": height}, "pieces": pieces, "gone": texts(c.Gone), "order": nil,
		"title": heard.title, "place": heard.place, "said": heard.text, "link": heard.link,
		"closed": map[string]any{"link": heard.closed.link, "why": heard.closed.why},
	}
	if c.Order != nil {
		m["order"] = texts(c.Order)
	}
	f.addControls(m)
	f.heard = heard
	f.host.Send(m)
}

// addControls adds what the page's own controls follow.
func (f *Front) addControls(m Message) {
	tabs := []any{}
	if f.explorer == nil {
		m["tabs"], m["screen"] = tabs, ""
		return
	}
	for _, t := range f.explorer.Tabs() {
		tabs = append(tabs, map[string]any{"title": t.Name, "key": t.Key, "on": t.On})
	}
	se := f.explorer.Session()
	m["tabs"], m["playing"], m["typing"], m["problem"], m["screen"] = tabs, se.Playing, f.explorer.Typing(), se.Name, f.explorer.Shown().Name()
	m["grip"] = f.grip()
}

// grip is where a finger drags something instead of stepping, in cells; nil: nowhere.
func (f *Front) grip() any {
	s, ok := f.explorer.Shown().(interface{ Grip(screen.View) chart.Rect })
	if !ok {
		return nil
	}
	v := f.explorer.ScreenView()
	r, body := s.Grip(v), screen.Arrange(v.W, v.H).Spare(v.CrossRows).Body
	if r.Empty() {
		return nil
	}
	return map[string]any{"x": body.X + r.X, "y": body.Y + r.Y, "w": r.W, "h": r.H}
}

func hex(c chart.Color) string {
	r, g, b := c.RGB()
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

func texts(all []string) []any {
	out := make([]any, len(all))
	for i, s := range all {
		out[i] = s
	}
	return out
}

// introduce sends the page the list of what it offers.
func (f *Front) introduce() {
	scenarios := []any{}
	for _, e := range builtin.List() {
		scenarios = append(scenarios, map[string]any{"name": e.Name, "kind": e.Kind, "title": sanitize.Text(e.Title)})
	}
	problems := []any{}
	for _, c := range f.course.Problems {
		problems = append(problems, c.entry())
	}
	policies := []any{}
	for _, k := range policy.All() {
		policies = append(policies, map[string]any{"id": k.ID, "title": k.Title})
	}
	f.host.Send(Message{"t": "ready", "scenarios": scenarios, "problems": problems, "tours": f.tours(), "policies": policies, "screens": texts(f.screens())})
}

// tours are those of the page's makers first.
func (f *Front) tours() []any {
	out := []any{}
	if c := f.course.Tour; c != nil {
		out = append(out, c.entry())
	}
	return append(out, map[string]any{"name": tour.Default, "title": tour.BuiltinTitle(tour.Default)})
}

// entry is a file as a list shows it.
func (c File) entry() any {
	return map[string]any{"name": c.Name, "title": cmp.Or(tomlfile.Title([]byte(c.Text)), sanitize.Text(c.Name))}
}

// screens are those of the explorer shown.
func (f *Front) screens() []string {
	if f.explorer == nil {
		return nil
	}
	return f.explorer.Names()
}

// complain sends an error to the page.
func (f *Front) complain(err error) {
	f.host.Send(Message{"t": "note", "text": sanitize.Text(err.Error())})
}

// save offers the visitor a picture for download.
func (f *Front) save(stem, ext string, data []byte) (string, error) {
	name := stem + ext
	f.host.Send(Message{"t": "file", "name": name, "type": "image/svg+xml", "bytes": data})
	return name, nil
}

// clipboard takes what a terminal would be sent to copy.
type clipboard struct{ host Host }

func (c clipboard) Write(p []byte) (int, error) {
	const begin, end = "\x1b]52;c;", "\a"
	if packed, ok := bytes.CutPrefix(p, []byte(begin)); ok {
		if text, err := base64.StdEncoding.DecodeString(string(bytes.TrimSuffix(packed, []byte(end)))); err == nil {
			c.host.Send(Message{"t": "copy", "text": string(text)})
		}
	}
	return len(p), nil
}
