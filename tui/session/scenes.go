package session

import (
	"cmp"
	"slices"

	"farsight/study"
)

// Scenes are kept as long as there is room: the curves of a step are 18 kB, and
// a replay may have two thousand steps.

const (
	// mostScenes is how many of a track's scenes keep their curves: those looked
	// at or computed last. Others are computed again when they are looked at,
	// which takes longest where there are most rows, and those were last.
	mostScenes = 400
	// traceWork bounds the work of tracing a replay along another parameter: each
	// step takes as many predictions, the work of which grows with the rows'
	// square. Shorter replays are traced as a whole, of longer ones every so many
	// steps and what is looked at.
	traceWork = 12e6
)

// keep takes a scene of a track in, and gives up the curves of those that were
// looked at longest ago. Pictures are made of all of them.
func (se *Session) keep(t *Track, sc *Scene) {
	se.looks++
	sc.looked = se.looks
	t.scenes[sc.Key] = sc
	if len(t.scenes) <= mostScenes || se.Still {
		return
	}
	var drawn []*Scene
	for _, sc := range t.scenes {
		if sc.X != nil {
			drawn = append(drawn, sc)
		}
	}
	if len(drawn) <= mostScenes+mostScenes/8 { // not one by one
		return
	}
	slices.SortFunc(drawn, func(a, b *Scene) int { return cmp.Compare(a.looked, b.looked) })
	for _, sc := range drawn[:len(drawn)-mostScenes] {
		t.scenes[sc.Key] = &Scene{Key: sc.Key, extent: sc.extent, gone: true}
	}
}

// lacking are the steps of a track whose scenes, as the charts are set now, are
// to be computed for the axes to hold the whole replay.
func (se *Session) lacking(t *Track) []study.Snapshot {
	work, every := 0.0, 1
	for i := range t.snaps {
		n := float64(len(t.snaps[i].Rows))
		work += n * n
	}
	if !se.Still {
		every += int(work / traceWork)
	}
	var out []study.Snapshot
	for i := 0; i < len(t.snaps); i += every {
		if s := t.snaps[i]; t.scenes[se.SceneKey(s.Step)] == nil {
			out = append(out, s)
		}
	}
	return out
}
