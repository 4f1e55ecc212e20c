package live

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// decidedMsg brings the models of the study and, once it stands, the
// suggestion.
type decidedMsg struct {
	number     int
	read       reading
	snap       study.Snapshot
	scene      *session.Scene
	evidence   *evidence
	suggestion *study.Suggestion
	line       int  // of the suggestion that snap has as its decision; 0: none
	chosen     int  // line of the suggestion to show; 0: the one that was
	final      bool // the suggestion has been asked for
	err        error
	ctx        context.Context
}

// decide shows what is known now and then asks for the next point.
func (s *Screen) decide(v screen.View) tea.Cmd {
	ctx := s.start()
	number, live, key, turns, chosen := s.number, s.live, v.SceneKey(0), v.Turns(), s.chosen
	return func() tea.Msg {
		work, end, err := turns.Begin(ctx) // many may watch one study
		if err != nil {
			return decidedMsg{number: number, read: readStudy(live), err: err, ctx: ctx}
		}
		defer end()
		msg := look(work, live, number, key, false, chosen)
		msg.ctx = ctx
		return msg
	}
}

// start begins a decision in place of the one under way.
func (s *Screen) start() context.Context {
	s.halt()
	ctx, cancel := context.WithCancel(s.ctx)
	s.number++
	s.stop, s.deciding, s.stopped, s.trouble, s.ended = cancel, true, false, "", study.Running
	s.started = time.Now()
	return ctx
}

// look fits the models to the study as it stands. It asks first if it must,
// which takes a decision. Of several suggestions it shows the chosen line.
func look(ctx context.Context, live *study.Live, number int, key session.SceneKey, ask bool, chosen int) decidedMsg {
	msg := decidedMsg{number: number, final: ask, ctx: ctx}
	if ask {
		if _, msg.err = live.Ask(ctx); msg.err != nil {
			msg.read = readStudy(live)
			return msg
		}
	}
	if g, ok := live.Pending(); ok {
		msg.suggestion, msg.final = &g, true
	}
	msg.line = lineShown(live.Standing(), chosen, msg.suggestion)
	if msg.snap, msg.err = live.SnapshotAt(ctx, msg.line); msg.err == nil {
		msg.snap = session.Measured(msg.snap)
		key.Step = msg.snap.Step
		msg.scene = session.NewScene(&msg.snap, key)
		msg.evidence = newEvidence(live, &msg.snap, key)
		if r := msg.snap.Recommended; r != nil {
			r.Interval() // here, and not while a frame is drawn
		}
	}
	msg.read = readStudy(live)
	return msg
}

// decided takes models and suggestion in.
func (s *Screen) decided(v screen.View, msg decidedMsg) (w screen.Wants) {
	changed := s.takeIn(msg.read)
	if msg.number != s.number {
		if changed && !s.deciding {
			w.Cmd = s.decide(v)
		}
		return w
	}
	var end study.EndedError
	var wait *study.WaitError
	if msg.chosen != 0 {
		s.chosen = msg.chosen
	}
	switch {
	case errors.As(msg.err, &wait):
		s.deciding, s.next = false, s.onScreen(nil)
		s.say(tonePlain, "No more for now: "+wait.Error())
		s.forget()
		return w
	case errors.As(msg.err, &end):
		s.deciding, s.ended, s.next = false, end.Stop, nil
		s.forget()
		return w
	case msg.err != nil:
		s.deciding = false
		if msg.ctx.Err() == nil {
			s.trouble = "No suggestion could be made: " + msg.err.Error()
		}
		s.forget()
		return w
	}
	s.next = s.onScreen(msg.suggestion)
	s.snap, s.scene, s.evidence = &msg.snap, msg.scene, msg.evidence
	if v.IsLive() {
		w.Study = &screen.Study{Problem: s.problem, Policy: s.policy, Snap: s.snap, Scene: s.scene}
	}
	switch {
	case !msg.final && s.watch:
		s.watched()
		return w
	case !msg.final:
		number, live, key, chosen := s.number, s.live, v.SceneKey(0), s.chosen
		w.Cmd = func() tea.Msg { return look(msg.ctx, live, number, key, true, chosen) }
		return w
	case msg.suggestion == nil: // somebody else was faster
		s.forget()
	}
	s.deciding = false
	w.Cmd = s.deliver()
	if s.next != nil && s.next.Line != msg.line { // another was chosen meanwhile
		w.Cmd = tea.Batch(w.Cmd, s.decide(v))
	}
	return w
}

// halt ends the decision under way.
func (s *Screen) halt() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	s.deciding = false
}
