package predict

import (
	"cmp"
	"math"
	"slices"

	"farsight/study"
)

// Score is the result of a player or a policy so far.
type Score struct {
	Name  string
	You   bool // whom the words are about
	Best  float64
	Gain  float64 // by how much the best rose since the start, never below 0; NaN: nothing was known then
	Paid  int     // evaluations that count
	Spent float64
	Left  float64
	Stop  study.Stop
	// foreseen is the improvement its evaluations promised when they were chosen, by its
	// own model: what Gain would have been without luck, if the model is right.
	// NaN where values are noisy and the best observed is no measure of luck.
	Foreseen float64
	Over     float64 // what the evaluation cost that did not fit; 0: there was none
}

// luck returns the gain beyond the expected one; NaN: not known.
func (s Score) luck() float64 { return s.Gain - s.Foreseen }

// Score returns the player's result so far.
func (p *Player) Score(name string) Score {
	s := scored(name, &p.snap, p.start)
	for _, t := range p.turns {
		s.Foreseen += t.foreseen
	}
	return s
}

// ScoreOf returns a policy's result after some steps of its run, or at its end if it has fewer; ok
// is false before the first snapshot.
func ScoreOf(name string, snaps []study.Snapshot, step int) (s Score, ok bool) {
	if len(snaps) == 0 {
		return Score{}, false
	}
	step = max(0, min(step, len(snaps)-1))
	s = scored(name, &snaps[step], snaps[0].Best)
	for k := range step {
		if d := snaps[k].Decision; d != nil {
			s.Foreseen += Expected(&snaps[k], d.U)
		}
	}
	return s, true
}

// scored is a run's score but for what was foreseen.
func scored(name string, snap *study.Snapshot, start float64) Score {
	s := Score{Name: name, Best: snap.Best, Paid: snap.Evaluations, Spent: snap.Money.Spent, Left: snap.Money.Left, Stop: snap.Stop}
	s.Gain = snap.Problem.Sign() * (snap.Best - start)
	if snap.Problem.Noise.Declared() || snap.Problem.Noise.Simulated > 0 {
		s.Foreseen = math.NaN()
	}
	if n := len(snap.Rows); n > 0 && !snap.Rows[n-1].Counted {
		s.Over = snap.Rows[n-1].Taken()
	}
	return s
}

// Ranked returns scores from the best to the worst; those without a value come last.
func Ranked(scores []Score, sign float64) []Score {
	out := slices.Clone(scores)
	slices.SortStableFunc(out, func(a, b Score) int {
		x, y := sign*a.Best, sign*b.Best
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			return cmp.Compare(b2i(math.IsNaN(x)), b2i(math.IsNaN(y)))
		}
		return cmp.Compare(y, x)
	})
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
