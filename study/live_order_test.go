package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study/journal"
)

// oven is a problem with one parameter, soon decided on.
const oven = `
name = "oven"
budget = 9
[[parameter]]
name = "heat"
low = 0
high = 10
[initial]
points = [[1], [5], [9]]
values = [0.2, 1.1, -0.3]
costs = [1, 1.4, 0.8]
[policy.b-ms-ei]
effort = "quick"
`

// turn is what one machine does: it tells a suggestion, or skips it.
type turn struct {
	line   int
	skips  bool
	failed bool
}

func (w turn) do(l *Live) error {
	seq := l.State().Seq
	if w.skips {
		_, err := l.SkipAsk(seq, w.line, "")
		return err
	}
	a, ok := l.State().Answerable(w.line)
	if !ok {
		return fmt.Errorf("line %d does not stand", w.line)
	}
	x := a.X[0]
	_, err := l.Tell(seq, Answer{Ask: w.line, Value: math.Sin(x) + x/20, Cost: 0.3 + math.Abs(x-3)/7, Failed: w.failed})
	return err
}

// tells is all that must not depend on the order of telling: what was told by
// whom, what is spent and counts, what stands, and what was skipped.
func tells(s journal.State) string {
	var rows []string
	for _, i := range s.InOrder() {
		e := s.Evaluations[i]
		rows = append(rows, fmt.Sprintf("%d: %v %v %v %v", e.Answers, e.X, e.Value, e.Cost, e.Counted))
	}
	var skips []int
	for _, k := range s.Skips {
		skips = append(skips, k.Ask.Seq)
	}
	slices.Sort(skips)
	var asks []string
	for _, a := range s.Asks {
		asks = append(asks, fmt.Sprintf("%d %s %v %s", a.Seq, a.As, a.X, a.Decision))
	}
	return fmt.Sprintf("%q spent %x of %v, skipped %v, out %q", rows, math.Float64bits(s.Spent), s.Budget, skips, asks)
}

// dice choose one of n.
type dice func(n int, what string) int

// shuffled is a list in another order.
func (d dice) shuffled(turns []turn) []turn {
	out := slices.Clone(turns)
	for i := len(out) - 1; i > 0; i-- {
		j := d(i+1, "order")
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// checkOrder plays rounds of three machines that ask, tell, skip and undo in two
// studies. They differ in the order of what is told within a round only, and
// must agree on everything, the next suggestions' bits included.
func checkOrder(t rapid.TB, roll dice, dir, name string, rounds int) {
	var both [2]*Live
	for i := range both {
		path := filepath.Join(dir, fmt.Sprintf("%d.study", i))
		os.Remove(path)
		os.Remove(path + ".lock")
		var err error
		both[i], err = CreateLive(path, "oven.toml", []byte(oven), LiveSettings{Policy: policy.Must(name), Seed: 7})
		testkit.OK(t, err)
	}
	agree := func(when string) {
		for _, l := range both { // and the run has the journal's sums
			now, err := l.now()
			testkit.OK(t, err)
			if r, err := now.run(); err != nil || r.budget.Spent() != now.state.Spent {
				t.Fatalf("%s %s: spent %v, the journal says %v; %v", name, when, r.budget.Spent(), now.state.Spent, err)
			}
		}
		if a, b := tells(both[0].State()), tells(both[1].State()); a != b {
			t.Fatalf("%s %s:\n%s\n%s", name, when, a, b)
		}
	}
	ask := func(o AskOptions) {
		var said [2]string
		for i, l := range both {
			s, err := l.AskFor(context.Background(), o)
			said[i] = fmt.Sprint(linesOf(s), err)
		}
		if said[0] != said[1] {
			t.Fatalf("%s: asked %+v, one says %s, the other %s", name, o, said[0], said[1])
		}
		agree("after an ask")
	}
	for range rounds {
		for range 1 + roll(3, "asks") {
			ask(AskOptions{As: []string{"a", "b", ""}[roll(3, "who")], Count: roll(3, "count")})
		}
		var turns []turn
		for _, s := range both[0].AllPending() {
			if what := roll(8, "what"); what < 6 {
				turns = append(turns, turn{line: s.Line, skips: what == 4, failed: what == 5})
			}
		}
		other := roll.shuffled(turns)
		for k := range turns {
			for i, w := range []turn{turns[k], other[k]} {
				if err := w.do(both[i]); err != nil {
					t.Fatalf("%+v: %v", w, err)
				}
			}
		}
		agree("after a round")
		if roll(5, "undo") == 0 {
			for range turns {
				for _, l := range both {
					if _, err := l.Undo(l.State().Seq); err != nil {
						t.Fatal(err)
					}
				}
			}
			agree("after the round was undone")
		}
	}
	for i, l := range both { // all that is out is told, and the next suggestion is the same
		all := l.AllPending()
		if i == 1 {
			slices.Reverse(all)
		}
		for _, s := range all {
			testkit.OK(t, (turn{line: s.Line}).do(l))
		}
	}
	agree("when all was told")
	ask(AskOptions{As: "c"})
}

// The order of telling does not matter.
func TestOrderOfTelling(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	dir := liveDir(t)
	policies := []string{"random", "ei-pc", "ei-puc-cc", "pbgi-d"}
	rapid.Check(t, func(t *rapid.T) {
		roll := dice(func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) })
		checkOrder(t, roll, dir, policies[roll(len(policies), "policy")], 1+roll(3, "rounds"))
	})
}

// Nor where a policy remembers its last tree and its fantasy budget.
func TestOrderOfTellingTrees(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for _, name := range []string{"2-b-ms-ei", "2-b-ms-ei schedule=paper", "far"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(8, 9))
			for range testkit.SweepSize(2, 3, 12) {
				checkOrder(t, func(n int, _ string) int { return rng.IntN(n) }, liveDir(t), name, 2)
			}
		})
	}
}
