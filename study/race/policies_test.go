package race_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/race"
)

// Policies on draws of what is believed: random points are behind, a policy is
// not told from itself, and nothing depends on the number of processors.
func TestPoliciesRace(t *testing.T) {
	testkit.SkipEmulated(t)
	draws := 32
	if testing.Short() {
		draws = race.FirstLook
	}
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	o, err := study.NewStartState(context.Background(), p, study.Settings{Seed: 5})
	testkit.OK(t, err)
	policies := []policy.Policy{policy.Must("ei-pc"), policy.Must("random"), policy.Must("ei-pc")}
	play := func(ctx context.Context, i, draw int) (race.Score, error) {
		d, err := o.Draw(draw)
		if err != nil {
			return race.Score{}, err
		}
		r, err := d.Play(ctx, policies[i])
		return race.Score{Gain: r.Gain, Luck: r.Luck[:]}, err
	}
	var seen [2]*race.Race
	for i, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		seen[i], err = race.Run(context.Background(), len(policies), play, race.Settings{Draws: draws})
		runtime.GOMAXPROCS(old)
		testkit.OK(t, err)
	}
	st := seen[0].Standings()
	if !slices.Equal(st, seen[1].Standings()) {
		t.Errorf("with one processor\n%+v\nwith two\n%+v", st, seen[1].Standings())
	}
	if st[0].Contestant != 0 || st[1].Contestant != 2 || st[1].Verdict != race.Equal || st[1].Against.Half() != 0 || st[2].Contestant != 1 || st[2].Verdict != race.Behind {
		t.Errorf("%+v", st)
	}
}
