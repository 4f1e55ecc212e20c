package ceiling

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
)

// What is believed of the choices is what the model says.
func TestBeliefIsTheModels(t *testing.T) {
	t.Parallel()
	for n := range uint64(10) {
		p := drawProblem(n, settings{})
		b, best := p.first()
		looks := []look{{3, 0.7}, {5, -0.4}}
		for _, l := range looks {
			b, best = b.look(l.at, l.value), math.Max(best, l.value)
		}
		s, err := p.situation(looks, 3, 5)
		testkit.OK(t, err)
		if s.Best != best || len(s.Seen) != 4 || !s.Seen[1].Initial || s.Seen[2].Initial || s.Step != 2 {
			t.Errorf("problem %d: %+v, the best being %g", n, s.Seen, best)
		}
		var ws model.Workspace
		for i := range p.costs {
			m := s.Pair.Moments(&ws, p.unit(i))
			if math.Abs(m.MuF-b.mean[i]) > 1e-5 || math.Abs(m.SdF-b.sd(i)) > 1e-4 || math.Exp(m.MuC) != p.costs[i] && math.Abs(math.Exp(m.MuC)/p.costs[i]-1) > 1e-12 {
				t.Errorf("problem %d, choice %d: the model says %+v, the belief %g ± %g", n, i, m, b.mean[i], b.sd(i))
			}
		}
	}
}

// brute lists every way to play: a first look, and for each value it may show
// every way to continue. It is judged by the model's own posterior, look by look.
type brute struct {
	at   int
	then []*brute // one for each node; nil: nothing is affordable
}

func everyWay(p problem, left float64, seen uint, nodes int) []*brute {
	var out []*brute
	for i, c := range p.costs {
		if !p.affordable(i, left, seen) {
			continue
		}
		next := everyWay(p, left-c, seen|1<<i, nodes)
		ways := []*brute{{at: i}}
		if len(next) > 0 {
			ways = nil
			then := make([]int, nodes) // which of next after each node, as digits
			for {
				w := &brute{at: i}
				for _, k := range then {
					w.then = append(w.then, next[k])
				}
				ways = append(ways, w)
				k := 0
				for ; k < nodes; k++ {
					if then[k]++; then[k] < len(next) {
						break
					}
					then[k] = 0
				}
				if k == nodes {
					break
				}
			}
		}
		out = append(out, ways...)
	}
	return out
}

func (w *brute) end(t *testing.T, p problem, looks []look, z, prob []float64) float64 {
	t.Helper()
	s, err := p.situation(looks, 1, 1)
	testkit.OK(t, err)
	var ws model.Workspace
	m := s.Pair.Moments(&ws, p.unit(w.at))
	v := acquisition.EI(m.MuF, m.SdF, s.Best)
	for k, then := range w.then {
		after := append(slices.Clone(looks), look{w.at, m.MuF + m.SdF*z[k]})
		v += prob[k] * then.end(t, p, after, z, prob)
	}
	return v
}

// The optimum is the best of all ways to play, each of them played.
func TestOptimumIsTheBestOfAllWays(t *testing.T) {
	t.Parallel()
	set := settings{Points: 3, seen: 1, Nodes: 2}
	z, prob := shown(set.Nodes)
	most := 0
	for n := range uint64(12) {
		p := drawProblem(n, set)
		for _, budget := range []float64{0.8, 2, 100} {
			ways := everyWay(p, budget, p.seenFirst(), set.Nodes)
			most = max(most, len(ways))
			best := 0.0
			for _, w := range ways {
				best = math.Max(best, w.end(t, p, nil, z, prob))
			}
			if got := p.optimum(budget, set); math.Abs(got-best) > 1e-6 {
				t.Errorf("problem %d, budget %g: the optimum is %.9f, the best of %d ways %.9f", n, budget, got, len(ways), best)
			}
		}
	}
	if most < 12 { // 3 first looks, 2 after either value
		t.Errorf("at most %d ways: the problems are too easy", most)
	}
}

// A plan that sees the end is the optimum; none exceeds it.
func TestNoPlanExceedsTheOptimum(t *testing.T) {
	t.Parallel()
	set := settings{Points: 5, Nodes: 3}
	below := false
	for n := range uint64(15) {
		p := drawProblem(n, set)
		for _, budget := range []float64{1, 2.5} {
			best := p.optimum(budget, set)
			if v := p.follow(Plan{Looks: 5}, budget, set); math.Abs(v-best) > 1e-12 {
				t.Errorf("problem %d, budget %g: all five looks planned bring %g of %g", n, budget, v, best)
			}
			for looks := 1; looks <= 3; looks++ {
				for price := Free; price <= Rate; price++ {
					v := p.follow(Plan{looks, price}, budget, set)
					if v > best*(1+1e-12) || v < 0 {
						t.Errorf("problem %d, budget %g: %v brings %g of %g", n, budget, Plan{looks, price}, v, best)
					}
					below = below || v < 0.98*best
				}
			}
		}
	}
	if !below {
		t.Error("every plan is as good as the optimum: there is nothing to see")
	}
}

