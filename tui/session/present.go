package session

import (
	"context"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// IsLive tells whether the screens show the study the explorer was opened on,
// not a replay chosen since.
func (se *Session) IsLive() bool { return se.Study > 0 && se.Study == se.Run }

// Feed shows a snapshot of the study on all screens: a track of one step. The
// run gets a new number, so that whatever was computed for the snapshot before
// is dropped.
func (se *Session) Feed(snap study.Snapshot, sc *Scene) {
	se.cancel()
	se.ctx, se.cancel = context.WithCancel(context.Background())
	se.Run++
	se.Study, se.moving, se.drawing, se.furthest = se.Run, nil, nil, nil
	se.Problem = snap.Problem
	se.Step, se.Money, se.ByMoney, se.Playing = 0, 0, false, false
	t := NewTrack(snap.Policy, snap.Policy.Hue())
	t.snaps, t.done = []study.Snapshot{snap}, true
	se.Tracks, se.curves, se.Stopped, se.Extent = []*Track{t}, map[curveID]context.CancelFunc{}, false, newExtent()
	se.setColumns()
	if sc != nil && sc.Key == se.SceneKey(snap.Step) {
		t.scenes[sc.Key] = sc
		se.Extent.include(sc)
	}
}

// ShowStudy shows the study the explorer was opened on, instead of a replay if
// one is shown; snap is nil while nothing is known of it.
func (se *Session) ShowStudy(p *scenarios.Problem, q policy.Policy, snap *study.Snapshot, sc *Scene) {
	if !se.IsLive() {
		se.Base, se.Name, se.Altered = p, "", Alterations{}
		se.Axis = min(se.Axis, p.Dim()-1)
	}
	if snap != nil {
		se.Feed(*snap, sc)
		return
	}
	se.Begin(p, []policy.Policy{q})
	se.Study = se.Run
}

// Measured is a snapshot as the screens of a study show it: nobody who studies
// knows the truth, even where the problem's source could tell it.
func Measured(snap study.Snapshot) study.Snapshot {
	p := *snap.Problem
	p.Source = nil
	snap.Problem = &p
	return snap
}
