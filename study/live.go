package study

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"farsight/internal/files"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// Live is a study kept in a journal: Farsight suggests, a person or a program
// measures, and every step is on disk before it is acknowledged. What is asked
// is a function of the journal's standing events only, so that every process
// that opens the study asks for the same point. Asking costs one decision;
// nothing is replayed but the list of evaluations.
//
// A Live may be used by several goroutines.
type Live struct {
	journal *journal.Journal

	mu      sync.Mutex
	from    definition // what the problem and the policy were read from
	problem *scenarios.Problem
	policy  policy.Policy
	fits    lastFit
}

// LiveSettings of a new study.
type LiveSettings struct {
	Policy  policy.Policy // zero: the second of the two that the problem compares, else policy.Foremost
	Seed    uint64
	Dir     string // where the problem's relative file names start from; "": the study's own folder
	Program string // who made it, for the record

	ChargeInitial *bool  // whether the initial design is charged; nil: as the problem says
	Initial       int    // so many points of the initial design, where the problem lists none; 0: as it says
	Note          string // why it was made like this, for the record; "": nothing
	// Past are measurements made before, as Import records them. They stand for as
	// many points of an initial design that the problem leaves open.
	Past []journal.Told
}

// Adapt returns the problem as a study with these settings sees it.
func (s LiveSettings) Adapt(p *scenarios.Problem) (*scenarios.Problem, error) {
	q := *p
	if s.ChargeInitial != nil {
		q.ChargeInitial, q.ChargeSaid = *s.ChargeInitial, true
	}
	switch {
	case s.Initial == 0:
	case len(p.Initial.X) > 0:
		return nil, fmt.Errorf("%s lists its %d initial points: to start from others change [initial] in it", p.Name, len(p.Initial.X))
	case s.Initial < 0 || s.Initial > problemfile.MaxInitial:
		return nil, fmt.Errorf("%d initial points: start from 1 to %d", s.Initial, problemfile.MaxInitial)
	default:
		q.Initial.Sobol = s.Initial
	}
	return &q, nil
}

// CreateLive starts a study of the problem whose definition is text, in the
// journal at path. The name stands for the definition in messages. Measured
// points of the initial design are told at once.
func CreateLive(path, name string, text []byte, s LiveSettings) (*Live, error) {
	if s.Dir == "" {
		s.Dir = filepath.Dir(path)
	}
	c, told, err := liveStart(name, text, s)
	if err != nil {
		return nil, err
	}
	if c.Dir, err = seenFrom(filepath.Dir(path), s.Dir); err != nil {
		return nil, err
	}
	j, err := journal.Create(path, c, journal.Settings{}, told...)
	if err != nil {
		return nil, err
	}
	return newLive(j)
}

// liveStart is how a journal begins, but for its dir.
func liveStart(name string, text []byte, s LiveSettings) (journal.Created, []journal.Body, error) {
	var none journal.Created
	p, err := problemfile.Parse(name, text, s.Dir)
	if err != nil {
		return none, nil, err
	}
	if p, err = s.Adapt(p); err != nil {
		return none, nil, err
	}
	if s.Policy.Name == "" {
		if s.Policy, err = policy.Parse(livePolicy(p)); err != nil {
			return none, nil, err
		}
	}
	if _, err := newStudy(p, s.Policy, Settings{Seed: s.Seed}); err != nil {
		return none, nil, err
	}
	design, err := initialDesign(p, s.Seed)
	if err != nil {
		return none, nil, err
	}
	c := journal.Created{
		Name: p.Name, Problem: string(text), Policy: s.Policy.String(), Seed: s.Seed, Budget: p.Budget,
		ChargeInitial: p.ChargeInitial, Design: numbers(design.X), Program: s.Program, Parameters: parameterNames(p),
	}
	c.Moves, c.Digits = p.Move != nil, digitsOf(p)
	if len(p.Initial.X) == 0 { // points that a person listed stay as they are
		for i, x := range design.X {
			c.Design[i] = p.Rounded(x, c.Digits, nil)
		}
	}
	if !p.Discard {
		c.Overshoot = journal.Keep
	}
	var told []journal.Body
	for i, x := range design.X {
		if y, z := design.Value[i], design.Cost[i]; !math.IsNaN(y) && !math.IsNaN(z) {
			told = append(told, journal.Told{X: x, Value: y, Cost: z, Sd: design.Sd[i], Design: i + 1, Source: "problem file"})
		}
	}
	past, err := begin(p, &c, told, s.Past)
	if told = append(told, past...); s.Note != "" {
		told = append(told, journal.Noted{Text: s.Note})
	}
	return c, told, err
}

// numbers are points as a journal, which knows nothing of what is studied,
// keeps them.
func numbers(points []scenarios.Point) [][]float64 {
	out := make([][]float64, len(points))
	for i, x := range points {
		out[i] = x
	}
	return out
}

func parameterNames(p *scenarios.Problem) []string {
	var names []string
	for _, par := range p.Parameters {
		names = append(names, par.Name)
	}
	return names
}

// livePolicy is the policy a study follows unless told otherwise.
func livePolicy(p *scenarios.Problem) string {
	if n := len(p.Compare); n > 0 {
		return p.Compare[n-1]
	}
	return policy.Recommended()
}