// Policies are played: EI and the closed forms that divide by the cost, which is
// known, are plans of one look.
func TestPlayedPoliciesArePlans(t *testing.T) {
	t.Parallel()
	set := settings{Points: 4, Nodes: 3}
	for n := range uint64(4) {
		p := drawProblem(n, set)
		for name, plan := range map[string]Plan{"ei": {1, Free}, "ei-pc": {1, Rate}, "ei-puc": {1, Rate}, "ei-pes": {1, Rate}} {
			got, err := p.play(context.Background(), policy.Must(name), 2, set)
			if want := p.follow(plan, 2, set); err != nil || math.Abs(got-want) > 1e-6 {
				t.Errorf("problem %d: %s brings %.9f (%v), %v %.9f", n, name, got, err, plan, want)
			}
		}
	}
}

// A tree that remembers is played, too, and does not exceed the optimum; its last
// look is planned as well as any.
func TestTreesArePlayed(t *testing.T) {
	t.Parallel()
	set := settings{Points: 4, Nodes: 3}
	p := drawProblem(0, set)
	best := p.optimum(2, set)
	for _, name := range []string{"2-b-ms-ei effort=quick schedule=off", "2-b-ms-ei effort=quick schedule=paper", "far", "pbgi-d"} {
		v, err := p.play(context.Background(), policy.Must(name), 2, set)
		if err != nil || v > best*(1+1e-6) || v < 0.7*best {
			t.Errorf("%s brings %g of %g, %v", name, v, best, err)
		}
	}
}

// Seven values are a good likeness of all: the share of the optimum that a plan
// reaches is within a fifth of a percent of what 25 say.
func TestSevenNodesAreEnough(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	var optimum, closed, ahead [2]float64
	for n := range uint64(40) {
		p := drawProblem(n, settings{Points: 4})
		for i, nodes := range []int{defaultNodes, 25} {
			set := settings{Nodes: nodes}
			optimum[i] += p.optimum(2, set)
			closed[i] += p.follow(Plan{1, Rate}, 2, set)
			ahead[i] += p.follow(Plan{2, Free}, 2, set)
		}
	}
	if math.Abs(optimum[0]/optimum[1]-1) > 0.002 {
		t.Errorf("the optimum is %g with %d values, %g with 25", optimum[0], defaultNodes, optimum[1])
	}
	for _, v := range [][2]float64{closed, ahead} {
		if math.Abs(v[0]/optimum[0]-v[1]/optimum[1]) > 0.002 {
			t.Errorf("a plan reaches %g of %g with %d values, %g of %g with 25", v[0], optimum[0], defaultNodes, v[1], optimum[1])
		}
	}
	// Their mean is 0, and their variance almost 1.
	for _, n := range []int{1, 2, 7, 50} {
		z, prob := shown(n)
		sum, squares, total := 0.0, 0.0, 0.0
		for k := range z {
			sum += prob[k] * z[k]
			squares += prob[k] * z[k] * z[k]
			total += prob[k]
		}
		if math.Abs(sum) > 1e-12 || math.Abs(total-1) > 1e-12 || !(squares <= 1) || squares < 1-1.2/float64(n) {
			t.Errorf("%d values: mean %g, squares %g, probability %g", n, sum, squares, total)
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	run := Run{
		settings: settings{Points: 4, Nodes: 2}, Problems: 5, Budgets: []float64{1, 2},
		Contestants: []Contestant{{Policy: policy.Must("ei")}, {Plan: &Plan{Looks: 4}}},
	}
	var tables []Table
	for _, n := range []int{1, 3} {
		run.Workers = n
		table, err := run.Table(context.Background())
		testkit.OK(t, err)
		tables = append(tables, table)
	}
	for k, row := range tables[0].Rows {
		for j := range run.Budgets {
			if row.Share[j] != tables[1].Rows[k].Share[j] {
				t.Errorf("row %d, budget %d: %+v with one worker, %+v with three", k, j, row.Share[j], tables[1].Rows[k].Share[j])
			}
		}
	}
	run.Contestants = append(run.Contestants, Contestant{Policy: policy.Must("b-ms-ei steps=2")}, Contestant{Policy: policy.Must("b-ms-ei steps=3")})
	if got := run.Names(); !slices.Equal(got, []string{"ei", "4 looks, no price", "b-ms-ei steps=2", "b-ms-ei steps=3"}) {
		t.Errorf("they are called %q", got)
	}
	run.Contestants = run.Contestants[:2]
	if row := tables[0].Rows[1]; math.Abs(row.All.Mean-1) > 1e-12 || math.Abs(row.Worst-1) > 1e-12 {
		t.Errorf("a plan of all looks reaches %+v", row)
	}
	if row := tables[0].Rows[0]; row.All.Mean >= 1+1e-12 || row.Worst > row.All.Mean {
		t.Errorf("EI reaches %+v", row)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run.Table(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	run.Points, run.Budgets = 25, []float64{100}
	if _, err := run.Table(context.Background()); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("25! orders of looks: %v", err)
	}
}
