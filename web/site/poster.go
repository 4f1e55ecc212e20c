package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/player"
	"farsight/tui/record"
	"farsight/tui/session"
	"farsight/tui/theme"
	"farsight/tui/tour"
	"farsight/web/front"
)

// exhibit is something a site has a page of, which is seen before the program has
// come and where none can run: a picture of the explorer on it, and words.
type exhibit struct {
	name  string // of its page and its pictures
	kind  string // of problem, as the gallery groups them; "": no problem
	title string
	lead  string // a paragraph
	link  string // what the explorer opens
	said  string // what is seen, for those who do not see it
	story []byte // all of it as a page of pictures and words; nil: there is none
	scene int    // of a tour of so many; 0: it is none
	of    int

	desk, phone picture.Frame
	posed       map[string][]picture.Frame // by screen: a problem at every step
}

// shot is the size of a picture in cells.
type shot struct{ w, h int }

// The sizes of pictures: one that can be read as a preview of a link, in the
// gallery and across a window, and one for phones held upright.
var (
	deskShot  = shot{100, 27}
	phoneShot = shot{60, 40}
)

// Cells of a preview in pixels: 1200 by 624 is what those who show previews ask for.
const previewWidth, previewHeight = 12, 24

// themes are the two that visitors have.
func themes() (dark, light theme.Theme) {
	dark, _ = theme.Named("dark")
	light, _ = theme.Named("light")
	return dark, light
}

