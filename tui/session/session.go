// Package session is what all screens look at: the problem and how it was
// loaded, the policies' replays, where in them we are, and the work under way. It
// draws nothing. The program changes a Session; screens see it through a View.
//
//	options.go    the Session itself; session.go a new run, and its messages
//	track.go      a policy's replay, computed step by step in the background
//	scene.go      what the charts of one step need, computed in the background
//	scenes.go     which of them are kept; beside.go: made before they are asked for
//	curve.go      Q_N along a line of it, coarse to fine
//	draws.go      functions drawn from what is believed, over such a scene
//	extent.go     the range of the axes that all charts share
//	position.go   where we are: equal evaluations or equal money
//	motion.go     a step seen as it happens
//	columns.go    which policies stand side by side
//	loading.go    problems and their files; plan.go, alterations.go: settings
//	aside.go      a run computed while another is shown
//	present.go    a study instead of a replay
//	work.go       stopping, going on, progress; stream.go brings messages
//	background.go turns; processors.go shares the processors
//	elsewhere.go  decisions made in another place
//	shared.go     what sessions of one process compute once for all
//	view.go       the session as screens see it
package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// defaultPace is how many steps a second play makes.
const defaultPace = 1.0

// Begin starts a new run on a problem; the caller must run start.
func (se *Session) Begin(p *scenarios.Problem, policies []policy.Policy) {
	if se.cancel != nil {
		se.cancel()
	}
	se.ctx, se.cancel = context.WithCancel(context.Background())
	se.Run++
	if p.Theorem != nil {
		policies = nil // its arms are no box to search
	}
	se.Problem, se.Policies = p, policies
	se.furthest = nil
	se.Tracks, se.curves, se.drawing, se.Stopped, se.moving = nil, map[curveID]context.CancelFunc{}, nil, false, nil
	se.Extent = newExtent()
	se.Step, se.owed, se.Money, se.Playing, se.Axis = 0, 0, 0, false, 0
	for _, q := range policies {
		if filled, err := study.Filled(q, p); err == nil {
			q = filled
		}
		se.Tracks = append(se.Tracks, se.namesake(NewTrack(q, q.Hue())))
	}
	se.setColumns()
}

// namesake tells a track apart from those before it whose policies are called
// the same: by a number behind the name, and by a shade of the hue.
func (se *Session) namesake(t *Track) *Track {
	for n := 2; slices.ContainsFunc(se.Tracks, func(o *Track) bool { return o.title == t.title }); n++ {
		t.title = fmt.Sprintf("%s (%d)", t.policy.Title(), n)
	}
	for slices.ContainsFunc(se.Tracks, func(o *Track) bool { return o.hue == t.hue }) {
		t.hue += policy.HueRound
	}
	return t
}

// SceneKey is the key of a step's scene as the charts are set now.
func (se *Session) SceneKey(step int) SceneKey {
	return SceneKey{Step: step, Axis: se.Axis, Incumbent: se.ViaBest}
}

// change is what a message has changed.
type change struct {
	Cmd  tea.Cmd
	Look bool // what is shown may be another step, or more of one
	Wait bool // it can wait for the next look at the progress
}

// Receive takes a message of the session's own commands in; ok is false for
// messages of others.
func (se *Session) Receive(msg tea.Msg) (c change, ok bool) {
	switch msg := msg.(type) {
	case SteppedMsg:
		return se.stepped(msg), true
	case sceneMsg:
		return se.traced(msg), true
	case curveMsg:
		return se.curved(msg), true
	case besideMsg:
		return se.receiveBeside(msg), true
	case drawsMsg:
		return se.receiveDraws(msg), true
	case PulseMsg:
		return change{Cmd: se.pulsed()}, true
	case PlayMsg:
		return se.played(msg), true
	case MotionMsg:
		return se.moved(msg), true
	}
	return change{}, false
}

// PlayMsg is the play timer's.
type PlayMsg struct{ Tick int }

func (se *Session) Play() tea.Cmd {
	se.Tick++
	if se.Still {
		return nil
	}
	tick := se.Tick
	return tea.Tick(time.Duration(float64(time.Second)/se.Pace), func(time.Time) tea.Msg { return PlayMsg{tick} })
}

// played takes a step of playing, and asks for the next.
func (se *Session) played(msg PlayMsg) change {
	if !se.Playing || msg.Tick != se.Tick {
		return change{}
	}
	if se.owed == 0 {
		se.Move(1)
	}
	if se.AtEnd() {
		se.Playing = false
		return change{Cmd: se.Want(), Look: true}
	}
	return change{Cmd: tea.Batch(se.Want(), se.Play()), Look: true}
}
