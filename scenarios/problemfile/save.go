package problemfile

import (
	"bytes"
	"errors"
	"regexp"

	"farsight/scenarios"
	"farsight/scenarios/table"
)

// fitHeader starts what SaveFit writes, and where it looks for what it wrote.
const fitHeader = "# The surrogates as they were fitted: farsight fit --save wrote this. It is not\n" +
	"# used once the rows, the ranges or the goal are others; remove it at will.\n"

var (
	fitTable   = regexp.MustCompile(`^\s*\[\s*table\s*\.\s*fit\b`)
	otherTable = regexp.MustCompile(`^\s*\[`)
)

// SaveFit returns the text of a problem file with its table's fit in it, in
// place of one that was there. Everything else stays as it was written. The
// text must be that of the problem p, which was parsed from it.
func SaveFit(text []byte, p *scenarios.Problem) ([]byte, error) {
	t, ok := p.Source.(*table.Source)
	if !ok {
		return nil, errors.New(p.Name + " has no table, so that there is nothing to fit")
	}
	fit, err := t.Fitted()
	if err != nil {
		return nil, err
	}
	w := &writer{}
	inside := false
	for line := range bytes.Lines(bytes.ReplaceAll(text, []byte(fitHeader), nil)) {
		if fitTable.Match(line) {
			inside = true
		} else if otherTable.Match(line) {
			inside = false
		}
		if comment := bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")); !inside || comment {
			w.Write(line)
		}
	}
	kept := append(bytes.TrimRight(w.Bytes(), " \t\r\n"), "\n\n"+fitHeader...)
	w = &writer{}
	t.WriteFit(&w.Writer, fit)
	saved := append(kept, bytes.TrimLeft(w.Bytes(), "\n")...)

	// Lines were moved without understanding them (a note may hold a line that looks like a table),
	// so check that nothing else has changed.
	again, err := Parse(p.Name+".toml", saved, p.Dir)
	if err == nil && !sameButFit(p, again, fit) {
		err = errors.New("something else would change")
	}
	if err != nil {
		return nil, errors.New("the fit cannot be put into the file by itself (" + err.Error() + "); put it in by hand:\n\n" + string(bytes.TrimLeft(w.Bytes(), "\n")))
	}
	return saved, nil
}

// sameButFit reports whether q is p with this fit.
func sameButFit(p, q *scenarios.Problem, fit table.Fit) bool {
	t, u := *p, p.Source.(*table.Source)
	t.Source = &table.Source{
		File: u.File, Builtin: u.Builtin, Columns: u.Columns, Objective: u.Objective, CostCell: u.CostCell,
		Surrogate: u.Surrogate, Fit: &fit, Minimise: u.Minimise,
	}
	a, errA := Format(&t)
	b, errB := Format(q)
	saved, ok := q.Source.(*table.Source)
	return errA == nil && errB == nil && bytes.Equal(a, b) && ok && !saved.Stale
}
