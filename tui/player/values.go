package player

import (
	"math"
	"slices"

	"farsight/model"
	"farsight/scenarios/theorem1"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/session"
	"farsight/tui/tour"
)

// values answers what a scene's words refer to.
type values struct {
	g     *guide
	scene int
}

func (v values) Value(r tour.Ref, at float64) (tour.Value, bool) {
	if r.Of == "map" {
		return mapValue(v.g.tour.Scenes[v.scene].Backdrop, r.What)
	}
	s := v.g.backdropOf(v.scene)
	if s == nil {
		return tour.Value{}, false
	}
	switch r.Of {
	case "problem":
		if r.What == "budget" {
			return tour.Value{Number: s.se.Problem.Budget, Given: true}, true
		}
		snap := v.at(s, "left", 0)
		if snap == nil {
			return tour.Value{}, false
		}
		return count(len(snap.Rows)), true
	case "theorem":
		return theoremValue(s, r.What)
	case "sim":
		return v.simulated(s, r)
	}
	return v.policy(s, r, at)
}

func number64(v float64) tour.Value { return tour.Value{Number: v} }
func count(n int) tour.Value        { return tour.Value{Number: float64(n), Count: true} }
func word(s string) tour.Value      { return tour.Value{Word: s} }

// track is the one WHO means, −1 if there is none.
func (v values) track(s *backdrop, who string) int {
	switch who {
	case string(tour.Left):
		return 0
	case string(tour.Right):
		return min(1, len(s.se.Tracks)-1)
	}
	return slices.Index(s.key.PolicyNames(), who)
}

// at is a policy's snapshot at a step; nil while it is not known. Where the scene
// is past a run's end it is the last one.
func (v values) at(s *backdrop, who string, when int) *study.Snapshot {
	i := v.track(s, who)
	if i < 0 || i >= len(s.se.Tracks) {
		return nil
	}
	t, now := s.se.Tracks[i], when == tour.Now
	switch sc := v.g.tour.Scenes[v.scene]; {
	case when == tour.Now && sc.Money > 0:
		if !t.Done() {
			return nil
		}
		when = session.AffordedBy(t, sc.Money)
	case when == tour.Now:
		when = sc.Step
	}
	if when == tour.End || now && when > t.Last() {
		if !t.Done() || t.Last() < 0 {
			return nil
		}
		when = t.Last()
	}
	if when > t.Last() {
		return nil
	}
	return &t.Snaps()[when]
}

// policy answers references to a policy's run.
func (v values) policy(s *backdrop, r tour.Ref, at float64) (tour.Value, bool) {
	if i := v.track(s, r.Who); r.What == "name" && i >= 0 && i < len(s.se.Tracks) {
		return word(s.se.Tracks[i].Title()), true
	}
	snap := v.at(s, r.Who, r.When)
	if snap == nil {
		return tour.Value{}, false
	}
	if r.At != nil && r.What == "score" && snap.Policy.Tree() {
		return curved(s.se.Tracks[v.track(s, r.Who)], snap, at)
	}
	if r.At != nil {
		return believed(snap, r.What, at)
	}
	switch r.What {
	case "best":
		return number64(snap.Best), true
	case "best-x", "best-cost", "best-step":
		return bestOf(snap, r.What)
	case "gain":
		first := v.at(s, r.Who, 0)
		return number64(snap.Problem.Sign() * (snap.Best - first.Best)), true
	case "paid":
		return count(snap.Evaluations), true
	case "spent":
		return number64(snap.Money.Spent), true
	case "left":
		return number64(snap.Money.Left), true
	case "stop":
		return word(string(snap.Stop)), snap.Stop != study.Running
	case "x", "value", "cost":
		return newest(snap, r.What)
	case "cheapest":
		return cheapest(snap)
	}
	return decided(snap, r.What)
}

// bestOf tells of the evaluation that found the best value.
func bestOf(s *study.Snapshot, what string) (tour.Value, bool) {
	if s.BestRow < 0 || s.BestRow >= len(s.Rows) {
		return tour.Value{}, false
	}
	switch row := s.Rows[s.BestRow]; what {
	case "best-x":
		return number64(row.X[0]), true
	case "best-cost":
		return number64(row.Cost), !row.Initial && !math.IsNaN(row.Cost)
	}
	step := 0
	for _, row := range s.Rows[:s.BestRow+1] {
		if !row.Initial {
			step++
		}
	}
	return count(step), true
}

// newest tells of the last evaluation.
func newest(s *study.Snapshot, what string) (tour.Value, bool) {
	row := s.Rows[len(s.Rows)-1]
	switch {
	case row.Initial:
		return tour.Value{}, false
	case what == "x":
		return number64(row.X[0]), true
	case what == "value":
		return number64(row.Y), true
	}
	return number64(row.Cost), true
}

// cheapest is the lowest price believed along the first parameter.
func cheapest(s *study.Snapshot) (tour.Value, bool) {
	if s.Fitted == nil {
		return tour.Value{}, false
	}
	lowest, _ := chart.Limits(s.Cost(study.Line(session.Through(s, session.SceneKey{}), s.Problem.Axes()[0], session.Samples)).Mean)
	return number64(lowest), true
}

