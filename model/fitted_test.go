package model

import (
	"bytes"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"farsight/internal/testkit"
)

// smoothData are n evaluations of a smooth function of d inputs.
func smoothData(n, d int, seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	var data Data
	for range n {
		x := make(Unit, d)
		y, c := 0.0, 0.0
		for j := range x {
			x[j] = rng.Float64()
			y += math.Sin(5 * x[j] * float64(j+1))
			c += math.Cos(3 * x[j])
		}
		data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, y), append(data.Cost, math.Exp(c+0.4*y))
	}
	return data
}

// first are the first n evaluations.
func (d Data) first(n int) Data {
	out := Data{X: d.X[:n], Y: d.Y[:n], Cost: d.Cost[:n]}
	if d.Noise != nil {
		out.Noise = d.Noise[:n]
	}
	return out
}

// Encoded, decoded and built again, a pair is what it was: every bit of its
// factors, of what it predicts and of what it weighs by.
func TestAPairIsBuiltAgainToTheBit(t *testing.T) {
	t.Parallel()
	type change func(*Data, *PairSettings)
	cases := map[string]change{
		"fitted":        func(*Data, *PairSettings) {},
		"scaled priors": func(_ *Data, s *PairSettings) { s.Objective.Priors, s.Cost.Priors = DimensionScaled, DimensionScaled },
		"known cost": func(_ *Data, s *PairSettings) {
			s.Known = func(u Unit) float64 { return 1 + u[0] }
		},
		"fixed": func(_ *Data, s *PairSettings) {
			s.Objective.Fixed = &Hyper{Mean: 0.2, Variance: 1.3, Scale: []float64{0.3, 0.4}, Noise: 1e-6}
			s.Cost.Fixed = &Hyper{Mean: 1, Variance: 1, Scale: []float64{0.5, 0.5}, Noise: 1e-6}
			s.Joint = Together
		},
		"failures": func(d *Data, s *PairSettings) {
			d.Y[3], d.Y[7], d.Y[8] = math.NaN(), math.NaN(), math.NaN()
			s.Joint = Together
		},
		"replicates that differ": func(d *Data, s *PairSettings) {
			for i := range 6 {
				d.X[i+6] = d.X[i]
				d.Y[i+6] = d.Y[i] + 0.5
			}
			s.Joint = Together
		},
		"noisy": func(_ *Data, s *PairSettings) { s.Objective.Noisy = true },
		"known sd": func(d *Data, _ *PairSettings) {
			d.Noise = make([]float64, len(d.X))
			d.Noise[2], d.Noise[5] = 0.01, 0.04
		},
		"linked": func(_ *Data, s *PairSettings) { s.Joint = ByEvidence },
		"far off zero": func(d *Data, s *PairSettings) { // the mean of g is no log-cost that one may set
			for i := range d.Y {
				d.Y[i] += 1e7
			}
			s.Joint = Together
		},
		"choices": func(d *Data, s *PairSettings) {
			s.Choices = Choices{{At: 0, Choices: 2}}
			for _, x := range d.X {
				s.Choices.Snap(x)
			}
		},
	}
	links := 0
	for name, change := range cases {
		data, set := smoothData(24, 2, 3), PairSettings{}
		change(&data, &set)
		warm, err := FitPair(data.first(20), set, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := FitPair(data, set, warm)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want.Link != nil {
			links++
		}
		var wire bytes.Buffer
		var f Fitted
		if err := gob.NewEncoder(&wire).Encode(want.Fitted()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := gob.NewDecoder(&wire).Decode(&f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := Rebuild(data, set, f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		samePair(t, name, got, want)
	}
	if links < 4 {
		t.Errorf("only %d of the cases have a link: too few to tell", links)
	}
}

func samePair(t *testing.T, name string, got, want *Pair) {
	t.Helper()
	process := func(what string, a, b *GP) {
		if (a == nil) != (b == nil) {
			t.Fatalf("%s: %s is there only once", name, what)
		}
		if a == nil {
			return
		}
		x, y := a.Factor(), b.Factor()
		if !slices.Equal(x.X, y.X) || !slices.Equal(x.Alpha, y.Alpha) || !reflect.DeepEqual(x.Inverse, y.Inverse) || a.noisy != b.noisy || a.LogLikelihood() != b.LogLikelihood() {
			t.Errorf("%s: %s differs", name, what)
		}
	}
	process("objective", got.Objective, want.Objective)
	process("log-cost", got.LogCost, want.LogCost)
	if (got.Link == nil) != (want.Link == nil) || (got.Success == nil) != (want.Success == nil) {
		t.Fatalf("%s: link or success is there only once", name)
	}
	if a, b := got.Link, want.Link; a != nil {
		process("link", a.Own, b.Own)
		if a.Beta != b.Beta || a.Sd != b.Sd || a.Evidence != b.Evidence || a.noise != b.noise {
			t.Errorf("%s: link %+v, want %+v", name, a, b)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var ws Workspace
	us := make([]Unit, atOnce+10)
	for i := range us {
		us[i] = make(Unit, want.Dim())
		for j := range us[i] {
			us[i][j] = rng.Float64()
		}
	}
	each := got.MomentsEach(us)
	for i, u := range us {
		if a, b := got.Moments(&ws, u), want.Moments(&ws, u); a != b || each[i] != b {
			t.Errorf("%s: moments at %v are %+v, of many points %+v, want %+v", name, u, a, each[i], b)
		}
	}
	if got.Incumbent() != want.Incumbent() || len(got.Choices) != len(want.Choices) {
		t.Errorf("%s: incumbent %v, want %v", name, got.Incumbent(), want.Incumbent())
	}
	if f := want.Fitted(); f.Following(1) != nil && *f.Following(1) != *got.Fitted().Following(1) {
		t.Errorf("%s: following differs", name)
	}
}

// What does not belong together is refused.
func TestRebuildRefuses(t *testing.T) {
	t.Parallel()
	data := smoothData(8, 2, 1)
	p, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	f := *p.Fitted()
	if _, err := Rebuild(data, PairSettings{Known: func(Unit) float64 { return 1 }}, f); err == nil {
		t.Error("a known cost with hyperparameters was taken")
	}
	if _, err := Rebuild(smoothData(8, 3, 1), PairSettings{}, f); err == nil {
		t.Error("two lengthscales of three inputs were taken")
	}
	if (*Pair)(nil).Fitted() != nil || (*Fitted)(nil).Following(1) != nil {
		t.Error("something is told of what is not there")
	}
}
