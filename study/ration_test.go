package study

import (
	"fmt"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
)

// The scenario ration: with the paper's schedule a tree of two steps uses up its
// allowance, and what it then buys takes all the money; with a price of money it
// does not happen, whatever the price, the steps and the seed.
// FARSIGHT_SWEEP=1 runs eleven seeds, and efforts too: 198 runs with a price. The
// maximum is 2.33.
func TestRationFailsAndAPriceDoesNot(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "ration", 0)
	seeds, efforts := []uint64{0, 1}, []string{""}
	if testkit.SweepAll() {
		seeds, efforts = []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []string{"", " effort=quick", " effort=thorough"}
	}
	end := func(name string, seed uint64) Snapshot {
		r, err := NewReplay(t.Context(), p, policy.Must(name), Settings{Seed: seed}, nil)
		testkit.OK(t, err)
		return r.Last()
	}
	rationed, low, ended := 0, 0, 0
	for _, seed := range seeds {
		for _, effort := range efforts {
			for _, rule := range []string{" rule=tree", " rule=path", " rule=gauss-hermite"} {
				s := end("b-ms-ei steps=2 schedule=paper"+rule+effort, seed)
				rationed++
				if s.Best < 1.1 {
					low++
				}
				if s.Stop == Unaffordable && s.Money.Left > 1 {
					ended++
				}
			}
			for _, price := range []string{"rate", "0.5*rate", "dinkelbach"} {
				for _, steps := range []int{2, 3} {
					name := fmt.Sprintf("p-ms-ei steps=%d price=%s%s", steps, price, effort)
					if s := end(name, seed); s.Best < 1.9 {
						t.Errorf("%s, seed %d: ends at %v", name, seed, s.Best)
					}
				}
			}
		}
	}
	if 10*low < 8*rationed || 10*ended < 8*rationed {
		t.Errorf("of %d runs with the paper's schedule %d end low, %d with the money unspent", rationed, low, ended)
	}
}