// seenFrom is dir as seen from base, so that a folder with the study and its
// problem can be moved as a whole; "": they are the same folder. Across
// volumes there is only the absolute name.
func seenFrom(base, dir string) (string, error) {
	var err error
	for _, d := range []*string{&base, &dir} {
		if *d, err = filepath.Abs(*d); err != nil {
			return "", err
		}
		// "..", followed from a link, leads elsewhere than it reads.
		if real, err := filepath.EvalSymlinks(*d); err == nil {
			*d = real
		}
	}
	rel, err := filepath.Rel(base, dir)
	switch {
	case err != nil:
		return filepath.ToSlash(dir), nil
	case rel == ".":
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}

// OpenLive opens a study. The journal's notices say what had to be mended.
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

// SalvageLive rewrites a damaged study from its sound lines. Where line 1 is
// lost, text, the definition of the problem as given to CreateLive, stands in;
// nil otherwise.
func SalvageLive(path, name string, text []byte, s LiveSettings) (journal.Salvaged, error) {
	if err := files.CheckRegular(path); err != nil {
		return journal.Salvaged{}, err
	}
	if text == nil {
		return journal.Salvage(path, nil, journal.Settings{})
	}
	if s.Dir == "" {
		s.Dir = filepath.Dir(path)
	}
	c, _, err := liveStart(name, text, s)
	if err != nil {
		return journal.Salvaged{}, err
	}
	if c.Dir, err = seenFrom(filepath.Dir(path), s.Dir); err != nil {
		return journal.Salvaged{}, err
	}
	return journal.Salvage(path, &c, journal.Settings{})
}

func newLive(j *journal.Journal) (*Live, error) {
	l := &Live{journal: j}
	_, err := l.now()
	return l, err
}

// definition is what a study's problem and policy are read from.
type definition struct{ problem, policy, dir string }

// present is a study as it stands: what all methods work on.
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
			return present{}, fmt.Errorf("%s: the problem it was made from cannot be read any more (its files are looked for in %s): %w", l.journal.Path(), dir, err)
		}
		if names := parameterNames(p); !slices.Equal(names, c.Parameters) {
			return present{}, fmt.Errorf("%s: its first line names the parameters %q, and the problem on it %q", l.journal.Path(), c.Parameters, names)
		}
		q, err := policy.Parse(state.Policy)
		if err != nil {
			return present{}, fmt.Errorf("%s: %w", l.journal.Path(), err)
		}
		if q, err = Filled(q, p); err != nil {
			return present{}, fmt.Errorf("%s: %w", l.journal.Path(), err)
		}
		p.ChargeInitial = c.ChargeInitial // whoever made the study may have said otherwise
		l.from, l.problem, l.policy = from, p, q
	}
	return present{state, l.problem, l.policy, &l.fits}, nil
}

// Journal is the study's file.
func (l *Live) Journal() *journal.Journal { return l.journal }

// State is the study as its journal has it.
func (l *Live) State() journal.State { return l.journal.State() }

// Poll takes in what other processes appended, without locking. It is cheap
// when nothing changed.
func (l *Live) Poll() (journal.Changes, error) { return l.journal.Poll() }

// Problem is what is studied.
func (l *Live) Problem() *scenarios.Problem {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.problem
}

// Policy is what chooses the points, with all its options filled in.
func (l *Live) Policy() policy.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.policy
}

// AllowCommands lets the study's problem run the command it names. Call it on
// a person's word only.
func (l *Live) AllowCommands() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problem = l.problem.AllowCommands()
}

// Overview is the study as it stands, without models and decision: rows,
// budget, the best, and whether the budget has ended it. It costs next to
// nothing. Its rows are the journal's evaluations, in their order.
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

// Snapshot fits the models to the study as it is and returns it as views see
// it, with the pending suggestion as its decision. It changes nothing on disk.
// Before anything is known of the objective it has neither Pair nor Decision;
// Pending is the suggestion then.
func (l *Live) Snapshot() (Snapshot, error) { return l.SnapshotContext(context.Background()) }

// SnapshotContext is Snapshot that ends with ctx's error soon after ctx does.
func (l *Live) SnapshotContext(ctx context.Context) (Snapshot, error) { return l.SnapshotAt(ctx, 0) }

// SnapshotAt has the suggestion of a line as its decision, if that one stands,
// and the others beside it.
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
		snap.Out = append(snap.Out, Choice{X: a.X, U: now.problem.ToUnit(a.X), Acquisition: math.NaN()})
	}
	if snap.imagined = r.imagine(v.others); snap.imagined != nil && v.rec.Step != nil {
		snap.imagined.steps = *v.rec.Step - r.step // its tree's fantasies are those of its step
	}
	return snap, nil
}

// viewed is the suggestion that a snapshot has as its decision.
type viewed struct {
	ask      *journal.Ask // nil: none stands
	rec      record       // what was written down when it was made; zero for the initial design
	decided  bool         // rec has its models, and neither policy nor problem was set since
	reserved float64      // what those out when it was made, and still, are expected to cost
	others   []journal.Ask
}

// viewed finds the suggestion of a line or, if that does not stand, the one that
// stands for whoever asks.
func (p present) viewed(line int) viewed {
	v := viewed{ask: p.state.Pending}
	if a, ok := p.state.Standing(line); ok {
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

// view fits the models to the study as it is and makes the suggestion its
// decision. What was decided is read from its record: the models too, as long as
// nothing was told since; a held suggestion stands while others are told.
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
	r.remind(v.rec, r.standing(believed(then, r.places(v.rec, events))), known)
	return nil
}
