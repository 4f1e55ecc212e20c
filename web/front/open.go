package front

import (
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/player"
	"farsight/tui/predict"
	"farsight/tui/session"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// Course is the content added by the author of the page.
type Course struct {
	Problems []File
	Tour     *File // nil: the built-in one alone
}

// File is a file by its name.
type File struct{ Name, Text string }

// touring is a tour on the screen.
type touring struct {
	*player.Guide
	name string
}

// options are what all explorers of the page have in common.
func (f *Front) options() tui.Options {
	motion := "off"
	if f.motion {
		motion = "on"
	}
	return tui.Options{
		Settings: study.Settings{Workers: 1}, Background: f.scheduler, Load: f.load,
		Theme: themed(f.dark), Adapt: themed, Motion: motion, Mouse: true,
		Out: clipboard{f.host}, Save: f.save, Keys: elsewhere,
	}
}

// elsewhere lists the features that a page does not have, and where they are.
var elsewhere = [][2]string{
	{"not here", "commands, experiments, rooms over SSH, problems that run a program:"},
	{"", "they are in the program; install Go, and in Farsight's folder: go run ."},
}

// themed is the theme for the visitor's preference.
func themed(dark bool) theme.Theme {
	name := "light"
	if dark {
		name = "dark"
	}
	th, _ := theme.Named(name)
	return th
}

// load finds a problem by its name: a scenario's, or a file's of those who made
// the page or of the visitor's.
func (f *Front) load(name string, seed uint64) (*scenarios.Problem, error) {
	if slices.Contains(builtin.Names(), name) {
		return builtin.Load(name, seed)
	}
	if _, p := f.edited.named(name); p != nil {
		return p, nil
	}
	text, ok := f.file(name)
	if !ok {
		return nil, fmt.Errorf("%q is neither a scenario nor a file of this page; open a file of yours beside the explorer", sanitize.Text(name))
	}
	return parse(name, text)
}

// file is the text of a file of the page.
func (f *Front) file(name string) (string, bool) {
	if text, p := f.edited.named(name); p != nil {
		return text, true
	}
	for _, p := range f.course.Problems {
		if p.Name == name {
			return p.Text, true
		}
	}
	return "", false
}

// errCommand says why a page does not evaluate by a command.
var errCommand = errors.New("it is evaluated by running a program, and a page runs none; in a terminal: farsight explore FILE --allow-commands")

// parse reads a problem's text. Relative file names start from where the page
// keeps the files it came with.
func parse(name, text string) (*scenarios.Problem, error) {
	p, err := problemfile.Parse(name, []byte(text), courseFolder)
	switch {
	case err != nil:
		return nil, err
	case p.Permission() != nil:
		return nil, errCommand
	}
	return p, nil
}

// courseFolder holds the files added to the page.
const courseFolder = "/course"

// show shows something instead of what is shown.
func (f *Front) show(s Shown, explorer *tui.Model, on *touring) {
	if f.shown != nil {
		f.shown.Close()
	}
	f.leaveStudy(s)
	f.opened++
	f.shown, f.explorer, f.tour, f.pending = s, explorer, on, pending{}
	f.awaited, f.closed = "", closed{}
	f.update(tea.WindowSizeMsg{Width: f.w, Height: f.h})
	f.run(s.Init())
	f.stale = true
}

// openProblem opens an explorer on a problem; a budget other than 0 is instead of
// the problem's.
func (f *Front) openProblem(p *scenarios.Problem, name string, policies []policy.Policy, seed uint64, budget float64) *tui.Model {
	o := f.options()
	o.Altered.Budget = budget
	if policies == nil {
		policies = session.UsualPolicies(p)
	}
	o.Problem, o.Name, o.Policies, o.Settings.Seed = p, name, policies, seed
	m := tui.New(o)
	f.show(m, m, nil)
	return m
}

// openMap opens the map of problems.
func (f *Front) openMap() error {
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		return err
	}
	o := f.options()
	o.Atlas, o.Settings.Limit = &atlas.Options{Rows: rows, Policy: experiment.MapPolicy}, experiment.MapEvaluations
	m := tui.New(o)
	f.show(m, m, nil)
	return nil
}

// openTour opens a tour: a built-in one, or that of the page's makers.
func (f *Front) openTour(name string, frame int, presenter bool) error {
	var t *tour.Tour
	if c := f.course.Tour; c != nil && name == c.Name {
		var err error
		if t, err = tour.Parse(c.Name, []byte(c.Text), courseFolder); err != nil {
			return err
		}
	} else {
		if !tour.IsBuiltin(name) {
			name = tour.Default
		}
		t = tour.Builtin(name)
	}
	if frame < 0 || frame > t.Frames() {
		return player.NoFrameError{Last: t.Frames()}
	}
	if f.explorer != nil {
		f.before = f.state()
	}
	on := &touring{player.New(player.Options{Tour: t, Presenter: presenter, Frame: frame, Explorer: f.options()}), name}
	f.show(on, nil, on)
	return nil
}

// quit leaves what is shown: a tour for what was shown before it.
func (f *Front) quit() {
	if f.tour == nil {
		f.host.Send(Message{"t": "note", "text": "There is nothing to quit here: close the tab to leave. Nothing is kept but what you saved."})
		return
	}
	if err := f.openLink(f.before); err != nil {
		f.complain(err)
	}
}

// playable reports whether the game can be played on a problem.
func playable(p *scenarios.Problem) error {
	if predict.Playable(p) {
		return nil
	}
	return fmt.Errorf("%s cannot be played: its points are not evaluated here", sanitize.Text(p.Name))
}
