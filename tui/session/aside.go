package session

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/workers"
	"farsight/scenarios"
	"farsight/study"
)

// A plan's run may be computed aside, while another is shown, and be shown as a
// whole once it is known: so that a slider changes the charts without a moment in
// which there are none.

// ComputedMsg brings a plan's run, or why there is none.
type ComputedMsg struct {
	Plan    Plan
	Version int // of whoever asked
	Err     error

	problem *scenarios.Problem
	snaps   [][]study.Snapshot // by policy
	scenes  []*Scene           // of the step that will be shown
}

// Compute runs all policies of a plan to their end in the background, unless ctx
// ends before.
func (se *Session) Compute(ctx context.Context, p Plan, version int) tea.Cmd {
	msg := ComputedMsg{Plan: p, Version: version, problem: p.Altered.Of(se.Base)}
	turns, settings := se.Turns(), se.bounded(p.Run)
	at, key := se.place(), se.SceneKey(0)
	return func() tea.Msg {
		msg.snaps, msg.scenes = make([][]study.Snapshot, len(p.Policies)), make([]*Scene, len(p.Policies))
		errs := make([]error, len(p.Policies))
		var wg workers.Group
		for i, q := range p.Policies {
			wg.Go(func() {
				ctx, n, end, err := turns.Share(ctx)
				if err != nil {
					errs[i] = err
					return
				}
				defer end()
				own, key := settings, key
				own.Workers = n
				r, err := study.NewReplay(ctx, msg.problem, q, own, nil)
				if errs[i] = err; err != nil {
					return
				}
				msg.snaps[i] = r.Snapshots
				s := at.in(&Track{snaps: r.Snapshots, done: true})
				key.Step = s.Step
				msg.scenes[i] = NewScene(s, key)
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil && msg.Err == nil {
				msg.Err = err
			}
		}
		return msg
	}
}

// position is where we are, to be found again in another run.
type position struct {
	step    int
	money   float64
	byMoney bool
	end     bool
}

func (se *Session) place() position {
	return position{se.Step, se.Money, se.ByMoney, len(se.Columns) > 0 && se.AtEnd()}
}

// in is what a track shows there.
func (p position) in(t *Track) *study.Snapshot {
	switch {
	case p.end:
		return t.At(t.Last())
	case p.byMoney:
		return t.At(AffordedBy(t, p.money))
	}
	return t.At(p.step)
}

// Show shows a run that was computed aside, where we are now.
func (se *Session) Show(msg ComputedMsg) tea.Cmd {
	at, axis := se.place(), se.Axis
	se.Settings, se.Altered = msg.Plan.Run, msg.Plan.Altered
	se.Reopen(msg.problem, msg.Plan.Policies)
	se.Axis = axis
	var cmds []tea.Cmd
	for i, t := range se.Tracks {
		t.snaps, t.done = msg.snaps[i], true
		if sc := msg.scenes[i]; sc.Key == se.SceneKey(sc.Key.Step) {
			se.keep(t, sc)
			se.Extent.include(sc)
		}
		cmds = append(cmds, se.trace(i))
	}
	if at.end {
		se.GoTo(true)
	} else {
		se.Step, se.Money = min(at.step, se.LastStep()), min(at.money, se.Problem.Budget)
	}
	return tea.Batch(append(cmds, se.Want())...)
}
