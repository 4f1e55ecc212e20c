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

// Where pictures are dear there is one on the way.
func TestFewPicturesOnTheWay(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.Still, se.Moves, se.Coarse = false, true, true
	was := se.Standings()
	se.Move(1)
	se.Glide(was)
	if _, share, ok := se.Moving(1); !ok || !(share > 0.3 && share < 0.9) {
		t.Errorf("%v of the way, %v", share, ok)
	}
	if se.Receive(se.MotionTick(time.Now())); se.InMotion() {
		t.Error("there is more than one")
	}
}

// A machine that is late leaves pictures out.
func TestLateMotionEnds(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.Still, se.Moves = false, true
	was := se.Standings()
	se.Move(1)
	se.Glide(was)
	now := time.Now()
	se.Receive(MotionMsg{se.motions, now})
	if c, _ := se.Receive(MotionMsg{se.motions, now.Add(time.Second)}); se.moving != nil || c.Cmd != nil {
		t.Error("a motion goes on after its time")
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

// What has no number on one side is the other side's.
func TestBetween(t *testing.T) {
	t.Parallel()
	a, b := &Scene{Final: true}, &Scene{Final: true}
	a.Objective.Mean, b.Objective.Mean = []float64{0, math.NaN(), math.Inf(1), 4}, []float64{1, 2, 3, math.NaN()}
	b.Acquisition = []float64{1, 2}
	got := Between(a, b, 0.25)
	if m := got.Objective.Mean; m[0] != 0.25 || m[1] != 2 || m[2] != 3 || !math.IsNaN(m[3]) {
		t.Errorf("%v", m)
	}
	if len(got.Acquisition) != 2 || got.Acquisition[1] != 2 {
		t.Errorf("%v", got.Acquisition)
	}
}
