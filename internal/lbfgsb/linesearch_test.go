package lbfgsb

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// The functions of Moré and Thuente (1994), section 5, equations (5.1) to
// (5.4), from first steps far too short to far too long. A search must end at a
// step that meets both conditions, or where the slope at 0 is so small that
// such a step is hardly to be hit ((5.2) and (5.3)), with a bracket narrower
// than a tenth around the minimiser; in a number of trials like that of the
// paper's tables 1 to 6 (up to 14).
func TestLineSearchMeetsTheStrongWolfeConditions(t *testing.T) {
	t.Parallel()
	yanai := func(b1, b2 float64) func(a float64) (f, g float64) {
		gamma := func(b float64) float64 { return math.Sqrt(1+b*b) - b }
		return func(a float64) (f, g float64) {
			r, s := math.Hypot(1-a, b2), math.Hypot(a, b1)
			return gamma(b1)*r + gamma(b2)*s, -gamma(b1)*(1-a)/r + gamma(b2)*a/s
		}
	}
	for name, phi := range map[string]func(a float64) (f, g float64){
		"5.1": func(a float64) (f, g float64) {
			const b = 2
			return -a / (a*a + b), (a*a - b) / ((a*a + b) * (a*a + b))
		},
		"5.2": func(a float64) (f, g float64) {
			const b = 0.004
			return math.Pow(a+b, 5) - 2*math.Pow(a+b, 4), 5*math.Pow(a+b, 4) - 8*math.Pow(a+b, 3)
		},
		"5.3": func(a float64) (f, g float64) { // a rapidly oscillating one
			const b, l = 0.01, 39.0
			switch {
			case a <= 1-b:
				f, g = 1-a, -1
			case a >= 1+b:
				f, g = a-1, 1
			default:
				f, g = (a-1)*(a-1)/(2*b)+b/2, (a-1)/b
			}
			w := l * math.Pi / 2
			return f + 2*(1-b)/(l*math.Pi)*math.Sin(w*a), g + (1-b)*math.Cos(w*a)
		},
		"5.4 (0.001, 0.001)": yanai(0.001, 0.001),
		"5.4 (0.01, 0.001)":  yanai(0.01, 0.001),
		"5.4 (0.001, 0.01)":  yanai(0.001, 0.01),
	} {
		for _, first := range []float64{1e-3, 1e-1, 1e1, 1e3} {
			t.Run(fmt.Sprintf("%s from %v", name, first), func(t *testing.T) {
				// The search starts at 1: stretch the axis so that this is first.
				f0, g0 := phi(0)
				g0 *= first
				var s search
				s.start(f0, g0, longestStep)
				for trial := 1; trial <= longestSearch; trial++ {
					f, g := phi(s.step * first)
					g *= first
					step := s.step
					switch v := s.judge(f, g); v {
					case again:
						continue
					case stuck:
						at, ok := map[string]float64{"5.2": 1.6 - 0.004, "5.3": 1}[name]
						if !ok || s.max-s.min > narrowInterval*s.max || s.min*first > at || s.max*first < at ||
							s.lo.f > f0+sufficientDecrease*s.lo.a*g0 || trial > 14 {
							t.Errorf("stuck after %d trials: %+v", trial, s)
						}
						return
					case accepted:
						if f > f0+sufficientDecrease*step*g0 || math.Abs(g) > smallSlope*math.Abs(g0) {
							t.Errorf("accepted %v: f %v from %v, slope %v from %v", step*first, f, f0, g, g0)
						}
						if trial > 14 {
							t.Errorf("%d trials", trial)
						}
						return
					}
				}
				t.Errorf("no end after %d trials", longestSearch)
			})
		}
	}
}

// The longest step is accepted when the function still goes down there.
func TestLineSearchStopsAtTheBox(t *testing.T) {
	t.Parallel()
	var s search
	s.start(0, -1, 3)
	for range 5 {
		if s.step > 3 {
			t.Fatalf("trial at %v beyond 3", s.step)
		}
		if s.judge(-s.step, -1) == accepted {
			if s.step != 3 {
				t.Errorf("accepted %v", s.step)
			}
			return
		}
	}
	t.Error("not accepted")
}

// Values that overflow the interpolation must still lead to a usable step.
func TestLineSearchSurvivesHugeValues(t *testing.T) {
	t.Parallel()
	phi := func(a float64) (f, g float64) { return 1e306 * (a - 0.01) * (a - 0.01), 2e306 * (a - 0.01) }
	f0, g0 := phi(0)
	for _, first := range []float64{1, 12} {
		var s search
		s.start(f0, g0, longestStep)
		s.step = first
		for trial := 1; ; trial++ {
			f, g := phi(s.step)
			if v := s.judge(f, g); v == accepted {
				break
			} else if v == stuck || trial == longestSearch {
				t.Fatalf("verdict %d after %d trials", v, trial)
			}
			if !finite(s.step) || s.step <= 0 {
				t.Fatalf("next step %v", s.step)
			}
		}
	}
}

// An interval seen in a mirror asks for the mirrored step: the four cases treat
// both orders of its ends alike.
func TestTrialStepsOfAMirroredInterval(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	mirror := func(p point) point { return point{3 - p.a, p.f, -p.g} }
	cases := [5]int{}
	for range 5000 {
		lo := point{1, 0, -math.Exp(rng.NormFloat64())}
		hi := point{2, rng.NormFloat64(), rng.NormFloat64()}
		tr := point{1 + 0.9*rng.Float64(), 0.5 * rng.NormFloat64(), rng.NormFloat64()}
		s := search{bracket: true, min: 1, max: 2}
		r := s
		switch {
		case tr.f > lo.f:
			cases[1]++
		case tr.g > 0:
			cases[2]++
		case -tr.g < -lo.g:
			cases[3]++
		default:
			cases[4]++
		}
		lo2, hi2 := mirror(lo), mirror(hi)
		s.next(&lo, &hi, tr)
		r.next(&lo2, &hi2, mirror(tr))
		if lo2 != mirror(lo) || hi2 != mirror(hi) || !(math.Abs(r.step-(3-s.step)) <= 1e-9*(1+math.Abs(s.step)) || !finite(s.step)) {
			t.Fatalf("ends %+v %+v and step %v; mirrored %+v %+v and %v", lo, hi, s.step, lo2, hi2, r.step)
		}
	}
	if min(cases[1], cases[2], cases[3], cases[4]) < 100 {
		t.Errorf("cases 1 to 4 seen %v times", cases[1:])
	}
}
