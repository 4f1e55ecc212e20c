package session

import (
	"math"
	"testing"
	"time"
)

// A step goes through scenes between the two that exist, in order and no longer than it may, and ends at the step itself.
func TestStepsGlide(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.Still, se.Moves = false, true
	_, a := se.Shown(1)
	was := se.Standings()
	se.Move(1)
	if se.Glide(was) == nil {
		t.Fatal("nothing moves")
	}
	_, b := se.standing(1)
	// where the belief changes most there is most to see
	at, most := 0, 0.0
	for i, v := range b.Objective.High {
		if d := math.Abs(v - a.Objective.High[i]); d > most {
			at, most = i, d
		}
	}
	if most == 0 {
		t.Fatal("the step changes nothing: the test says nothing")
	}
	way := func() float64 {
		_, sc := se.Shown(1)
		return (sc.Objective.High[at] - a.Objective.High[at]) / (b.Objective.High[at] - a.Objective.High[at])
	}
	last, frames, now := 0.0, 0, time.Now()
	for se.moving != nil {
		from, share, ok := se.Moving(1)
		if w := way(); !ok || from.Step != 0 || !(w > last && w < 1) || math.Abs(w-share) > 1e-9 {
			t.Fatalf("frame %d is %v of the way after %v, said to be %v from step %d", frames, w, last, share, from.Step)
		} else {
			last = w
		}
		frames++
		now = now.Add(motionTime / motionFrames)
		se.Receive(MotionMsg{se.motions, now})
	}
	if frames != motionFrames-1 || way() != 1 {
		t.Errorf("%d frames on the way, and %v of it at the end", frames, way())
	}
	if took := time.Duration(frames) * motionTime / motionFrames; took < 150*time.Millisecond || took > 250*time.Millisecond {
		t.Errorf("a step takes %v", took)
	}
}

// Nothing moves where nobody asked for it, where nothing could have led there, or too fast to be followed; an older
// motion's timer moves nothing.
func TestWhatDoesNotMove(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.Still = false
	if se.Standings() != nil {
		t.Error("nobody asked for motion")
	}
	se.Moves = true
	if was := se.Standings(); se.Glide(was) != nil {
		t.Error("the same step moves")
	}
	was := se.Standings()
	se.Axis = 1 // another line: not a step
	if se.Glide(was) != nil {
		t.Error("another parameter moves")
	}
	se.Axis = 0
	se.Move(1)
	se.Playing, se.Pace = true, 8
	if se.Glide(was) != nil {
		t.Error("playing fast moves")
	}
	se.Playing = false
	se.Glide(was)
	se.Receive(MotionMsg{se.motions - 1, time.Now().Add(time.Hour)})
	if se.moving == nil {
		t.Error("an older timer ended the motion")
	}
	se.Arrive()
	if _, sc := se.Shown(0); sc != se.Tracks[0].scenes[se.SceneKey(1)] {
		t.Error("at the end not the step itself is shown")
	}
	se.Glide(was)
	se.Begin(se.Problem, se.Policies)
	if _, _, ok := se.Moving(0); ok {
		t.Error("a motion outlives its run")
	}
}
