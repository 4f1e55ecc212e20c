package front

import (
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/tui"
	"farsight/tui/predict"
)

// dispatch handles a message of the page by its type.
func (f *Front) dispatch(m Message) {
	if m.text("t") == "figure" { // an article has no explorer to be started
		f.figure(m)
		return
	}
	if !f.started && m.text("t") != "start" {
		return // a message before the page's size is known
	}
	switch m.text("t") {
	case "start":
		f.start(m)
	case "size":
		f.resize(m)
	case "hidden":
		f.scheduler.hide(m.truth("hidden"))
	case "look":
		f.look(m.truth("dark"))
	case "key":
		if k, ok := key(m.text("key"), m.truth("paste")); ok {
			f.pending = pending{} // a key press overrides a pending link
			f.update(k)
		}
	case "mouse":
		if m.text("kind") == "leave" {
			f.update(tui.PointerLeftMsg{})
		} else if e, ok := mouse(m); ok {
			if e.Action == tea.MouseActionPress {
				f.pending = pending{}
			}
			f.update(e)
		}
	case "link":
		f.follow(m.text("link"))
	case "dismiss":
		f.closed, f.stale = closed{}, true
	case "text":
		f.edit(m.text("name"), m.text("text"))
	case "open":
		if err := f.open(m); err != nil {
			f.complain(err)
		}
	case "source":
		f.source(m.text("name"))
	case "study":
		f.study(m)
	case "say":
		f.heard, f.stale = description{}, true
	}
}

// Bounds of a page's size in cells, so that nothing overflows.
const mostCells = 1000

func (f *Front) resize(m Message) {
	f.sized(m)
	f.update(tea.WindowSizeMsg{Width: f.w, Height: f.h})
}

// sized takes how many cells the page has, and whether they are tall.
func (f *Front) sized(m Message) {
	f.w, f.h = max(1, min(m.integer("w"), mostCells)), max(1, min(m.integer("h"), mostCells))
	f.tall = m.truth("tall")
}

func (f *Front) look(dark bool) {
	f.dark = dark
	f.update(tui.BackgroundMsg{Dark: dark})
}

// start opens what the page was opened on.
func (f *Front) start(m Message) {
	if f.started {
		return
	}
	f.started = true
	f.dark, f.motion = m.truth("dark"), m.text("motion") != "off"
	f.sized(m)
	for _, p := range m.list("problems") {
		f.course.Problems = append(f.course.Problems, File{p.text("name"), p.text("text")})
	}
	if t := m.list("tours"); len(t) > 0 {
		f.course.Tour = &File{t[0].text("name"), t[0].text("text")}
	}
	f.follow(m.text("link"))
	f.draw()
	f.introduce()
}

// follow goes where a link leads.
func (f *Front) follow(fragment string) {
	f.closed, f.stale = closed{}, true
	l, err := ParseLink(fragment)
	if err == nil {
		if f.shown != nil && l.String() == f.state().String() {
			return // the page says where it is already
		}
		err = f.openLink(l)
	}
	if err != nil {
		f.refuse(fragment, err)
	}
}

// refuse says that a link cannot be opened, and shows the first page if nothing is
// shown yet.
func (f *Front) refuse(fragment string, err error) {
	if f.shown == nil {
		if err := f.openLink(Link{Scenario: builtin.First}); err != nil {
			f.complain(err)
		}
	}
	f.awaited, f.closed, f.stale = "", closed{fragment, sanitize.Text(err.Error())}, true
}

// open opens what the page asks for.
func (f *Front) open(m Message) error {
	name := m.text("name")
	switch what := m.text("what"); what {
	case "scenario":
		return f.openLink(Link{Scenario: name})
	case "problem":
		if text := m.text("text"); text != "" {
			f.edit(name, text)
			return nil
		}
		p, err := f.load(name, 0)
		if err == nil {
			f.openProblem(p, name, nil, 0, 0)
		}
		return err
	case "tour":
		return f.openTour(name, 0, m.truth("presenter"))
	case "map":
		return f.openMap()
	case "predict":
		return f.play()
	case "screen":
		return f.showScreen(name)
	default:
		return fmt.Errorf("there is no %q to open", sanitize.Text(what))
	}
}

// play goes to the game of marking points, on the problem that is open.
func (f *Front) play() error {
	if f.explorer == nil {
		if err := f.openLink(f.before); err != nil {
			return err
		}
	}
	if err := playable(f.explorer.Session().Problem); err != nil {
		return err
	}
	return f.showScreen(predict.Name)
}

// showScreen goes to a screen by its name.
func (f *Front) showScreen(name string) error {
	if f.explorer == nil || !slices.Contains(f.explorer.Names(), name) {
		return fmt.Errorf("there is no screen %q here", sanitize.Text(name))
	}
	f.run(f.explorer.Stand(tui.Pose{Screen: name}))
	f.stale = true
	return nil
}

// Names by which the page asks for texts that are no scenario's.
const (
	freshText  = ""       // to start from
	manualText = "manual" // the same where a person measures
	shownText  = "."      // what is explored now
)

// source hands out the text of a problem, to be edited.
func (f *Front) source(name string) {
	text, file, err := f.textOf(name)
	m := Message{"t": "source", "name": name, "text": text, "file": file}
	if err != nil {
		m["why"] = sanitize.Text(err.Error())
	}
	f.host.Send(m)
}

func (f *Front) textOf(name string) (text, file string, err error) {
	var written []byte
	switch {
	case name == freshText:
		written, err = builtin.TemplateText(builtin.Game)
	case name == manualText:
		written, err = builtin.TemplateText(name)
	case name == shownText:
		return f.shownText()
	case slices.Contains(builtin.Names(), name):
		written, err = builtin.Text(name, 0)
		return string(written), name + ".toml", err
	default:
		text, ok := f.file(name)
		if !ok {
			err = fmt.Errorf("there is no problem %q", sanitize.Text(name))
		}
		return text, name, err
	}
	return string(written), unnamed, err
}

// shownText is the text of the problem that is explored.
func (f *Front) shownText() (text, file string, err error) {
	if f.explorer == nil || f.explorer.Session().Base == nil {
		return "", "", errors.New("no problem is open")
	}
	se := f.explorer.Session()
	if text, ok := f.file(se.Name); ok {
		return text, se.Name, nil
	}
	if slices.Contains(builtin.Names(), se.Name) {
		written, err := builtin.Text(se.Name, se.Settings.Seed)
		return string(written), se.Name + ".toml", err
	}
	written, err := problemfile.Format(se.Base)
	return string(written), unnamed, err
}