// decided tells of the decision and its tree.
func decided(s *study.Snapshot, what string) (tour.Value, bool) {
	d := s.Decision
	if d == nil {
		return tour.Value{}, false
	}
	switch what {
	case "next":
		return number64(d.X[0]), true
	case "next-cost":
		return number64(math.Exp(d.Expect.MuC)), true
	case "next-score":
		return number64(d.Acquisition), true
	case "coin":
		return number64(d.Price), true
	}
	if d.Tree == nil || len(d.Tree.Nodes) == 0 {
		return tour.Value{}, false
	}
	root := d.Tree.Nodes[0]
	open, exhausted, truncated, stopped := pane.Counts(d.Tree)
	switch what {
	case "next-now":
		return number64(root.Value), true
	case "next-later":
		return number64(root.Subtree - root.Value), true
	case "nodes":
		return count(len(d.Tree.Nodes)), true
	case "open":
		return count(open), true
	case "exhausted":
		return count(exhausted), true
	case "truncated":
		return count(truncated), true
	case "stopped":
		return count(stopped), true
	case "steps":
		return count(d.Tree.Steps), true
	}
	return tour.Value{}, false
}

// believed is what is believed at a point of the first parameter; the others
// are where the slice goes through.
func believed(s *study.Snapshot, what string, x float64) (tour.Value, bool) {
	if s.Fitted == nil || tour.Outside(s.Problem, x) { // a curve's end is not what is asked for
		return tour.Value{}, false
	}
	u := slices.Clone(session.Through(s, session.SceneKey{}))
	s.Problem.Axes()[0].Set(u, s.Problem.Parameters[0].ToUnit(x))
	us := []model.Unit{u}
	switch what {
	case "mean":
		return number64(s.Objective(us).Mean[0]), true
	case "low":
		return number64(s.Objective(us).Low[0]), true
	case "high":
		return number64(s.Objective(us).High[0]), true
	case "price":
		return number64(s.Cost(us).Mean[0]), true
	}
	scores := s.Acquisition(us)
	if what == "improvement" {
		scores = s.Improvement(us)
	}
	if scores == nil {
		return tour.Value{}, false
	}
	return number64(scores[0]), true
}

// curved is what a tree is worth that begins at x, read off its curve once that
// is as good as it gets.
func curved(t *session.Track, s *study.Snapshot, x float64) (tour.Value, bool) {
	sc := t.Scene(session.SceneKey{Step: s.Step})
	if sc == nil || !sc.Final {
		return tour.Value{}, false
	}
	r, ok := sc.Read(s, x)
	return number64(r.Acquisition), ok && !math.IsNaN(r.Acquisition)
}

// theoremValue answers references to theorem 1.
func theoremValue(s *backdrop, what string) (tour.Value, bool) {
	r, known := s.theorem()
	if !known {
		return tour.Value{}, false
	}
	switch what {
	case "epsilon":
		return tour.Value{Number: r.Of.Epsilon, Given: true}, true
	case "delta":
		return tour.Value{Number: r.Of.Delta, Given: true}, true
	case "arms":
		return count(r.Exact.N), true
	case "policy":
		return number64(r.Exact.Policy), true
	case "other":
		return number64(r.Exact.Other), true
	case "ratio":
		return number64(r.Exact.Ratio), true
	case "bound":
		return number64(r.Exact.Bound), true
	case "ahead":
		return number64(r.Exact.Ahead), true
	case "pair":
		return number64(r.Of.Promise(theorem1.ArmCheap)), true
	}
	if r.Runs < manyRuns {
		return tour.Value{}, false
	}
	switch what {
	case "runs":
		return count(r.Runs), true
	case "mean":
		return number64(r.Mean[0]), true
	}
	return number64(r.Mean[1]), true
}

// simulated answers references to the scene's simulation.
func (v values) simulated(s *backdrop, r tour.Ref) (tour.Value, bool) {
	sim := v.g.simulationOf(v.scene)
	if !sim.known() {
		return tour.Value{}, false
	}
	if r.What == "draws" {
		return count(sim.draws), true
	}
	i := v.track(s, r.Who)
	if i < 0 || i >= len(sim.result.Policies) {
		return tour.Value{}, false
	}
	sign := s.se.Problem.Sign()
	sum, gain := sim.result.Summary(i), sim.result.Gain(i, 0, sign)
	better, worse, equal := sim.result.Compared(i, 0, sign)
	switch r.What {
	case "mean":
		return number64(sum.Mean), true
	case "low":
		return number64(sum.Low), true
	case "high":
		return number64(sum.High), true
	case "gain":
		return tour.Value{Number: gain.Mean, Digits: gainDigits}, true
	case "gain-low":
		return tour.Value{Number: gain.Low, Digits: gainDigits}, true
	case "gain-high":
		return tour.Value{Number: gain.High, Digits: gainDigits}, true
	case "better":
		return count(better), true
	case "worse":
		return count(worse), true
	}
	return count(equal), true
}
