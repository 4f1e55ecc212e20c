package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/player"
	"farsight/tui/record"
)

// recordTour records a tour for a format.
func (f *exportFlags) recordTour(cmd *cobra.Command, name string, o tui.Options, take record.Take, e exporter) (recording, error) {
	if err := f.checkTour(cmd, name, e); err != nil {
		return recording{}, usageMistake(err)
	}
	t, err := findTour(name)
	if err != nil {
		return recording{}, err
	}
	rec := recording{title: sanitize.Text(t.Title), lead: sanitize.Text(t.Note)}
	shots := tourShots(cmd, take)
	shots.Doubts = f.take
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
	if !e.hints && !take.Captions { // the line of keys means nothing on paper
		for i := range rec.frames {
			paper := chart.Rect{W: take.W, H: take.H - 1}
			rec.frames[i].Canvas = rec.frames[i].Canvas.Sub(paper)
		}
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

// tourOnly names a flag that is about problems: a tour says itself what is run.
func tourOnly(cmd *cobra.Command, name string) (stray error) {
	of := &cobra.Command{}
	new(problemFlags).Add(of)
	of.Flags().VisitAll(func(g *pflag.Flag) {
		if cmd.Flags().Changed(g.Name) && stray == nil {
			stray = fmt.Errorf("%s is a tour: its scenes say what is run; leave out --%s", sanitize.Text(name), g.Name)
		}
	})
	return stray
}

// checkTour names what a tour has no use for.
func (f *exportFlags) checkTour(cmd *cobra.Command, name string, e exporter) error {
	stray := tourOnly(cmd, name)
	switch {
	case stray != nil:
		return stray
	case cmd.Flags().Changed("step") && f.step == 0:
		return errors.New("a tour's frames are counted from 1, as they are on the screen; got --step 0")
	case e.numbers:
		return fmt.Errorf("a tour has no numbers of its own for %s; export its problems, such as myopia", e.name)
	case f.layout != "" || f.screen != "":
		return errors.New("a tour's scenes say which screens they show; leave out --layout and --screen")
	}
	return nil
}
