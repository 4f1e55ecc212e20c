package tui

import (
	"context"

	"farsight/study"
)

// isLive tells whether the screens show the study the explorer was opened on,
// not a replay chosen since.
func (m *Model) isLive() bool { return m.study > 0 && m.study == m.run }

// feed shows a snapshot of the study on all screens: a track of one step. The
// run gets a new number, so that whatever was computed for the snapshot before
// is dropped.
func (m *Model) feed(snap study.Snapshot, sc *scene) {
	m.cancel()
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.run++
	m.study = m.run
	m.problem = snap.Problem
	m.step, m.money, m.byMoney, m.playing, m.left, m.right = 0, 0, false, false, 0, 0
	t := newTrack(snap.Policy, studyHue(snap.Policy))
	t.snaps, t.done = []study.Snapshot{snap}, true
	m.tracks, m.curves, m.stopped, m.extent = []*track{t}, map[curveID]context.CancelFunc{}, false, newExtent()
	if sc != nil && sc.key == m.sceneKey(snap.Step) {
		t.scenes[sc.key] = sc
		m.extent.include(sc)
	}
}

// studyHue is the hue of a study's policy: the one it has beside another.
func studyHue(q study.Policy) int {
	if q.Lookahead() {
		return 1
	}
	return 0
}
