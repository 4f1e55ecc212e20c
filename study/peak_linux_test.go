package study

import (
	"os"
	"strconv"
	"syscall"
	"testing"

	"farsight/internal/testkit"
	"farsight/internal/workers"
	"farsight/model"
	"farsight/policy"
)

// The memory of a whole replay, by getrusage. It takes minutes:
//
//	FARSIGHT_PEAK=1000 go test ./study -run TestPeakMemory -v -timeout 0
func TestPeakMemory(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv("FARSIGHT_PEAK"))
	if err != nil {
		t.Skip("set FARSIGHT_PEAK to the number of evaluations")
	}
	workers.BoundGarbage() // as the program does
	p := *scenario(t, "dropwave", 1)
	p.Budget = 1e9
	p.Objective.Fixed = &model.Hyper{Variance: 0.1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
	p.Cost.Fixed = &model.Hyper{Variance: 1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
	r, err := NewReplay(t.Context(), &p, policy.Must("ei-puc"), Settings{Limit: steps}, nil)
	testkit.OK(t, err)
	var use syscall.Rusage
	testkit.OK(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	peak := use.Maxrss / 1024
	t.Logf("%d evaluations: %d MB at most", r.Last().Evaluations, peak)
	if steps <= 1000 && peak >= 100 {
		t.Errorf("%d MB: a thousand evaluations are to take less than 100", peak)
	}
}
