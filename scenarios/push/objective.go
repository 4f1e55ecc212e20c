package push

import (
	"math"
	"math/rand/v2"
)

// Point is a place on the table, in metres.
type Point struct{ X, Y float64 }

// norm is ‖p‖, rounded the same on every machine as math.Hypot is not.
func (p Point) norm() float64 { return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)) }

// to is ‖p − q‖.
func (p Point) to(q Point) float64 { return Point{p.X - q.X, p.Y - q.Y}.norm() }

// Objective is −‖w − target‖, to be maximised; its maximum is 0.
func Objective(w, target Point) float64 { return -w.to(target) }

// Cost is ‖w‖ + 0.1: what it costs to bring the disc back. A miss costs 0.1.
func Cost(w Point) float64 { return w.norm() + 0.1 }

// TargetCount is how many targets an experiment shares among its replications.
const TargetCount = 20

// Targets draws the targets of an experiment: each coordinate has a magnitude
// uniform over (1, 5) and a sign, + or − with equal chances.
func Targets(seed uint64) [TargetCount]Point {
	rng := rand.New(rand.NewPCG(seed, 0x707573685f746172)) // "push_tar"
	coordinate := func() float64 {
		magnitude := 1.0
		for magnitude == 1 { // Float64 may return 0; the interval is open
			magnitude = 1 + float64(4*rng.Float64())
		}
		if rng.IntN(2) == 0 {
			return -magnitude
		}
		return magnitude
	}
	var targets [TargetCount]Point
	for i := range targets {
		targets[i] = Point{coordinate(), coordinate()}
	}
	return targets
}
