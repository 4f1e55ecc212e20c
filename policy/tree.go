package policy

import (
	"context"
	"encoding/json"
	"math"

	"farsight/internal/sobol"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

// planner decides by maximising a scenario tree. It remembers the tree, for a
// warm start, and the fantasy budget.
type planner struct {
	policy    Policy
	plan      treePlan
	tree      *lookahead.Memory
	warm      *outcome // what was observed since
	scheduler lookahead.Scheduler
	rollout   *Rollout // behind the fantasy budget; nil: there is none
}

type outcome struct{ y, lnz float64 }

func newPlanner(p Policy) Decider { return &planner{policy: p, plan: p.plan()} }

// budget is one the tree may be planned with, and the scheduler as it is
// afterwards.
type budget struct {
	scheduler lookahead.Scheduler
	lookahead.PlannedBudget
	rollout *Rollout
}

// Decide maximises the tree. What is left of a fantasy budget may buy nothing
// while the true one still can: it is then refilled, and at last the true
// budget is planned with. Only if that buys nothing is there no decision.
func (t *planner) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	fantasies, err := t.fantasies(s)
	if err != nil {
		return nil, Running, err
	}
	set := lookahead.Settings{Effort: t.plan.effort, Seed: sobol.Seed(s.Seed, sobol.Search, s.Step), Workers: s.Workers}
	if s.Light && set.Effort == lookahead.Standard {
		set.Effort = lookahead.Quick
	}
	if tell := s.Progress; tell != nil {
		set.Progress = func(p lookahead.Progress) { tell(float64(p.Done) / float64(max(1, p.Total))) }
	}
	if t.warm != nil {
		set.Warm = t.tree.WarmStart(t.warm.y, t.warm.lnz, fantasies)
	}
	var b budget
	var state lookahead.State
	var tree *lookahead.Tree
	for _, next := range []func(context.Context, Situation) (budget, error){t.scheduled, t.refilled, t.truly} {
		if b, err = next(ctx, s); err != nil {
			return nil, Running, err
		}
		state = lookahead.State{Pair: s.Pair, Budget: b.Budget, Best: s.Best}
		if b.Budget < s.Left && !promises(s, state, b.rollout) {
			// One step ahead is quickly seen: if that is worthless, so is the tree.
			if tree, err = lookahead.Maximise(ctx, state, nil, lookahead.Settings{Effort: lookahead.Quick, Seed: set.Seed, Workers: set.Workers}); err != nil {
				return nil, Running, err
			}
			if worthless(s, tree) && !tree.Cancelled {
				continue
			}
		}
		if tree, err = t.maximise(ctx, s, &state, fantasies, &set); err != nil {
			return nil, Running, err
		}
		if tree.Cancelled {
			return nil, Running, ctx.Err()
		}
		if !worthless(s, tree) || b.Budget >= s.Left {
			break
		}
	}
	if worthless(s, tree) {
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	if s.Pair.Walled(tree.Root) {
		if tree, err = avoidFailures(ctx, s, state, fantasies, set, tree); err != nil {
			return nil, Running, err
		}
	}
	// Kept only now: a decision that was cancelled can be made again, and is the
	// same.
	t.tree, t.scheduler, t.rollout = tree.Memory, b.scheduler, b.rollout
	d := &Decision{Choice: Choice{tree.Root, tree.Value}, Horizon: b.Budget, Refilled: b.Refilled, Rollout: b.rollout, Price: state.Price}
	if tree.RunnerUp != nil {
		d.RunnerUp = &Choice{tree.RunnerUp, tree.RunnerVal}
	}
	snap, err := tree.Snapshot(state, fantasies, t.plan.shape.Rule, s.Point)
	if err != nil {
		return nil, Running, err
	}
	d.Tree = &snap
	return d, Running, nil
}

// maximise finds the best tree, with a price of budget if there is one. Whether any
// point improves anything is decided without it.
func (t *planner) maximise(ctx context.Context, s Situation, state *lookahead.State, f fantasy.Samples, set *lookahead.Settings) (*lookahead.Tree, error) {
	var err error
	set.Cache = new(lookahead.CandidateCache)
	if set.Roots, state.Price, err = t.plan.price.contend(ctx, s, state.Budget, set.Cache); err != nil {
		return nil, err
	}
	tree, err := lookahead.Maximise(ctx, *state, f, *set)
	if err != nil || state.Price == 0 || tree.Cancelled {
		return tree, err
	}
	if worthless(s, tree) {
		state.Price = 0
		return lookahead.Maximise(ctx, *state, f, *set)
	}
	return tree, nil
}

// fantasies are the base samples of a step's tree.
func (t *planner) fantasies(s Situation) (fantasy.Samples, error) {
	return t.plan.shape.Draw(sobol.Seed(s.Seed, sobol.Fantasies, s.Step), t.plan.large)
}

// worthless reports whether every point within a tree's budget is worth nothing.
func worthless(s Situation, t *lookahead.Tree) bool {
	return t.Nothing || Negligible(t.Gain, s.Pair.Objective.Hyper())
}

// scheduled is what is left, or the fantasy budget where scheduling is on.
func (t *planner) scheduled(ctx context.Context, s Situation) (budget, error) {
	return t.next(ctx, s, t.scheduler)
}

// refilled is a recomputed fantasy budget.
func (t *planner) refilled(ctx context.Context, s Situation) (budget, error) {
	emptied := t.scheduler
	emptied.Filled = false
	return t.next(ctx, s, emptied)
}

// truly is the budget that is truly left, with the fantasy one used up.
func (t *planner) truly(_ context.Context, s Situation) (budget, error) {
	return budget{lookahead.Scheduler{Rule: t.plan.schedule}, lookahead.PlannedBudget{Budget: s.Left, Refilled: true}, nil}, nil
}

func (t *planner) next(ctx context.Context, s Situation, scheduler lookahead.Scheduler) (budget, error) {
	scheduler.Rule = t.plan.schedule
	search := s.search()
	search.Seed = sobol.Seed(s.Seed, sobol.Schedule, s.Step)
	next, err := scheduler.Next(ctx, s.Pair, s.Left, s.Total, t.policy.Steps(), search)
	b := budget{scheduler, next, t.rollout}
	switch {
	case scheduler.Rule == lookahead.ScheduleOff:
		b.rollout = nil
	case next.Refilled:
		b.rollout = &Rollout{s.Step, s.Left, next.Rollout}
	}
	return b, err
}

// Observed pays from the fantasy budget and keeps the outcome for a warm start.
func (t *planner) Observed(value, cost, way float64) {
	t.scheduler.Paid(cost + way)
	t.warm = nil
	if !math.IsNaN(value) {
		t.warm = &outcome{value, math.Log(cost)}
	}
}

// treeRecord is what a journal keeps of a tree.
type treeRecord struct {
	Horizon  float64          `json:"-"` // of the common part, as is
	Price    float64          `json:"-"`
	Schedule *scheduledRecord `json:"schedule,omitempty"`
	Rollout  *Rollout         `json:"rollout,omitempty"`
	Tree     []float64        `json:"tree,omitempty"` // its decision points, node by node
}

// scheduledRecord is the fantasy budget when the decision was made.
type scheduledRecord struct {
	Left  float64 `json:"left"`
	Least float64 `json:"least"`
}

// maxRecorded is the largest tree a record keeps, in coordinates. A decision
// after a larger one starts without it.
const maxRecorded = 20_000

// Record keeps the fantasy budget and the tree's points.
func (t *planner) Record(d Decision) any {
	var r treeRecord
	if c := t.scheduler; c.Filled {
		r.Schedule, r.Rollout = &scheduledRecord{c.Left, c.Least}, t.rollout
	}
	if d.Tree != nil && len(d.Tree.Nodes)*len(d.U) <= maxRecorded {
		for _, n := range d.Tree.Nodes {
			r.Tree = append(r.Tree, n.X...)
		}
	}
	return r
}

// readTree reads a record; it reports false where there is none.
func readTree(record []byte) (r treeRecord, ok bool) {
	common := struct {
		treeRecord
		Horizon float64 `json:"horizon"`
		Price   float64 `json:"price"`
	}{}
	if json.Unmarshal(record, &common) != nil {
		return treeRecord{}, false
	}
	r = common.treeRecord
	r.Horizon, r.Price = common.Horizon, common.Price
	return r, true
}

// Recall restores the fantasy budget and the tree.
func (t *planner) Recall(record []byte, then Situation) {
	r, ok := readTree(record)
	if !ok {
		return
	}
	if c := r.Schedule; c != nil {
		t.scheduler = lookahead.Scheduler{Filled: true, Left: c.Left, Least: c.Least} // its Rule is the policy's
		t.rollout = r.Rollout
	}
	if then.Pair == nil || len(r.Tree) == 0 {
		return
	}
	if state, f, ok := t.policy.Kind().Plan(t.policy, then, r.Horizon, r.Price); ok {
		t.tree, _ = lookahead.Remember(state, f, r.Tree) // nil: no warm start
	}
}

// planTree is what the tree of a step is maximised on.
func planTree(p Policy, s Situation, budget, price float64) (lookahead.State, fantasy.Samples, bool) {
	t := planner{plan: p.plan()}
	f, err := t.fantasies(s)
	if err != nil || s.Pair == nil {
		return lookahead.State{}, nil, false
	}
	return lookahead.State{Pair: s.Pair, Budget: budget, Best: s.Best, Price: price}, f, true
}

// recordedTree is the tree of a record with its values computed again.
func recordedTree(p Policy, s Situation, budget float64, record []byte) *lookahead.Snapshot {
	r, ok := readTree(record)
	if !ok || len(r.Tree) == 0 {
		return nil
	}
	state, f, ok := p.Kind().Plan(p, s, budget, r.Price)
	if !ok {
		return nil
	}
	snap, err := (&lookahead.Tree{X: r.Tree}).Snapshot(state, f, p.plan().shape.Rule, s.Point)
	if err != nil {
		return nil
	}
	return &snap
}
