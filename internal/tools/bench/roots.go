package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"text/tabwriter"

	flag "github.com/spf13/pflag"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
	"farsight/scenarios/builtin"
)

// benchRoots is the command "roots".
func benchRoots(flags *flag.FlagSet, args []string) error {
	st := rootStudy{ways: allWays()}
	flags.IntVar(&st.states, "states", 40, "states drawn")
	flags.StringVar(&st.fresh, "fresh", "128,8,4", "fresh fantasies per stage")
	flags.Uint64Var(&st.seed, "seed", 0, "of everything random")
	asJSON := flags.Bool("json", false, "print as JSON")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return usage{fmt.Errorf("bench roots takes no argument; got %q", flags.Arg(0))}
	}
	if st.states < 4 {
		return usage{fmt.Errorf("--states %d: must be at least 4 for an interval", st.states)}
	}
	r, err := st.run(context.Background(), os.Stderr)
	switch {
	case err != nil:
		return err
	case *asJSON:
		return writeJSON(os.Stdout, r)
	}
	return writeRoots(os.Stdout, r)
}

// rootStudy compares ways of choosing the next point.
type rootStudy struct {
	states int
	fresh  string
	seed   uint64
	ways   []way
}

// rootRow is one way of choosing, over the states of one kind.
type rootRow struct {
	Room     string  `json:"room"` // "3-5" or "50" evaluations
	Choice   string  `json:"choice"`
	States   int     `json:"states"`
	Promised float64 `json:"promised"` // in-sample value; 0 for closed forms
	Fresh    float64 `json:"fresh"`    // value on fresh fantasies
	Half     float64 `json:"half"`     // of the 95 % interval of Fresh
	Better   int     `json:"better"`   // states in which it beat standard by more than 0.1 %
	Worse    int     `json:"worse"`
}

// agreement counts pairs of efforts on the same base samples.
type agreement struct {
	Room   string `json:"room"`
	Pairs  int    `json:"pairs"`
	Agreed int    `json:"agreed"` // the better maximised tree chose the better point
}

// rootReport is the outcome of the study.
type rootReport struct {
	Rows   []rootRow   `json:"rows"`
	Agreed []agreement `json:"agreed"`
}

// way is one way of choosing a root; it returns the value promised as well.
type way struct {
	name   string
	choose func(ctx context.Context, s lookahead.State, initial float64, seed uint64) ([]float64, float64, error)
}

func closedForm(name string, rule func(s lookahead.State, initial float64) acquisition.Function) way {
	return way{name, func(ctx context.Context, s lookahead.State, initial float64, seed uint64) ([]float64, float64, error) {
		r, err := acquisition.Maximise(ctx, s.Pair, rule(s, initial), acquisition.Settings{Seed: seed})
		return r.Best.X, 0, err
	}}
}

func grownTree(name, fantasies string, effort lookahead.Effort) way {
	return way{name, func(ctx context.Context, s lookahead.State, _ float64, seed uint64) ([]float64, float64, error) {
		shape, err := fantasy.ParseShape(fantasy.Sampled, fantasies)
		if err != nil {
			return nil, 0, err
		}
		f, err := shape.Draw(seed, true)
		if err != nil {
			return nil, 0, err
		}
		t, err := lookahead.Maximise(ctx, s, f, lookahead.Settings{Effort: effort, Seed: seed})
		if err != nil {
			return nil, 0, err
		}
		return t.Root, t.Value, nil
	}}
}

// standardWay is the one all others are compared with.
const standardWay = "standard 4,4,2"

func allWays() []way {
	return []way{
		closedForm("EI", func(s lookahead.State, _ float64) acquisition.Function { return acquisition.NewEI(s.Best) }),
		closedForm("EI-PUC", func(s lookahead.State, _ float64) acquisition.Function { return acquisition.NewEIPUC(s.Best) }),
		closedForm("EI-PUC-CC", func(s lookahead.State, initial float64) acquisition.Function {
			return acquisition.NewEIPUCCC(s.Best, s.Budget/initial)
		}),
		closedForm("Q1", func(s lookahead.State, _ float64) acquisition.Function { return acquisition.NewQ1(s.Best, s.Budget) }),
		grownTree("paper 4,4,2", "4,4,2", lookahead.PaperEffort),
		grownTree("quick 4,4,2", "4,4,2", lookahead.Quick),
		grownTree(standardWay, "4,4,2", lookahead.Standard),
		grownTree("thorough 4,4,2", "4,4,2", lookahead.Thorough),
		grownTree("standard 10,5,3", "10,5,3", lookahead.Standard),
		grownTree("standard 32,4,2", "32,4,2", lookahead.Standard),
	}
}

func (st rootStudy) run(ctx context.Context, talk io.Writer) (rootReport, error) {
	shape, err := fantasy.ParseShape(fantasy.Sampled, st.fresh)
	if err != nil {
		return rootReport{}, usage{err}
	}
	ways := st.ways
	promised, fresh := make([][]float64, st.states), make([][]float64, st.states)
	for i := range st.states {
		state, initial, err := st.state(ctx, i)
		if err != nil {
			return rootReport{}, fmt.Errorf("state %d: %w", i, err)
		}
		f, err := shape.Draw(st.seed+uint64(i)+1<<32, true) // no tree has seen these
		if err != nil {
			return rootReport{}, usage{err}
		}
		for _, w := range ways {
			root, value, err := w.choose(ctx, state, initial, st.seed+uint64(i))
			if err != nil {
				return rootReport{}, fmt.Errorf("state %d, %s: %w", i, w.name, err)
			}
			judged, err := lookahead.JudgeRoot(ctx, state, root, f, lookahead.Settings{Effort: lookahead.Quick, Seed: st.seed})
			if err != nil {
				return rootReport{}, fmt.Errorf("state %d, %s: %w", i, w.name, err)
			}
			promised[i], fresh[i] = append(promised[i], value), append(fresh[i], judged)
		}
		fmt.Fprintf(talk, "state %d of %d\n", i+1, st.states)
	}
	return rootReport{summariseRoots(ways, promised, fresh), agreements(ways, promised, fresh)}, nil
}

