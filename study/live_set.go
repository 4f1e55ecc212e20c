package study

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// Change is a new policy or problem of a study; empty fields stay.
type Change struct {
	Policy  string // as policies are written: "ei-puc", "4-b-ms-ei"
	Problem string // the whole definition, of the same parameters
	Reason  string
}

// Set changes the policy or the problem's definition, as one event that undo reverts,
// together with more events. Earlier decisions stay, and the policy starts without
// state. Evaluations outside the new bounds are still charged, but the models ignore
// them.
func (l *Live) Set(expected int, c Change, more ...journal.Body) ([]journal.Event, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	if c.Policy == "" && c.Problem == "" && len(more) == 0 {
		return nil, errors.New("nothing is set: neither a policy nor a problem")
	}
	if err := l.settable(now, c); err != nil {
		return nil, err
	}
	if c.Policy != "" || c.Problem != "" {
		more = slices.Insert(slices.Clone(more), 0, journal.Body(journal.Set{Policy: c.Policy, Problem: c.Problem, Reason: c.Reason}))
	}
	return l.journal.AppendAll(expected, more...)
}

// settable returns why a study cannot be changed like that.
func (l *Live) settable(now present, c Change) error {
	p, text := now.problem, now.state.Policy
	if c.Problem != "" {
		var err error
		if p, err = l.ReadProblem(c.Problem); err != nil {
			return err
		}
		if err := sameStudy(now, p); err != nil {
			return err
		}
	}
	if c.Policy != "" {
		text = c.Policy
	}
	q, err := policy.Parse(text)
	if err != nil {
		return err
	}
	_, err = newStudy(p, q, Settings{})
	return err
}

// sameStudy returns why a study cannot continue with another problem.
func sameStudy(now present, p *scenarios.Problem) error {
	names := scenarios.Names(p.Parameters)
	if !slices.Equal(names, now.state.Created.Parameters) {
		return fmt.Errorf("its parameters are %s, and the study's %s: a study keeps its parameters, start another (farsight study new --import takes its evaluations along)",
			strings.Join(names, ", "), strings.Join(now.state.Created.Parameters, ", "))
	}
	if p.Minimise != now.problem.Minimise {
		return errors.New("it has another goal: what was decided so far sought the contrary; start another study (farsight study new --import takes its evaluations along)")
	}
	for i, par := range p.Parameters {
		if !slices.Equal(par.Choices, now.problem.Parameters[i].Choices) {
			return fmt.Errorf("the choices of %s differ: a study keeps its choices, because its evaluations refer to them", par.Name)
		}
	}
	for _, a := range now.state.Asks {
		if err := p.CheckPoint(a.X); err != nil && a.Holds() {
			return fmt.Errorf("the pending suggestion of line %d would be outside (%w): tell or skip it first", a.Seq, err)
		}
	}
	return nil
}

// Unchanged lists the parts of a new definition that have no effect on the study, each
// with what does.
func (l *Live) Unchanged(text string) ([]string, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	p, err := problemfile.Parse(now.state.Created.Name+".toml", []byte(text), l.dir(now.state))
	if err != nil {
		return nil, err
	}
	var out []string
	if p.Budget != now.problem.Budget {
		out = append(out, fmt.Sprintf("the budget stays %v: set --budget changes it", now.state.Budget))
	}
	if c := now.state.Created; p.ChargeInitial != c.ChargeInitial {
		out = append(out, "whether the initial design is charged stays as it was when the study was made")
	} else if p.Discard != (c.Overshoot != journal.Keep) {
		out = append(out, "what an overshoot does stays as it was when the study was made")
	}
	in, was := p.Initial, now.problem.Initial
	if in.Sobol != was.Sobol || !slices.EqualFunc(in.X, was.X, func(a, b scenarios.Point) bool { return same(a, b) }) {
		out = append(out, "the initial design stays as it was when the study was made, but for points outside the bounds")
	}
	return out, nil
}

// ReadProblem reads a definition for this study.
func (l *Live) ReadProblem(text string) (*scenarios.Problem, error) {
	state := l.State()
	return problemfile.ParseKept(state.Created.Name+".toml", []byte(text), l.dir(state))
}

// dir returns the folder of the problem's relative file names.
func (l *Live) dir(state journal.State) string {
	dir := filepath.FromSlash(state.Created.Dir)
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.Dir(l.journal.Path()), dir)
}

// setSince reports whether the policy or the problem was changed after a line.
func (p present) setSince(line int) bool {
	n := len(p.state.Sets)
	return n > 0 && p.state.Sets[n-1].Seq > line
}
