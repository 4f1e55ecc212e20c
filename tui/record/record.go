// Package record records the explorer without a terminal: frames, figures and the
// numbers behind them. The same recording is the same each time.
//
//	record.go  the Recorder: an explorer that computes all it shows
//	frames.go  its frames, with the words that go with them
//	figure.go  the layout of the paper's figure 2
//	data.go    the numbers, as JSON and CSV; schema.go what they are called
package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/luck"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Sizes of a recording's frames, in characters.
const (
	LeastWidth, LeastHeight = screen.LeastWidth, screen.LeastHeight
	MostWidth, MostHeight   = 240, 70
)

// recorder is an explorer without a terminal and without a clock. Everything it
// shows is computed when it is shown, and the same each time.
type recorder struct {
	ctx    context.Context
	m      *tui.Model
	se     *session.Session // the model's
	take   Take
	study  bool         // a study, which has one step
	run    int          // the model's run that ends with ctx
	stop   func() bool  // lets it live
	canvas chart.Canvas // of the last frame
}

// New opens the explorer and computes the replays. Close it.
func New(ctx context.Context, o tui.Options, take Take) (*recorder, error) {
	live := o.Live
	o.Live = nil // the screen of a study asks, which writes; a recording only looks
	o.Picture = true
	m := tui.New(o)
	r := &recorder{ctx: ctx, m: m, se: m.Session(), take: take, study: live != nil}
	r.se.Draws = take.Draws
	r.se.Still, r.se.Whole = true, take.Step == AllSteps // frames that follow each other share their axes
	m.Update(tea.WindowSizeMsg{Width: take.W, Height: take.H})
	if err := r.open(live); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// open computes the replays, or takes a study's current state.
func (r *recorder) open(live *study.Live) error {
	if live == nil {
		if err := r.drain(r.m.Init()); err != nil {
			return err
		}
		if r.m.Shown().Name() == atlas.Name {
			return nil // it has no replay
		}
		return r.show(cmp.Or(r.take.Screen, r.m.Shown().Name()))
	}
	snap, err := live.SnapshotAt(r.ctx, 0)
	if err != nil {
		return err
	}
	snap = session.Measured(snap)
	key := r.se.SceneKey(snap.Step)
	r.se.Feed(snap, session.NewScene(&snap, key))
	r.se.Step = snap.Step
	return r.show(cmp.Or(r.take.Screen, "focus"))
}

// Close ends the recorder.
func (r *recorder) Close() {
	if r.stop != nil {
		r.stop()
	}
	r.m.Close()
}

// drain runs commands and what follows from them until none is left.
func (r *recorder) drain(cmds ...tea.Cmd) error {
	told := map[int]int{}
	err := tui.Drain(r.m, func() error {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.watch()
		for i, t := range r.se.Tracks {
			if last := t.Last() + 1; r.take.Progress != nil && t.Busy() && told[i] <= last {
				r.take.Progress(t.Title(), last)
				told[i] = last + 1
			}
		}
		return nil
	}, cmds...)
	if err != nil {
		return err
	}
	for _, t := range r.se.Tracks {
		if t.Err() != nil {
			return fmt.Errorf("%s: %w", t.Title(), t.Err())
		}
	}
	return r.ctx.Err()
}

// watch ends the model's work with ctx: a decision can take long.
func (r *recorder) watch() {
	if r.run == r.se.Run {
		return
	}
	if r.stop != nil {
		r.stop()
	}
	r.run, r.stop = r.se.Run, context.AfterFunc(r.ctx, r.se.Close)
}

// show goes to a screen.
func (r *recorder) show(name string) error {
	names := r.m.Screens()
	if slices.Contains(names, name) {
		cmds := []tea.Cmd{r.stand(name)}
		if name == luck.Name { // which computes only when asked
			cmds = append(cmds, func() tea.Msg { return luck.BeginMsg{} })
		}
		return r.drain(cmds...)
	}
	hint := ""
	if n, ok := mistake.Nearest(name, names); ok {
		hint = fmt.Sprintf(" (did you mean %q?)", n)
	}
	return takeErrorf("there is no screen %q%s of %s: there are %s", name, hint, sanitize.Text(r.se.Problem.Name), strings.Join(names, ", "))
}

// stand shows a screen with the settings of the take.
func (r *recorder) stand(name string) tea.Cmd {
	return r.m.Stand(tui.Pose{Screen: name, Captioned: r.take.Captions})
}

// move has the screen show where the session is now, with all that it needs.
func (r *recorder) move() error { return r.drain(r.stand(r.m.Shown().Name())) }

// Title names what is recorded.
func (r *recorder) Title() string {
	var names []string
	for _, t := range r.se.Tracks {
		names = append(names, t.Title())
	}
	name := cmp.Or(sanitize.Text(r.se.Problem.Name), r.m.Shown().Name())
	if len(names) == 0 {
		return name
	}
	return name + ": " + list(names)
}

// list joins names with commas and an and.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Lead introduces the problem in a paragraph.
func (r *recorder) Lead() string {
	p := r.se.Problem
	lead := sanitize.Text(p.Title)
	if p.Constructed {
		lead += " (constructed example)"
	}
	if note := strings.Join(strings.Fields(sanitize.Text(p.Note)), " "); note != "" {
		lead += ". " + note
	}
	return lead
}

// lastStep is the last step of any policy's replay.
func (r *recorder) lastStep() int {
	last := 0
	for _, t := range r.se.Tracks {
		last = max(last, t.Snaps()[t.Last()].Step)
	}
	return last
}
