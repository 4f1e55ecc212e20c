package theorem1

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"farsight/internal/workers"
)

// Play is a way to choose arms.
type Play int

// The two policies of the theorem, the two fixed choices they are held against,
// and the policy that looks ahead.
const (
	playEI        Play = iota // greatest expected improvement
	playEIPUC                 // greatest expected improvement per unit of cost
	PlayExpensive             // the expensive arm
	playCheap                 // cheap arms as long as they are affordable
	PlayAhead                 // greatest promise of LookAhead arms together
)

func (p Play) String() string {
	switch p {
	case playEI:
		return "EI"
	case playEIPUC:
		return "EI-PUC"
	case PlayExpensive:
		return "the expensive arm"
	case playCheap:
		return "cheap arms"
	case PlayAhead:
		return "B-MS-EI"
	}
	return fmt.Sprintf("Play(%d)", int(p))
}

// ArmClass groups arms that differ only in their number.
type ArmClass int

// Arm 0 is known, arms 1 … K are cheap and arm K+1 is expensive.
const (
	armKnown ArmClass = iota
	ArmCheap
	ArmExpensive
)

func (c ArmClass) String() string {
	return [...]string{"known", "cheap", "expensive"}[c]
}

// ArmScore is how a play values the unmeasured arms of one class.
type ArmScore struct {
	Class      ArmClass
	Left       int     // arms not measured yet
	Cost, Sd   float64 // of each
	EI         float64 // expected improvement on the best value so far
	EIPUC      float64 // EI per unit of cost
	Affordable bool    // one of them fits in what is left of the budget
}

// Pull is one step of a run: an arm, what it showed, and what is left.
type Pull struct {
	Arm       int
	Class     ArmClass
	Cost      float64
	Value     float64
	Best      float64 // best value so far, this one included
	Remaining float64 // budget left after paying
}

// run is one simulated run, stepped arm by arm. It keeps counts, not
// arms, so that a million cheap ones cost nothing.
type run struct {
	t                Instance
	play             Play
	rng              *rand.Rand
	k                int
	cheapSd          float64
	cheap, expensive int // arms measured
	best             float64
}

// Run starts a run; the seed fixes every value it will draw. Panics if the
// parameters fail Check.
func (t Instance) Run(play Play, seed uint64) *run {
	if err := t.Check(); err != nil {
		panic("theorem1: " + err.Error())
	}
	return &run{t: t, play: play, rng: rand.New(rand.NewPCG(seed, t.stream(play))), k: t.K(), cheapSd: t.CheapSd()}
}

// Best is the best value so far; arm 0 makes it at least 0.
func (r *run) Best() float64 { return r.best }

// remaining is what is left of the budget.
func (r *run) remaining() float64 {
	return math.Max(0, r.t.Budget()-float64(r.cheap)*r.t.Epsilon-float64(r.expensive)*(1+r.t.Delta))
}

// Scores values the cheap and the expensive arms at this point of the run.
func (r *run) Scores() [2]ArmScore {
	scores := [2]ArmScore{
		{Class: ArmCheap, Left: r.k - r.cheap, Cost: r.t.Epsilon, Sd: r.cheapSd, Affordable: r.cheapFits()},
		{Class: ArmExpensive, Left: 1 - r.expensive, Cost: 1 + r.t.Delta, Sd: 1, Affordable: r.expensiveFits()},
	}
	for i := range scores {
		s := &scores[i]
		s.EI = armEI(s.Sd, r.best)
		s.EIPUC = s.EI / s.Cost
	}
	return scores
}

// armEI is EI = σ(φ(u) + uΦ(u)), u = −best/σ, for an arm with mean 0. Runs
// stay above u ≈ −8 where the sum has lost no more than six digits.
func armEI(sd, best float64) float64 {
	u := -best / sd
	return sd * (math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*0.5*math.Erfc(-u/math.Sqrt2))
}

func (r *run) cheapFits() bool     { return r.cheap < r.k && r.t.affords(r.cheap+1, r.expensive) }
func (r *run) expensiveFits() bool { return r.expensive == 0 && r.t.affords(r.cheap, 1) }

