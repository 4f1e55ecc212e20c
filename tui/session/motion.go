package session

import (
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
)

// A step can be animated: for a fifth of a second the charts interpolate curves, budget and the
// next point between the step before and this one. Both exist, and nothing else is interpolated.

const (
	// motionTime is how long it takes: long enough to be followed, short enough
	// not to be waited for.
	motionTime = 200 * time.Millisecond
	// motionFrames is how many pictures there are on the way, the last one
	// included; a slow link is sent each of them.
	motionFrames = 5
	// fewFrames is how many there are where each is expensive, as pictures of pixels
	// are.
	fewFrames = 2
	// motionPace is the pace, in steps a second, above which playing is motion
	// enough.
	motionPace = 2.5
)

// motion is a step in progress.
type motion struct {
	number int // ticks of an older motion are stale
	frames int
	began  time.Time
	share  float64 // of the way, 0 to 1
	from   map[int]Standing
	scenes map[int]*Scene // between
}

// Standing is what a track shows at some moment.
type Standing struct {
	Snap  *study.Snapshot
	Scene *Scene
	live  bool // of a study
}

// MotionMsg is the motion's timer.
type MotionMsg struct {
	number int
	at     time.Time
}

// Standings are what the visible tracks show; nil where nothing could move from there.
func (se *Session) Standings() map[int]Standing {
	if !se.Moves || se.Still {
		return nil
	}
	out := make(map[int]Standing, len(se.Tracks))
	for _, i := range se.Visible() {
		if s, sc := se.standing(i); s != nil && sc != nil {
			out[i] = Standing{s, sc, se.IsLive()}
		}
	}
	return out
}

// Glide begins a motion from what was shown, if another step of the same curves is shown now.
func (se *Session) Glide(was map[int]Standing) tea.Cmd {
	if len(was) == 0 || se.Playing && se.Pace > motionPace {
		return nil
	}
	from := map[int]Standing{}
	for i, w := range was {
		if i >= len(se.Tracks) {
			return nil
		}
		if s, sc := se.standing(i); w.leadsTo(s, sc, se.IsLive()) {
			from[i] = w
		}
	}
	if len(from) == 0 {
		return nil
	}
	se.motions++
	se.moving = &motion{number: se.motions, frames: motionFrames, from: from}
	if se.Coarse {
		se.moving.frames = fewFrames
	}
	se.moving.reach(se, 1/float64(se.moving.frames))
	return se.motionTick()
}

// leadsTo reports whether one can go from there to a snapshot with its scene: another step of the same replay or study,
// along the same parameter.
func (w Standing) leadsTo(s *study.Snapshot, sc *Scene, live bool) bool {
	if s == nil || sc == nil || w.Snap.Step == s.Step || w.Scene.Key.Axis != sc.Key.Axis || w.Scene.Key.Incumbent != sc.Key.Incumbent {
		return false
	}
	return w.Snap.Problem == s.Problem || w.live && live && w.Snap.Problem.Name == s.Problem.Name
}

// Arrive ends a motion: what is shown is the step itself.
func (se *Session) Arrive() { se.moving = nil }

func (se *Session) motionTick() tea.Cmd {
	n := se.motions
	return tea.Tick(se.moving.tick(), func(t time.Time) tea.Msg { return MotionMsg{n, t} })
}

// moved takes a tick of the motion in.
func (se *Session) moved(msg MotionMsg) change {
	m := se.moving
	if m == nil || msg.number != m.number {
		return change{Wait: true} // nothing to draw
	}
	if m.began.IsZero() {
		m.began = msg.at.Add(-m.tick())
	}
	// A busy machine leaves pictures out rather than taking longer.
	share := float64(msg.at.Sub(m.began))/float64(motionTime) + 1/float64(m.frames)
	if !(share < 1) {
		se.Arrive()
		return change{}
	}
	m.reach(se, share)
	return change{Cmd: se.motionTick()}
}

func (m *motion) tick() time.Duration { return motionTime / time.Duration(m.frames) }

// reach computes what is shown at a share of the way.
func (m *motion) reach(se *Session, share float64) {
	m.share = 1 - (1-share)*(1-share) // fast first, then settling
	m.scenes = make(map[int]*Scene, len(m.from))
	for i, w := range m.from {
		if _, sc := se.standing(i); sc != nil {
			m.scenes[i] = Between(w.Scene, sc, m.share)
		}
	}
}

// Between is the scene at a share of the way from one to another. What only one of them has is the other's from the
// start.
func Between(a, b *Scene, share float64) *Scene {
	out := *b
	mix := func(from, to []float64) []float64 {
		if len(from) != len(to) || len(to) == 0 {
			return to
		}
		mixed := make([]float64, len(to))
		for i, v := range to {
			mixed[i] = v
			if w := from[i]; !math.IsNaN(w) && !math.IsInf(w, 0) {
				mixed[i] = w + share*(v-w)
			}
		}
		return mixed
	}
	out.Objective = study.Band{Mean: mix(a.Objective.Mean, b.Objective.Mean), Low: mix(a.Objective.Low, b.Objective.Low), High: mix(a.Objective.High, b.Objective.High)}
	out.Cost = study.Band{Mean: mix(a.Cost.Mean, b.Cost.Mean), Low: mix(a.Cost.Low, b.Cost.Low), High: mix(a.Cost.High, b.Cost.High)}
	out.Way = mix(a.Way, b.Way)
	if a.Final && b.Final { // a curve that is being computed moves by itself
		out.Acquisition = mix(a.Acquisition, b.Acquisition)
	}
	return &out
}

// Motion is where a snapshot that is shown comes from, while the step to it is in progress.
func (se *Session) Motion(s *study.Snapshot) (from *study.Snapshot, share float64, ok bool) {
	if se.moving == nil || s == nil {
		return nil, 1, false
	}
	for i := range se.moving.from {
		if now, _ := se.standing(i); now == s {
			return se.Moving(i)
		}
	}
	return nil, 1, false
}

// Moving is where track i comes from and the share of the way it has gone; ok is false where nothing moves.
func (se *Session) Moving(i int) (from *study.Snapshot, share float64, ok bool) {
	if se.moving == nil {
		return nil, 1, false
	}
	w, ok := se.moving.from[i]
	return w.Snap, se.moving.share, ok
}

// InMotion reports whether a step is in progress.
func (se *Session) InMotion() bool { return se.moving != nil }

// MotionTick is the next message of the motion's timer as if it were that time: tests have no timers.
func (se *Session) MotionTick(at time.Time) MotionMsg { return MotionMsg{se.motions, at} }
