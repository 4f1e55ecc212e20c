package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"farsight/internal/files"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// Live is a study in a journal: Farsight suggests, a person or a program
// measures, and every step is on disk before it is acknowledged. A suggestion
// depends only on the journal's events, so every process that opens the study
// suggests the same point. It costs one decision; only the list of evaluations
// is replayed.
//
// A Live may be used by several goroutines.
type Live struct {
	journal *journal.Journal

	mu      sync.Mutex
	from    definition // source of the problem and the policy
	problem *scenarios.Problem
	policy  policy.Policy
	fits    lastFit
}

// OpenLive opens a study. The journal's notices say what was repaired.
func OpenLive(path string, s journal.Settings) (*Live, error) {
	if err := files.CheckRegular(path); err != nil {
		return nil, err
	}
	j, err := journal.Open(path, s)
	if err != nil {
		return nil, err
	}
	return newLive(j)
}

func newLive(j *journal.Journal) (*Live, error) {
	l := &Live{journal: j}
	_, err := l.now()
	return l, err
}

// definition is the text that a study's problem and policy are read from.
type definition struct{ problem, policy, dir string }

// present is the current state of a study, which all methods work on.
type present struct {
	state   journal.State
	problem *scenarios.Problem
	policy  policy.Policy
	fits    *lastFit
}

// now reads the problem and the policy, unless they are those known already.
func (l *Live) now() (present, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	state := l.journal.State()
	c := state.Created
	if from := (definition{state.Problem, state.Policy, c.Dir}); l.problem == nil || l.from != from {
		dir := l.dir(state)
		// A problem without a name takes its file's.
		p, err := problemfile.ParseKept(c.Name+".toml", []byte(state.Problem), dir)
		if err != nil {
			return present{}, fmt.Errorf("%s: its problem cannot be read any more (files are searched in %s): %w", l.journal.Path(), dir, err)
		}
		if names := scenarios.Names(p.Parameters); !slices.Equal(names, c.Parameters) {
			return present{}, fmt.Errorf("%s: its first line names the parameters %q, and the problem on it %q", l.journal.Path(), c.Parameters, names)
		}
		q, err := policy.Parse(state.Policy)
		if err != nil {
			return present{}, fmt.Errorf("%s: %w", l.journal.Path(), err)
		}
		if q, err = Filled(q, p); err != nil {
			return present{}, fmt.Errorf("%s: %w", l.journal.Path(), err)
		}
		p.ChargeInitial = c.ChargeInitial // LiveSettings may have overridden it
		l.from, l.problem, l.policy = from, p, q
	}
	return present{state, l.problem, l.policy, &l.fits}, nil
}

// Journal returns the study's file.
func (l *Live) Journal() *journal.Journal { return l.journal }

// State returns the study's state by its journal.
func (l *Live) State() journal.State { return l.journal.State() }

// Poll reads what other processes appended, without locking. It is cheap
// when nothing changed.
func (l *Live) Poll() (journal.Changes, error) { return l.journal.Poll() }

// Problem returns the problem.
func (l *Live) Problem() *scenarios.Problem {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.problem
}

// Policy returns the policy with all its options filled in.
func (l *Live) Policy() policy.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.policy
}

// AllowCommands lets the study's problem run the command it names. Call it only
// if a person allowed it.
func (l *Live) AllowCommands() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problem = l.problem.AllowCommands()
}

// Overview returns the study without models and decision: rows, budget, the best
// value, and whether the budget has ended it. It is cheap. Its rows are the
// journal's evaluations, in their order.
func (l *Live) Overview() (Snapshot, error) {
	now, err := l.now()
	if err != nil {
		return Snapshot{}, err
	}
	r, err := now.overview(l.journal.Events())
	if err != nil {
		return Snapshot{}, err
	}
	return r.Snapshot(), nil
}

// Snapshot fits the models to the study and returns it for views, with the
// pending suggestion as its decision. It changes nothing on disk. Before any
// value is known it has neither Pair nor Decision; Pending returns the
// suggestion then.
func (l *Live) Snapshot() (Snapshot, error) { return l.SnapshotAt(context.Background(), 0) }

// SnapshotAt is Snapshot with the suggestion of a line as its decision, if that
// one is pending, and the others beside it. It ends with ctx's error soon after
// ctx does.
func (l *Live) SnapshotAt(ctx context.Context, line int) (Snapshot, error) {
	now, err := l.now()
	if err != nil {
		return Snapshot{}, err
	}
	events := l.journal.Events()
	r, err := now.overview(events)
	if err != nil {
		return Snapshot{}, err
	}
	if r.best < 0 {
		return r.Snapshot(), nil
	}
	v := now.viewed(line)
	if err := r.view(ctx, v, events); err != nil {
		return Snapshot{}, err
	}
	snap := r.Snapshot()
	if !v.decided {
		snap.Money.Fantasy = math.NaN()
	}
	snap.NoiseMet = v.rec.NoiseMet
	for _, a := range v.others {
		snap.Pending = append(snap.Pending, Choice{X: a.X, U: now.problem.ToUnit(a.X), Acquisition: math.NaN()})
	}
	if snap.pending = r.assume(v.others); snap.pending != nil && v.rec.Step != nil {
		snap.pending.steps = *v.rec.Step - r.step // its tree's fantasies are those of its step
	}
	return snap, nil
}

// viewed is the suggestion that a snapshot has as its decision.
type viewed struct {
	ask      *journal.Ask // nil: none is pending
	rec      record       // of the decision; zero for the initial design
	decided  bool         // rec has its models, and neither policy nor problem was set since
	reserved float64      // expected cost of the suggestions that were pending then and still are
	others   []journal.Ask
}

// viewed returns the suggestion of a line or, if that is not pending, the pending one without an
// owner.
func (p present) viewed(line int) viewed {
	v := viewed{ask: p.state.Pending}
	if a, ok := p.state.PendingAsk(line); ok {
		v.ask = &a
	}
	for _, a := range p.state.Asks {
		if v.ask == nil || a.Seq != v.ask.Seq {
			v.others = append(v.others, a)
		}
	}
	v.rec, _ = recordOf(v.ask)
	v.decided = v.rec.Objective != nil && !p.setSince(v.ask.Seq)
	v.reserved = p.reserved(v.rec)
	return v
}

// view fits the models to the study and makes the suggestion its decision. The
// decision is read from its record, and so are the models if no evaluation was
// added since; a held suggestion stays pending while others are added.
func (r *liveRun) view(ctx context.Context, v viewed, events []journal.Event) error {
	known := r.rows
	if v.decided {
		known = r.known(v.ask.Seq)
	}
	if v.ask != nil && v.ask.Holds() {
		r.at = after(r.state, v.ask.Seq)
	}
	unchanged := v.decided && len(known) == len(r.rows)
	if unchanged {
		r.pair = r.fixed(ctx, v.rec, known)
	} else {
		r.recall(ctx, events)
	}
	if err := r.fit(ctx); err != nil || v.ask == nil {
		return err
	}
	r.decision = r.decisionOf(Choice{X: v.ask.X, U: r.problem.ToUnit(v.ask.X), Acquisition: math.NaN()})
	r.decision.Fits = Fits(r.decision.Expect, r.state.Remaining()-v.reserved)
	if !v.decided {
		return nil
	}
	then := r.pair
	if !unchanged {
		then = r.fixed(ctx, v.rec, known)
	}
	r.remind(v.rec, r.fromLast(conditionedOnMeans(then, r.places(v.rec, events))), known)
	return nil
}