// rooms are the kinds of states: how many evaluations the budget has room for.
var rooms = []string{"3-5", "50"}

// state draws a benchmark problem and plays EI-PUC-CC on it for a while. Even
// states have room for 3 to 5 evaluations more, odd ones for 50.
func (st rootStudy) state(ctx context.Context, i int) (s lookahead.State, initial float64, err error) {
	names := []string{"dropwave", "alpine1", "ackley", "shekel5"}
	rng := rand.New(rand.NewPCG(st.seed, uint64(i)))
	p, err := builtin.Load(names[i/2%len(names)], rng.Uint64())
	if err != nil {
		return s, 0, err
	}
	var data model.Data
	spent := 0.0
	add := func(u []float64) error {
		v, err := p.Source.Evaluate(ctx, p.FromUnit(u))
		data.X, data.Y, data.Cost = append(data.X, u), append(data.Y, p.Sign()*v.Value), append(data.Cost, v.Cost)
		spent += v.Cost
		return err
	}
	d := p.Dim()
	seq := sobol.New(d, rng.Uint64())
	for range 2 * (d + 1) {
		u := make([]float64, d)
		seq.Next(u)
		if err := add(u); err != nil {
			return s, 0, err
		}
	}
	spent = 0 // the initial design is not charged
	var pair *model.Pair
	for more := rng.IntN(16); ; more-- {
		if pair, err = model.FitPair(data, model.PairSettings{}, pair); err != nil {
			return s, 0, err
		}
		if more == 0 {
			break
		}
		r, err := acquisition.Maximise(ctx, pair, acquisition.NewEIPUCCC(pair.Incumbent(), 0.5), acquisition.Settings{Seed: rng.Uint64()})
		if err != nil {
			return s, 0, err
		}
		if err := add(r.Best.X); err != nil {
			return s, 0, err
		}
	}
	mean := 0.0
	for _, z := range data.Cost {
		mean += z / float64(len(data.Cost))
	}
	room := 50.0
	if i%2 == 0 {
		room = 3 + 2*rng.Float64()
	}
	s = lookahead.State{Pair: pair, Budget: room * mean, Best: pair.Incumbent()}
	return s, spent + s.Budget, nil
}

// summariseRoots divides by the value of standard's root and averages over the states of each kind.
func summariseRoots(ways []way, promised, fresh [][]float64) []rootRow {
	base := 0
	for w := range ways {
		if ways[w].name == standardWay {
			base = w
		}
	}
	rows := []rootRow{}
	for room, name := range rooms {
		for w := range ways {
			r := rootRow{Room: name, Choice: ways[w].name}
			var share []float64
			for i := room; i < len(fresh); i += len(rooms) {
				share = append(share, fresh[i][w]/fresh[i][base])
				r.Promised += promised[i][w] / fresh[i][base]
				if last := share[len(share)-1]; last > 1.001 {
					r.Better++
				} else if last < 0.999 {
					r.Worse++
				}
			}
			r.States = len(share)
			r.Promised /= float64(len(share))
			s := stats.Summarise(share)
			r.Fresh, r.Half = s.Mean, s.Half()
			rows = append(rows, r)
		}
	}
	return rows
}

// agreements compares the efforts on (4,4,2) with each other, pair by pair.
func agreements(ways []way, promised, fresh [][]float64) []agreement {
	var same []int
	for w := range ways {
		if strings.HasSuffix(ways[w].name, " 4,4,2") {
			same = append(same, w)
		}
	}
	var out []agreement
	for room, name := range rooms {
		a := agreement{Room: name}
		for i := room; i < len(fresh); i += len(rooms) {
			for n, v := range same {
				for _, w := range same[n+1:] {
					own := math.Log(promised[i][v] / promised[i][w])
					new := math.Log(fresh[i][v] / fresh[i][w])
					if !(math.Abs(own) > 0.01 && math.Abs(new) > 0.001) {
						continue
					}
					a.Pairs++
					if own*new > 0 {
						a.Agreed++
					}
				}
			}
		}
		out = append(out, a)
	}
	return out
}

func writeRoots(w io.Writer, report rootReport) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "room\tchoice\tstates\tpromised\tfresh\t±95%\tbetter\tworse")
	for _, r := range report.Rows {
		promise := "-"
		if r.Promised > 0 {
			promise = fmt.Sprintf("%.3f", r.Promised)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%.3f\t%.3f\t%d\t%d\n", r.Room, r.Choice, r.States, promise, r.Fresh, r.Half, r.Better, r.Worse)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, a := range report.Agreed {
		if _, err := fmt.Fprintf(w, "room %s: the better maximised tree chose the better point in %d of %d pairs\n", a.Room, a.Agreed, a.Pairs); err != nil {
			return err
		}
	}
	return nil
}
