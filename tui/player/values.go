package player

import (
	"maps"
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
	g     *Guide
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
	switch {
	case snap == nil:
		return tour.Value{}, false
	case r.At != nil && r.What == "score" && snap.Policy.Tree():
		return curved(s.se.Tracks[v.track(s, r.Who)], snap, at)
	case r.At != nil:
		return believed(snap, r.What, at)
	case r.What == "stop":
		return word(string(snap.Stop)), snap.Stop != study.Running
	case r.What == "cheapest":
		return cheapest(snap)
	}
	first := v.at(s, r.Who, 0)
	of := map[string]tour.Value{
		"best": number64(snap.Best), "gain": number64(snap.Problem.Sign() * (snap.Best - first.Best)),
		"paid": count(snap.Evaluations), "spent": number64(snap.Money.Spent), "left": number64(snap.Money.Left),
	}
	if n := len(snap.Rows); n > 0 && !snap.Rows[n-1].Initial {
		newest := snap.Rows[n-1]
		of["x"], of["value"], of["cost"] = number64(newest.X[0]), number64(newest.Y), number64(newest.Cost)
	}
	if n := snap.BestRow; n >= 0 && n < len(snap.Rows) {
		best, step := snap.Rows[n], 0
		for _, row := range snap.Rows[:n+1] {
			if !row.Initial {
				step++
			}
		}
		of["best-x"], of["best-step"] = number64(best.X[0]), count(step)
		if !best.Initial {
			of["best-cost"] = number64(best.Cost)
		}
	}
	if value, ok := of[r.What]; ok {
		return value, true
	}
	return decided(snap, r.What)
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
	of := map[string]tour.Value{
		"next": number64(d.X[0]), "next-cost": number64(math.Exp(d.Expect.MuC)), "next-score": number64(d.Acquisition), "coin": number64(d.Price),
	}
	if d.Tree != nil && len(d.Tree.Nodes) > 0 {
		root := d.Tree.Nodes[0]
		open, exhausted, truncated, stopped := pane.Counts(d.Tree)
		maps.Copy(of, map[string]tour.Value{
			"next-now": number64(root.Value), "next-later": number64(root.Subtree - root.Value),
			"nodes": count(len(d.Tree.Nodes)), "steps": count(d.Tree.Steps),
			"open": count(open), "exhausted": count(exhausted), "truncated": count(truncated), "stopped": count(stopped),
		})
	}
	value, ok := of[what]
	return value, ok
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
	switch objective := s.Objective(us); what {
	case "mean":
		return number64(objective.Mean[0]), true
	case "low":
		return number64(objective.Low[0]), true
	case "high":
		return number64(objective.High[0]), true
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
	exact := r.Exact
	of := map[string]tour.Value{
		"epsilon": {Number: r.Of.Epsilon, Given: true}, "delta": {Number: r.Of.Delta, Given: true}, "arms": count(exact.N),
		"policy": number64(exact.Policy), "other": number64(exact.Other), "ratio": number64(exact.Ratio), "bound": number64(exact.Bound),
		"ahead": number64(exact.Ahead), "pair": number64(r.Of.Promise(theorem1.ArmCheap)),
	}
	if r.Runs >= manyRuns {
		of["runs"], of["mean"], of["mean-other"] = count(r.Runs), number64(r.Mean[0]), number64(r.Mean[1])
	}
	value, ok := of[what]
	return value, ok
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
	value, ok := map[string]tour.Value{
		"mean": number64(sum.Mean), "low": number64(sum.Low), "high": number64(sum.High),
		"gain": {Number: gain.Mean, Digits: gainDigits}, "gain-low": {Number: gain.Low, Digits: gainDigits}, "gain-high": {Number: gain.High, Digits: gainDigits},
		"better": count(better), "worse": count(worse), "equal": count(equal),
	}[r.What]
	return value, ok
}
