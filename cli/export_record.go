package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/player"
	"farsight/tui/record"
)

// recording is what is exported, whatever it was made from.
type recording struct {
	title, lead string
	frames      []picture.Frame // of formats that show something
	data        record.Data     // of the others
}

// recording runs what is exported.
func (f *exportFlags) recording(cmd *cobra.Command, name string, e exporter, take record.Take, l exportLook) (recording, error) {
	var o tui.Options
	var err error
	if !isTour(name) {
		if f.strict {
			return recording{}, usagef("--strict is about what tours claim, and %s is none", sanitize.Text(name))
		}
		if name == theMap {
			o, err = f.mapSource(cmd, e)
		} else {
			o, err = f.source(cmd, name)
		}
		if err != nil {
			return recording{}, err
		}
	}
	o.Theme, o.Terminal = l.theme, l.terminal
	if e.name == "html" {
		o.Theme, take.Twin = l.dark, l.light
	}
	if isTour(name) {
		return f.recordTour(cmd, name, o, take, e)
	}
	take.Progress = slowly(cmd)
	return recordProblem(cmd, o, take, e, f.layout)
}

// theMap is what the map of problems is exported by.
const theMap = "map"

// mapSource is the map of problems that ships, with the policy asked for.
func (f *exportFlags) mapSource(cmd *cobra.Command, e exporter) (tui.Options, error) {
	wrong := stray(cmd, func(name string) bool {
		return !slices.Contains([]string{"format", "out", "force", "size", "policy", "theme", "glyphs"}, name)
	})
	switch {
	case wrong != "":
		return tui.Options{}, usagef("the map of problems has no use for --%s", wrong)
	case e.numbers:
		return tui.Options{}, usagef("the numbers of the map are written by: farsight map --json")
	case len(f.policies) > 1:
		return tui.Options{}, usagef("the map shows one policy: give --policy once")
	}
	rows, err := mapRows("")
	if err != nil {
		return tui.Options{}, err
	}
	label, err := mapChoice(rows, strings.Join(f.policies, ""))
	if err != nil {
		return tui.Options{}, usageMistake(err)
	}
	return tui.Options{Atlas: &atlas.Options{Rows: rows, Policy: label}}, nil
}

// source finds what is exported.
func (f *exportFlags) source(cmd *cobra.Command, name string) (tui.Options, error) {
	l, err := f.openIfStudy(cmd, name)
	if err != nil {
		return tui.Options{}, err
	}
	if l != nil {
		if err := fixedInStudy(cmd, name); err != nil {
			return tui.Options{}, err
		}
		return tui.Options{Problem: l.Problem(), Name: name, Policies: []policy.Policy{l.Policy()}, Live: l}, nil
	}
	p, policies, err := f.alteredProblem(cmd, name)
	switch {
	case err != nil:
		return tui.Options{}, err
	case p.IsManual():
		return tui.Options{}, fmt.Errorf("%s is measured by a person: there is nothing to replay. Make a study of it and export that:\n  farsight study new %s lab.study", sanitize.Text(p.Name), shellArgument(name))
	}
	return tui.Options{Problem: p, Name: name, Policies: policies, Settings: f.settings(), Load: loadProblem}, nil
}

// recordProblem runs the explorer for a format.
func recordProblem(cmd *cobra.Command, o tui.Options, take record.Take, e exporter, layout string) (recording, error) {
	r, err := record.New(cmd.Context(), o, take)
	if err != nil {
		return recording{}, err
	}
	defer r.Close()
	rec := recording{title: r.Title(), lead: r.Lead()}
	switch {
	case e.numbers:
		rec.data, err = r.Data()
		return rec, err
	case layout == "figure2":
		f, err := r.Figure2()
		rec.frames = []picture.Frame{f}
		return rec, err
	}
	if rec.frames, err = r.Frames(); err != nil {
		return rec, err
	}
	if e.one && len(rec.frames) > 1 {
		return rec, usagef("a picture shows one policy or two, three side by side from 160 columns on, four from 220; choose with --policy, or take --layout figure2")
	}
	if e.one {
		rec.title += ". " + rec.frames[0].Title
	}
	if !e.hints {
		rec.withoutKeys(take)
	}
	return rec, nil
}

// withoutKeys takes the line of keys off, which means nothing on paper.
func (rec recording) withoutKeys(take record.Take) {
	paper := chart.Rect{W: take.W, H: take.H - 1}
	for i := range rec.frames {
		f := &rec.frames[i]
		f.Canvas, f.Light = f.Canvas.Sub(paper), f.Light.Sub(paper)
	}
}

// slowly reports on stderr what is being decided, at most every two seconds.
func slowly(cmd *cobra.Command) func(policy string, step int) {
	tell := seldom(cmd, 2*time.Second)
	return func(policy string, step int) { tell("%s: deciding step %d …\n", policy, step+1) }
}

// recordTour records a tour for a format.
func (f *exportFlags) recordTour(cmd *cobra.Command, name string, o tui.Options, take record.Take, e exporter) (recording, error) {
	if err := f.checkTour(cmd, name, e); err != nil {
		return recording{}, usageMistake(err)
	}
	t, err := loadTour(name)
	if err != nil {
		return recording{}, err
	}
	rec := recording{title: sanitize.Text(t.Title), lead: sanitize.Text(t.Note)}
	shots := tourShots(cmd, take)
	shots.Mistakes = f.take
	rec.frames, err = player.Frames(cmd.Context(), t, o, shots)
	if missing := (player.NoFrameError{}); errors.As(err, &missing) {
		return rec, usageMistake(err)
	} else if err != nil {
		return rec, err
	}
	if err := f.end(cmd); err != nil {
		return rec, err
	}
	if e.one {
		rec.title += ": " + rec.frames[0].Title
	}
	if !e.hints && !take.Captions {
		rec.withoutKeys(take)
	}
	return rec, nil
}

// tourShots are the frames of a tour that a take asks for by its steps.
func tourShots(cmd *cobra.Command, take record.Take) player.Shots {
	s := player.Shots{W: take.W, H: take.H, Captions: take.Captions, Twin: take.Twin, Progress: tourProgress(cmd)}
	switch {
	case take.Step >= 0:
		s.From, s.To = take.Step, take.Step
	case take.Step == record.LastStep:
		s.From, s.To = -1, -1
	}
	return s
}

// checkTour names what a tour has no use for.
func (f *exportFlags) checkTour(cmd *cobra.Command, name string, e exporter) error {
	if err := saidByTour(cmd, name); err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("step") && f.step == 0:
		return errors.New("a tour's frames are counted from 1, as they are on the screen; got --step 0")
	case e.numbers:
		return fmt.Errorf("a tour has no numbers of its own for %s; export its problems, such as myopia", e.name)
	case f.layout != "" || f.screen != "":
		return errors.New("a tour's scenes say which screens they show; leave out --layout and --screen")
	}
	return nil
}
