package lookahead

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"farsight/model"
)

// machineNumbers are what one tree comes to.
type machineNumbers struct {
	Posterior []float64 // means and variances of f and ln c at the nodes
	Value     float64
	Gradient  []float64
	Scale     float64 // the standard deviation of the objective
}

// Posteriors, values and gradients are within 1e-9 of those that were recorded on
// amd64 with AVX2, on every machine, with and without assembly: of the largest of
// them, or of the objective's standard deviation where all are smaller. In one
// dimension kernel matrices of noiseless values are too near singular for that.
// FARSIGHT_RECORD=1 records them again.
func TestMachinesAgree(t *testing.T) {
	t.Parallel()
	const file = "testdata/machines.json"
	var all []machineNumbers
	for i := range 24 {
		rng := rand.New(rand.NewPCG(71, uint64(i)))
		d, n := 2+i%3, 6+rng.IntN(30)
		s := randomState(t, rng, n, d, []float64{2, 5, 50}[i%3])
		switch i % 4 {
		case 1:
			s.Price = 0.1
		case 2:
			s = linkedState(t, rng, n+25, d, 5, 0.4, false)
		case 3:
			s = noisyState(t, rng, n+9, d, 5)
		}
		f := randomFantasies(rng, [][]int{{4, 4, 2}, {1, 1, 1}, {3}, {2, 5, 2}}[i/4%4]...)
		e, err := NewEvaluator(s, f)
		if err != nil {
			t.Fatal(err)
		}
		x, grad := make([]float64, e.Nodes()*d), make([]float64, e.Nodes()*d)
		for i := range x {
			x[i] = rng.Float64()
		}
		one := machineNumbers{Value: e.Value(x, grad), Gradient: grad, Scale: math.Sqrt(s.Pair.Objective.Hyper().Variance)}
		var ws model.Workspace
		for k := range 3 {
			mean, variance := s.Pair.Objective.Predict(&ws, x[k*d:k*d+d])
			m := s.Pair.Moments(&ws, x[k*d:k*d+d])
			one.Posterior = append(one.Posterior, mean, variance, m.MuC, m.SdC)
		}
		all = append(all, one)
	}
	if os.Getenv("FARSIGHT_RECORD") != "" {
		data, err := json.Marshal(all)
		if err != nil || os.WriteFile(file, append(data, '\n'), 0o644) != nil {
			t.Fatal("not recorded", err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want []machineNumbers
	if err := json.Unmarshal(data, &want); err != nil || len(want) != len(all) {
		t.Fatalf("%d trees recorded: %v", len(want), err)
	}
	largest := map[string]float64{}
	for i, one := range all {
		for what, pair := range map[string][2][]float64{
			"posterior": {one.Posterior, want[i].Posterior}, "value": {{one.Value}, {want[i].Value}}, "gradient": {one.Gradient, want[i].Gradient},
		} {
			size := want[i].Scale
			for _, v := range pair[1] {
				size = max(size, math.Abs(v))
			}
			for k, v := range pair[0] {
				off := math.Abs(v-pair[1][k]) / size
				largest[what] = max(largest[what], off)
				if !(off <= 1e-9) {
					t.Errorf("tree %d: number %d of the %s is %v, recorded %v", i, k, what, v, pair[1][k])
				}
			}
		}
	}
	t.Log("largest differences:", largest)
}
