package front

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/session"
	"farsight/tui/theorem"
	"farsight/tui/tree"
)

// pending is where a link leads while it is not computed yet.
type pending struct {
	step, node int // 0: nowhere further
	run        int // of the session: an older one is about to end
}

// openLink shows what a link asks for.
func (f *Front) openLink(l Link) error {
	switch {
	case l.Tour != "":
		return f.openTour(l.Tour, l.Frame, l.Presenter)
	case l.Map:
		return f.openMap()
	case l.Study != "":
		f.awaited = l.String() // what becomes of it is known later
		f.study(Message{"do": "open", "name": l.Study})
		return nil
	}
	p, name, err := f.problemOf(l)
	if err != nil {
		return err
	}
	if p, err = l.slid(p); err != nil {
		return err
	}
	var policies []policy.Policy
	for _, text := range l.Policies {
		q, err := policy.Parse(text)
		if err == nil {
			_, err = study.Filled(q, p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sanitize.Text(text), err)
		}
		policies = append(policies, q)
	}
	m := f.openProblem(p, name, policies, l.Seed, l.Budget)
	if l.File != "" {
		f.texts++
		f.edited.set(File{name, l.File}, p)
		f.host.Send(Message{"t": "source", "name": name, "text": l.File, "file": name})
	}
	if l.Screen != "" {
		if !slices.Contains(m.Names(), l.Screen) {
			f.complain(fmt.Errorf("this problem has no screen %q: the first is shown", sanitize.Text(l.Screen)))
		}
		f.run(m.Stand(tui.Pose{Screen: l.Screen}))
	}
	f.pending = pending{step: l.Step, node: l.Node}
	f.arrive()
	return nil
}

// slid is the problem with theorem 1's sliders where the link has them.
func (l Link) slid(p *scenarios.Problem) (*scenarios.Problem, error) {
	if p.Theorem == nil || l.Part == 0 && l.Epsilon == 0 && l.Delta == 0 {
		return p, nil
	}
	t := *p.Theorem
	t.Part, t.Epsilon, t.Delta = cmp.Or(l.Part, t.Part), cmp.Or(l.Epsilon, t.Epsilon), cmp.Or(l.Delta, t.Delta)
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("where the sliders stand: %w", err)
	}
	q := *p
	q.Theorem, q.Budget = &t, t.Budget()
	return &q, nil
}

// problemOf is the problem a link names or brings.
func (f *Front) problemOf(l Link) (p *scenarios.Problem, name string, err error) {
	switch {
	case l.File != "":
		name = l.Name
		p, err = parse(l.Name, l.File)
	case l.Scenario == "" && l.Name == "" && len(f.course.Problems) > 0:
		c := f.course.Problems[0]
		name = c.Name
		p, err = parse(c.Name, c.Text)
	default:
		if name = l.Scenario; name == "" {
			name = builtin.First
		}
		p, err = builtin.Load(name, l.Seed)
	}
	if err == nil && p.IsManual() {
		err = errManual
	}
	return p, name, err
}

// errManual says what can be done with a problem that nothing evaluates.
var errManual = errors.New("a person measures it: there is nothing to replay. Make a study of it: it asks what to measure and is told what came of it")

// arrive moves to the place of a link, as far as it is computed.
func (f *Front) arrive() {
	if f.explorer == nil || f.pending == (pending{}) {
		return
	}
	se := f.explorer.Session()
	if se.Run < f.pending.run {
		return
	}
	if f.pending.step > se.Step && (se.LastStep() > se.Step || se.Step == 0) {
		se.GoToStep(f.pending.step)
		f.run(f.explorer.Moved())
	}
	if se.Step < f.pending.step && se.Unfinished() {
		return
	}
	node := f.pending.node
	if node == 0 {
		f.pending = pending{}
		return
	}
	if len(se.Tracks) == 0 || f.explorer.Shown().Name() != treeName {
		f.pending = pending{}
		return
	}
	if s, _ := se.Shown(se.Focused()); s == nil || s.Step < f.pending.step {
		return
	}
	f.pending = pending{}
	_, cmd := f.explorer.Update(tree.SelectMsg{Pick: func(t *lookahead.Snapshot) int { return min(node, len(t.Nodes)-1) }})
	f.run(cmd)
}

// treeName is the name of the tree's screen.
const treeName = "tree"

// state is what is shown now, as a link.
func (f *Front) state() Link {
	switch {
	case f.tour != nil:
		frame, _, _, _ := f.tour.Now()
		return Link{Tour: f.tour.name, Frame: frame, Presenter: f.tour.Presenter()}
	case f.explorer == nil:
		return Link{}
	case f.explorer == f.lab.shown && f.explorer.Session().IsLive():
		return Link{Study: f.lab.name}
	}
	m := f.explorer
	se, shown := m.Session(), m.Shown().Name()
	if shown == atlas.Name {
		return Link{Map: true}
	}
	l := Link{Seed: se.Settings.Seed, Step: se.Step, Budget: se.Altered.Budget}
	if f.pending.step > l.Step {
		l.Step, l.Node = f.pending.step, f.pending.node // it is on its way there
	}
	if shown != m.Home() {
		l.Screen = shown
	}
	f.subject(&l, se)
	if !slices.Equal(se.Policies, session.UsualPolicies(se.Base)) {
		for _, p := range se.Policies {
			l.Policies = append(l.Policies, p.String())
		}
	}
	if t, ok := tui.ScreenOf[*theorem.Screen](m); ok && se.Problem.Theorem != nil {
		if r, known := t.Result(); known {
			l.Part, l.Epsilon, l.Delta = r.Of.Part, r.Of.Epsilon, r.Of.Delta
		}
	}
	if t, ok := tui.ScreenOf[*tree.Screen](m); ok && shown == treeName && f.pending == (pending{}) {
		l.Node = t.Selected()
	}
	return l
}

// formatted is a problem of the map of problems as a file.
type formatted struct {
	problem *scenarios.Problem
	text    string
}

// of is its text, written once; "": it cannot be written.
func (f *formatted) of(p *scenarios.Problem) string {
	if f.problem != p {
		written, err := problemfile.Format(p)
		if err != nil {
			written = nil
		}
		f.problem, f.text = p, string(written)
	}
	return f.text
}

// subject says what the explorer is on: a scenario's name, or the text of a file,
// which a problem is too whose models were changed.
func (f *Front) subject(l *Link, se *session.Session) {
	if se.Altered.Objective != nil || se.Altered.Cost != nil { // settings that have no names in a link
		if text := f.drawn.of(se.Problem); text != "" {
			l.Name, l.File, l.Budget = unnamed, text, 0
			return
		}
	}
	if slices.Contains(builtin.Names(), se.Name) {
		l.Scenario = se.Name
		return
	}
	text, ok := f.file(se.Name)
	if !ok {
		text = f.drawn.of(se.Base)
	}
	if text != "" {
		l.Name, l.File = se.Name, text
		if l.Name == "" {
			l.Name = unnamed
		}
	}
}
