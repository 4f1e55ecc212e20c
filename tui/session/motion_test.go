package session

import (
	"math"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
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

// runTo is a study after some evaluations, with the next decided on.
func runTo(t *testing.T, name, policyName string, steps int) study.Snapshot {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	q, err := policy.Parse(policyName)
	testkit.OK(t, err)
	st, err := study.New(t.Context(), p, q, study.Settings{})
	testkit.OK(t, err)
	for range steps {
		testkit.OK(t, st.Decide(t.Context()))
		testkit.OK(t, st.Step(t.Context()))
	}
	testkit.OK(t, st.Decide(t.Context()))
	return st.Snapshot()
}

// A reading is the posterior at the very place, also between the samples of the
// curves; the chance to fit and the acquisition are the decision's own where it
// was made.
func TestReadingIsThePosterior(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "dropwave"} {
		s := runTo(t, name, "ei-puc", 2)
		sc := NewScene(&s, SceneKey{Step: s.Step})
		p := s.Problem.Parameters[0]
		var ws model.Workspace
		for _, share := range []float64{0, 0.0617, 0.3333, 0.5, 0.7771, 1} {
			x := AxisValue(p, share)
			r, ok := sc.Read(&s, x)
			if !ok {
				t.Fatalf("%s: nothing is read at %g", name, x)
			}
			u := append(model.Unit(nil), sc.Through...)
			u[0] = share
			mean, variance := s.Pair().Objective.Predict(&ws, u)
			m := s.Pair().Moments(&ws, u)
			half := 1.959964 * math.Sqrt(variance)
			near(t, name+" f", r.Mean, s.Problem.Sign()*mean)
			near(t, name+" ±", (r.High-r.Low)/2, half)
			near(t, name+" cost", r.Cost, math.Exp(m.MuC))
			near(t, name+" fits", r.Fits, 0.5*math.Erfc((m.MuC-math.Log(s.Money.Left))/m.SdC/math.Sqrt2))
			value, _, err := s.Problem.Source.(scenarios.Truth).Truth(s.Problem.FromUnit(u))
			testkit.OK(t, err)
			near(t, name+" truth", r.Truth, value)
		}
		at, _ := ReadAt(&s, s.Decision.U)
		near(t, name+" acquisition", at.Acquisition, s.Decision.Acquisition)
		near(t, name+" chance to fit", at.Fits, s.Decision.Fits)
	}
}

// A curve that takes long is read off: its own values at its points, between
// neighbours elsewhere, nothing while it is not there; and the reading says so.
func TestReadingOfACurve(t *testing.T) {
	t.Parallel()
	s := runTo(t, "myopia", "b-ms-ei effort=quick", 0)
	sc := NewScene(&s, SceneKey{})
	if r, ok := sc.Read(&s, 0.5); !ok || !math.IsNaN(r.Acquisition) {
		t.Errorf("before there is a curve it reads %v", r.Acquisition)
	}
	sc.Acquisition = make([]float64, Samples)
	for i := range sc.Acquisition {
		sc.Acquisition[i] = float64(i * i)
	}
	for x, want := range map[float64]float64{0: 0, 0.5: 100 * 100, 1: 200 * 200, 0.5025: (100*100 + 101*101) / 2.0} {
		if r, _ := sc.Read(&s, x); !r.Rough || math.Abs(r.Acquisition-want) > 1e-6*(1+want) {
			t.Errorf("at %g it reads %g (rough: %v), want %g", x, r.Acquisition, r.Rough, want)
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-6*math.Max(1e-3, math.Abs(want))) {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}