// choose applies the play's rule to the arms that are unmeasured and
// affordable; ok is false when there is none.
func (r *run) choose() (class ArmClass, ok bool) {
	cheap, expensive := r.cheapFits(), r.expensiveFits()
	switch r.play {
	case PlayExpensive:
		return ArmExpensive, expensive
	case playCheap:
		return ArmCheap, cheap
	}
	if cheap != expensive || !cheap { // one class left, or none: there is no choice
		if cheap {
			return ArmCheap, true
		}
		return ArmExpensive, expensive
	}
	s := r.Scores()
	a, b := s[0].EI, s[1].EI
	switch r.play {
	case playEIPUC:
		a, b = s[0].EIPUC, s[1].EIPUC
	case PlayAhead:
		a, b = r.t.Promise(ArmCheap), r.t.Promise(ArmExpensive)
	}
	if b > a {
		return ArmExpensive, true
	}
	return ArmCheap, true
}

// Next takes the next arm; ok is false, and nothing happens, when the play
// finds none it can afford.
func (r *run) Next() (p Pull, ok bool) {
	class, ok := r.choose()
	if !ok {
		return Pull{}, false
	}
	p.Class = class
	if class == ArmCheap {
		r.cheap++
		p.Arm, p.Cost, p.Value = r.cheap, r.t.Epsilon, r.cheapSd*r.rng.NormFloat64()
	} else {
		r.expensive++
		p.Arm, p.Cost, p.Value = r.k+1, 1+r.t.Delta, r.rng.NormFloat64()
	}
	if p.Value > r.best {
		r.best = p.Value
	}
	p.Best, p.Remaining = r.best, r.remaining()
	return p, true
}

// Simulation is the average of many runs of the policy and of the
// other choice, with standard errors.
type Simulation struct {
	Runs             int
	Policy, PolicySE float64
	Other, OtherSE   float64
}

// simulationChunk is the number of runs that share a random stream. Chunks
// land in slots and are added in order, so results do not depend on how many
// processors worked.
const simulationChunk = 1000

// Simulate runs the policy and the other choice, arm by arm, runs times each.
func (t Instance) Simulate(runs int, seed uint64) (Simulation, error) {
	if err := t.Check(); err != nil {
		return Simulation{}, err
	}
	if runs < 2 {
		return Simulation{}, fmt.Errorf("simulate at least 2 runs, not %d", runs)
	}
	s := Simulation{Runs: runs}
	s.Policy, s.PolicySE = t.Average(t.Policy(), runs, seed)
	s.Other, s.OtherSE = t.Average(t.Other(), runs, seed)
	return s, nil
}

// Average plays arm by arm, at least twice, and returns the mean best value with
// its standard error. Panics if the parameters fail Check.
func (t Instance) Average(play Play, runs int, seed uint64) (mean, se float64) {
	type slot struct{ sum, squares float64 }
	slots := make([]slot, (runs+simulationChunk-1)/simulationChunk)
	next := make(chan int, len(slots))
	for i := range slots {
		next <- i
	}
	close(next)
	var wg workers.Group
	for range min(runtime.GOMAXPROCS(0), len(slots)) {
		wg.Go(func() {
			for i := range next {
				r := t.Run(play, seed)
				r.rng = rand.New(rand.NewPCG(seed, uint64(i)<<8|t.stream(play)))
				var s slot
				for range min(simulationChunk, runs-i*simulationChunk) {
					r.cheap, r.expensive, r.best = 0, 0, 0
					for {
						if _, ok := r.Next(); !ok {
							break
						}
					}
					s.sum += r.best
					s.squares += r.best * r.best
				}
				slots[i] = s
			}
		})
	}
	wg.Wait()
	var sum, squares float64
	for _, s := range slots {
		sum += s.sum
		squares += s.squares
	}
	n := float64(runs)
	mean = sum / n
	return mean, math.Sqrt(math.Max(0, squares/n-mean*mean) / (n - 1))
}
