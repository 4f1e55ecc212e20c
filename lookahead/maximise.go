package lookahead

import (
	"context"
	"fmt"
	"math"
	"sync"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Settings of a maximisation. The zero value is Standard with seed 0.
type Settings struct {
	Effort   Effort
	Seed     uint64       // of the optimiser; base samples have their own
	Workers  int          // 0: GOMAXPROCS; the result does not depend on it
	Warm     *Start       // a tree to start from as well, from Memory.WarmStart
	Root     model.Unit   // non-nil: the root stays here and the rest is maximised
	Roots    []model.Unit // points that are candidates, and always contend as roots
	Progress func(Progress)
	Work     float64         // what a curve may do; 0: work.Most
	Cache    *CandidateCache // of the state, from another search; nil: nothing
}

// Start is a tree of the right shape to start from.
type Start struct {
	X []float64 // node-major
}

// Tree is a maximised scenario tree.
type Tree struct {
	X         []float64  // decision points, node-major, stage by stage
	Value     float64    // Q_N at the root on the tree's own base samples: gain − λ·spending
	Gain      float64    // what it brings
	Spending  float64    // expected spending; 0 without a price
	Root      model.Unit // the point to evaluate
	RunnerUp  []float64  // root of the best tree that starts elsewhere; nil if none
	RunnerVal float64
	Cancelled bool // the context ended it; the best tree so far is here
	Nothing   bool // it brings nothing: nothing affordable, or nothing to gain
	Memory    *Memory
}

// separate is how far apart two roots must be to be two choices.
const separate = 0.03

// Maximise returns the best tree found for the state and base samples. A
// cancelled context returns the best so far, which is always a whole tree. A
// known cost is called from several goroutines at once.
func Maximise(ctx context.Context, s State, f fantasy.Samples, set Settings) (*Tree, error) {
	e, err := NewEvaluator(s, f)
	if err != nil {
		return nil, err
	}
	if err := set.check(e); err != nil {
		return nil, err
	}
	var t *Tree
	if set.Effort == PaperEffort {
		t = maximisePaper(ctx, e, set)
	} else {
		t = newSearch(e, set).run(ctx)
	}
	t.Memory = remember(e, f, t.X)
	t.Gain = t.Value
	if s.Price > 0 { // with a price the tree's value may be negative and is not its gain
		t.Gain, t.Spending = e.account()
		t.Nothing = !(t.Gain > 0)
	}
	return t, nil
}

// check refuses a fixed root or a start that is no point or tree of e.
func (set Settings) check(e *Evaluator) error {
	if set.Root != nil {
		if err := CheckCube(set.Root, e.d); err != nil {
			return fmt.Errorf("fixed root: %w", err)
		}
	}
	for _, x := range set.Roots {
		if err := CheckCube(x, e.d); err != nil {
			return fmt.Errorf("contending root: %w", err)
		}
	}
	if set.Warm != nil {
		if err := CheckCube(set.Warm.X, e.Nodes()*e.d); err != nil {
			return fmt.Errorf("warm start of a tree with %d nodes: %w", e.Nodes(), err)
		}
	}
	return nil
}

// comeBack moves the points of trees to where they may be chosen, all but a
// root that is held.
func (e *Evaluator) comeBack(all []*branch, held model.Unit) {
	for _, b := range all {
		if e.root.Pair.MoveAll(b.x, held != nil) {
			b.value = e.Value(b.x, nil)
		}
	}
}

// pack makes the tree of the best branch; all are sorted, best first. The
// runner-up is the best of those that start elsewhere.
func pack(ctx context.Context, d int, all []*branch, priced bool) *Tree {
	best := all[0]
	t := &Tree{X: best.x, Value: best.value, Root: append([]float64(nil), best.x[:d]...), Cancelled: ctx.Err() != nil}
	if !priced {
		t.Value = math.Max(best.value, 0)
	}
	t.Nothing = !(best.value > 0)
	for _, b := range all[1:] {
		if (b.value > 0 || priced) && distance(b.x[:d], t.Root) >= separate {
			t.RunnerUp, t.RunnerVal = append([]float64(nil), b.x[:d]...), b.value
			break
		}
	}
	return t
}

// Progress says how far a maximisation is. Calls never overlap, and Value never
// falls; with several workers the values on the way depend on who was first.
type Progress struct {
	Done, Total int     // pieces of work; at the end they are equal unless cancelled
	Value       float64 // of the best tree so far
}

// meter reports progress to the caller.
type meter struct {
	total int // pieces of work in all

	mu   sync.Mutex
	tell func(Progress)
	done int
	best float64
}

// newMeter is a meter that reports to tell, which may be nil.
func newMeter(tell func(Progress)) *meter { return &meter{tell: tell, best: math.Inf(-1)} }

// tick reports one more piece of work; calls never overlap.
func (m *meter) tick(value float64) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.best = math.Max(m.best, value)
	m.done++
	m.tell(Progress{Done: m.done, Total: m.total, Value: m.best})
}
