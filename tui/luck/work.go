package luck

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// made is one draw: what each track found at its end.
type made struct {
	draw  int
	final []float64
}

// drawnMsg brings draws.
type drawnMsg struct {
	run   int
	draws []made
}

// endedMsg says that no more come; why is known by the time it does.
type endedMsg struct {
	run, work int
	err       *error
}

// sendEvery is the least time between two messages: quick policies make
// thousands of draws a second.
const sendEvery = 100 * time.Millisecond

// begin makes the draws that are missing up to the target, in the background.
func (s *Screen) begin(v screen.View) tea.Cmd {
	s.reset(v)
	if s.cancel != nil || s.known >= s.target || v.Stopped {
		return nil
	}
	ctx, cancel := context.WithCancel(v.Context())
	s.work++
	s.cancel, s.err, s.paused = cancel, nil, false
	problem, settings := measured(v), v.RunSettings()
	policies := make([]policy.Policy, len(v.Tracks))
	for i := range policies {
		policies[i] = v.Tracks[i].Policy()
	}
	run, work, from, to, turns := s.run, s.work, s.known, s.target, v.Turns()
	failed := new(error)
	return session.Stream(ctx, endedMsg{run, work, failed}, func(send func(tea.Msg)) {
		*failed = func() error {
			ctx, workers, end, err := turns.Share(ctx)
			if err != nil {
				return err
			}
			defer end()
			by, err := study.NewSimulator(ctx, problem, policies, settings)
			if err != nil {
				return err
			}
			var waiting []made
			last := time.Now()
			err = by.Each(ctx, from, to, workers, func(i int, final []float64) {
				waiting = append(waiting, made{i, final})
				if now := time.Now(); now.Sub(last) >= sendEvery {
					send(drawnMsg{run, waiting})
					waiting, last = nil, now
				}
			})
			send(drawnMsg{run, waiting})
			return err
		}()
	})
}

// measured is the problem with its initial design as it was measured: nothing is
// evaluated again.
func measured(v screen.View) *scenarios.Problem {
	p := *v.Problem
	s := v.Tracks[0].At(0)
	if s == nil || s.Step != 0 || slices.ContainsFunc(s.Rows, func(r study.Row) bool { return r.Failed }) {
		return &p
	}
	p.Initial = scenarios.Initial{}
	for _, r := range s.Rows {
		p.Initial.X, p.Initial.Value = append(p.Initial.X, r.X), append(p.Initial.Value, r.Y)
		p.Initial.Cost, p.Initial.Sd = append(p.Initial.Cost, r.Cost), append(p.Initial.Sd, r.Sd)
	}
	return &p
}

// stop ends the work; what is known stays.
func (s *Screen) stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// receive takes draws in, unless they are of an earlier run.
func (s *Screen) receive(v screen.View, msg drawnMsg) {
	if msg.run != v.Run || msg.run != s.run {
		return
	}
	for _, m := range msg.draws {
		for len(s.final) <= m.draw {
			s.final = append(s.final, nil)
		}
		s.final[m.draw] = m.final
	}
	for s.known < len(s.final) && s.final[s.known] != nil {
		s.known++
	}
	s.tell(v)
}

// ended takes in that the work is over; it goes on if more is wanted by now.
func (s *Screen) ended(v screen.View, msg endedMsg) tea.Cmd {
	if msg.run != s.run || msg.work != s.work {
		return nil
	}
	s.stop()
	if err := *msg.err; err != nil && !errors.Is(err, context.Canceled) {
		s.err = err
	}
	return nil
}

// tell computes what is told of the first draws, all that are known without a gap:
// the same ones whatever the number of processors.
func (s *Screen) tell(v screen.View) {
	s.order = slices.Clone(v.Columns)
	n := min(s.known, s.target)
	r := study.Simulation{Draws: n, Final: make([][]float64, len(s.order))}
	of := make([]Contender, len(s.order))
	for i, track := range s.order {
		of[i] = Contender{v.Tracks[track].Title(), v.Tracks[track].Hue()}
		r.Final[i] = make([]float64, n)
		for k := range n {
			r.Final[i][k] = s.final[k][track]
		}
	}
	s.told = NewFigures(r, of, v.Problem.Sign())
}