// exhibits draws all there is to see: the course's own problems first, then the
// scenarios, the tours and the map of problems.
func exhibits(ctx context.Context, o Options, c course) ([]exhibit, error) {
	var out []exhibit
	for i, path := range o.Problems {
		p, err := problemfile.Load(path)
		if err != nil {
			return nil, err
		}
		own := c.Problems[i]
		e := exhibit{name: fmt.Sprintf("course-%d", i+1), kind: "course", link: front.Link{Name: own.Name, File: own.Text}.String()}
		if err := e.problem(ctx, p, filepath.Base(path), nil); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	shared := session.NewShared(0)
	for _, s := range builtin.List() {
		if len(o.Only) > 0 && !slices.Contains(o.Only, s.Name) {
			continue
		}
		p, err := shared.Load(s.Name, 0)
		if err != nil {
			return nil, err
		}
		e := exhibit{name: s.Name, kind: s.Kind, link: front.Link{Scenario: s.Name}.String()}
		if err := e.problem(ctx, p, s.Name, shared); err != nil {
			return nil, err
		}
		if s.Kind == "teaching" && p.Theorem == nil {
			if err := e.poses(ctx, p, s.Name, shared); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	var err error
	for _, name := range []string{tour.Default, tour.Long} {
		e := exhibit{name: name, link: front.Link{Tour: name}.String()}
		t := tour.Builtin(name)
		if err := e.tour(ctx, t); err != nil {
			return nil, err
		}
		if name == tour.Default && len(o.Only) == 0 {
			if e.story, err = story(ctx, t); err != nil {
				return nil, err
			}
		}
		scenes, err := scenes(ctx, name, t, len(o.Only) > 0)
		if err != nil {
			return nil, err
		}
		out = append(append(out, e), scenes...)
	}
	e := exhibit{name: "map", link: front.Link{Map: true}.String()}
	err = e.atlas(ctx)
	return append(out, e), err
}

// problem draws the explorer as it opens on a problem: before the first step, so
// that one decision of each policy is all there is to compute.
func (e *exhibit) problem(ctx context.Context, p *scenarios.Problem, name string, shared *session.Shared) error {
	o := explorer(p, name, shared)
	o.Settings = study.Settings{Limit: 1}
	e.title = cmp.Or(sanitize.Text(p.Title), sanitize.Text(p.Name))
	return e.draw(func(s shot) (picture.Frame, error) {
		f, lead, err := taken(ctx, o, s, "", 0)
		e.lead = lead
		return f, err
	})
}

// explorer is the one that is drawn.
func explorer(p *scenarios.Problem, name string, shared *session.Shared) tui.Options {
	dark, _ := themes()
	return tui.Options{Problem: p, Name: name, Policies: session.UsualPolicies(p), Shared: shared, Theme: dark, Load: builtin.Load}
}

// taken is a picture of the explorer at a step of a screen, and what it is about.
func taken(ctx context.Context, o tui.Options, s shot, screen string, step int) (picture.Frame, string, error) {
	_, light := themes()
	r, err := record.New(ctx, o, record.Take{W: s.w, H: s.h, Screen: screen, Step: step, Twin: light})
	if err != nil {
		return picture.Frame{}, "", fmt.Errorf("a picture of %s: %w", sanitize.Text(o.Name), err)
	}
	defer r.Close()
	frames, err := r.Frames()
	if err != nil {
		return picture.Frame{}, "", fmt.Errorf("a picture of %s: %w", sanitize.Text(o.Name), err)
	}
	return withoutKeys(frames[0], s), r.Lead(), nil
}

// posedScreens are those that a problem is drawn on at every step, the first one first.
var posedScreens = []string{"compare", "focus", "tree"}

// poses draws a problem at every step, for links to it.
func (e *exhibit) poses(ctx context.Context, p *scenarios.Problem, name string, shared *session.Shared) error {
	e.posed = map[string][]picture.Frame{}
	for _, screen := range posedScreens {
		for step := 0; ; step++ {
			f, _, err := taken(ctx, explorer(p, name, shared), deskShot, screen, step)
			var past record.TakeError
			if errors.As(err, &past) && step > 0 {
				break
			} else if err != nil {
				return err
			}
			e.posed[screen] = append(e.posed[screen], f)
		}
	}
	return nil
}

// scenes are the frames of a tour as pages of their own; few: only two of them.
func scenes(ctx context.Context, name string, t *tour.Tour, few bool) (out []exhibit, err error) {
	dark, light := themes()
	for _, s := range []shot{deskShot, phoneShot} {
		shots := player.Shots{W: s.w, H: s.h - 1, Captions: true, Twin: light} // there is no line of keys
		if few {
			shots.To = 2
		}
		frames, err := player.Frames(ctx, t, tui.Options{Theme: dark}, shots)
		if err != nil {
			return nil, fmt.Errorf("the scenes of the tour: %w", err)
		}
		for i, f := range frames {
			if s == phoneShot {
				out[i].phone = f
				continue
			}
			out = append(out, exhibit{
				name: fmt.Sprintf("%s%s-%d", scenePrefix, name, i+1), link: front.Link{Tour: name, Frame: i + 1}.String(),
				title: sanitize.Text(t.Title) + " " + f.Title, lead: strings.Join(said(f), " "), scene: i + 1, of: len(frames), desk: f,
			})
		}
	}
	return out, nil
}

// scenePrefix begins the names of scenes; poster.js makes the same.
const scenePrefix = "scene-"

// tour draws the first frame of a tour.
func (e *exhibit) tour(ctx context.Context, t *tour.Tour) error {
	dark, light := themes()
	e.title, e.lead = sanitize.Text(t.Title), strings.Join(strings.Fields(sanitize.Text(t.Note)), " ")
	return e.draw(func(s shot) (picture.Frame, error) {
		frames, err := player.Frames(ctx, t, tui.Options{Theme: dark}, player.Shots{W: s.w, H: s.h, From: 1, To: 1, Twin: light})
		if err != nil {
			return picture.Frame{}, fmt.Errorf("a picture of the tour: %w", err)
		}
		return withoutKeys(frames[0], s), nil
	})
}

// storyShot is the size of a story's pictures.
var storyShot = shot{120, 40}

// story is a tour as a page to be read: every frame with its words. It needs no
// program, and no script.
func story(ctx context.Context, t *tour.Tour) ([]byte, error) {
	dark, light := themes()
	frames, err := player.Frames(ctx, t, tui.Options{Theme: dark}, player.Shots{W: storyShot.w, H: storyShot.h, Captions: true, Twin: light})
	if err != nil {
		return nil, fmt.Errorf("the story of the tour: %w", err)
	}
	var b bytes.Buffer
	err = picture.HTML(&b, picture.Page{Title: sanitize.Text(t.Title), Lead: sanitize.Text(t.Note), Frames: frames, Dark: dark, Light: light})
	return b.Bytes(), err
}

// atlas draws the map of problems.
func (e *exhibit) atlas(ctx context.Context) error {
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		return err
	}
	dark, light := themes()
	e.title = "The map of problems: when does looking ahead pay?"
	e.lead = "Problems drawn by the hundred, by what an evaluation costs and what the budget is worth: where a policy that looks ahead ends better than the best rule that does not, and where it does not."
	return e.draw(func(s shot) (picture.Frame, error) {
		var f picture.Frame
		for _, way := range []struct {
			theme theme.Theme
			into  *chart.Still
		}{{dark, &f.Canvas}, {light, &f.Light}} {
			o := tui.Options{Theme: way.theme, Settings: study.Settings{Limit: experiment.MapEvaluations}, Atlas: &atlas.Options{Rows: rows, Policy: experiment.MapPolicy}, Load: builtin.Load}
			c, err := tui.Still(ctx, o, s.w, s.h)
			if err != nil {
				return f, fmt.Errorf("a picture of the map of problems: %w", err)
			}
			*way.into = c.Still()
		}
		return withoutKeys(f, s), nil
	})
}

// draw takes the pictures of all sizes.
func (e *exhibit) draw(draw func(shot) (picture.Frame, error)) error {
	for _, one := range []struct {
		shot shot
		into *picture.Frame
	}{{deskShot, &e.desk}, {phoneShot, &e.phone}} {
		f, err := draw(one.shot)
		if err != nil {
			return err
		}
		*one.into = f
	}
	e.said = strings.Join(said(e.desk), " ")
	return nil
}

// withoutKeys is a frame without the line of keys: there is nothing to press yet.
func withoutKeys(f picture.Frame, s shot) picture.Frame {
	all := chart.Rect{W: s.w, H: s.h - 1}
	f.Canvas, f.Light = f.Canvas.Sub(all), f.Light.Sub(all)
	return f
}

// said is what is said of a frame.
func said(f picture.Frame) (out []string) {
	if f.Said != "" {
		out = append(out, f.Said)
	}
	for _, p := range f.Parts {
		if p.Caption != "" {
			out = append(out, strings.TrimPrefix(p.Head+": ", ": ")+p.Caption)
		}
	}
	return out
}

// pictures are the files of an exhibit's pictures.
func (e *exhibit) pictures(into map[string][]byte) error {
	if err := drawnAs(into, e.name, e.title, e.desk); err != nil {
		return err
	}
	if err := drawnAs(into, e.name+"-phone", e.title, e.phone); err != nil {
		return err
	}
	for screen, frames := range e.posed {
		for step, f := range frames {
			if err := drawnAs(into, fmt.Sprintf("%s-%s-%d", e.name, screen, step), e.title, f); err != nil {
				return err
			}
		}
	}
	dark, _ := themes()
	var b bytes.Buffer
	err := picture.PNG(&b, e.desk.Canvas, picture.Options{Background: dark.Background, Foreground: dark.Text, CellWidth: previewWidth, CellHeight: previewHeight})
	into[pictures+"/"+e.name+".png"] = b.Bytes()
	return err
}

// drawnAs writes a frame in dark and light.
func drawnAs(into map[string][]byte, name, title string, f picture.Frame) error {
	dark, light := themes()
	for _, one := range []struct {
		ending string
		canvas chart.Still
		theme  theme.Theme
	}{{".svg", f.Canvas, dark}, {"-light.svg", f.Light, light}} {
		var b bytes.Buffer
		if err := picture.SVG(&b, one.canvas, picture.Options{Background: one.theme.Background, Foreground: one.theme.Text, Title: title, Mute: true}); err != nil {
			return err
		}
		into[pictures+"/"+name+one.ending] = b.Bytes()
	}
	return nil
}
