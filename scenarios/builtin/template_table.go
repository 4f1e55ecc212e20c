package builtin

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
)

// TableChoice names the columns of the objective and the cost. What it leaves out is
// guessed from the columns' names and order.
type TableChoice struct {
	Objective string // a column
	Cost      string // a column, or a number: what every evaluation costs
}

// Doubt reports that the objective or the cost cannot be guessed.
type Doubt struct {
	What    string       // "objective" or "cost"
	why     string       // in words
	cells   mistake.List // that are in the way
	columns []string     // to choose from
}

func (d *Doubt) Error() string {
	s := fmt.Sprintf("%s. Which column is the %s? There are numbers in %s", d.why, d.What, strings.Join(d.columns, ", "))
	if len(d.cells) > 0 {
		s += "\n" + d.cells.Error()
	}
	return s
}

// FromTable reads a CSV file and writes a commented problem file for it, which is to be in the
// directory dir. said are messages for the user: how columns are used, and which are not. The error
// may be a *Doubt.
func FromTable(path, dir string, c TableChoice) (text []byte, said []string, err error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return nil, nil, err
	}
	sh, found := csvfile.Open(path, data)
	if found != nil {
		return nil, nil, found
	}
	survey, err := sh.Survey()
	if err != nil {
		return nil, nil, err
	}
	if relative, err := filepath.Rel(dir, path); err == nil {
		path = relative
	}
	d := draft{file: sh.File, path: filepath.ToSlash(path), Survey: survey, objective: -1, cost: -1}
	if err := d.chooseCost(c.Cost); err != nil {
		return nil, nil, err
	}
	if err := d.chooseObjective(c.Objective); err != nil {
		return nil, nil, err
	}
	if err := d.chooseParameters(); err != nil {
		return nil, nil, err
	}
	return d.write(), d.said, nil
}

// draft is a problem file being made from a table.
type draft struct {
	csvfile.Survey
	file, path      string
	objective, cost int     // columns; cost −1: every evaluation costs price
	price           float64 // 0: cost is a column
	parameters      []int   // columns
	left            []string
	said            []string
}

func (d *draft) say(format string, args ...any) {
	d.said = append(d.said, d.file+": "+fmt.Sprintf(format, args...))
}

// Words that identify columns. Names are compared as a whole, words with the words of
// a name: ferrite contains no "err", and gloss no "loss".
var (
	valueNames    = []string{"value", "y", "objective", "yield", "score"}
	costWords     = []string{"cost", "second", "sec", "minute", "hour", "time", "walltime", "duration", "price", "runtime"}
	minimiseWords = []string{"loss", "error", "err", "perplexity", "rmse", "mse", "mae", "regret"}
	valueWords    = append([]string{"value", "score", "accuracy", "objective", "reward", "yield", "auc", "r2"}, minimiseWords...)
)

func called(name string, names []string) bool {
	return slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) })
}

// mentions reports whether one of the words of a column's name is one of these, or
// its plural.
func mentions(name string, words []string) bool {
	split := func(r rune) bool { return strings.ContainsRune(" \t_-./()[]{}:,;%#", r) }
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), split), func(w string) bool {
		return slices.Contains(words, w) || slices.Contains(words, strings.TrimSuffix(w, "s"))
	})
}

// sparse reports whether most of a column's cells are empty.
func (d *draft) sparse(c csvfile.Column) bool { return 2*c.Empty.Count > d.Rows }

// usable reports whether a column can be used.
func (d *draft) usable(c csvfile.Column) bool { return c.Numeric() && !d.sparse(c) }

func quoted(columns []csvfile.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = mistake.Quote(c.Name)
	}
	return strings.Join(names, ", ")
}

// doubt returns the question which column is the objective or the cost, with the
// cells that cannot be used.
func (d *draft) doubt(what, why string, cells csvfile.Cells) *Doubt {
	q := &Doubt{What: what, why: d.file + ": " + why}
	for _, c := range d.Columns {
		if d.usable(c) {
			q.columns = append(q.columns, mistake.Quote(c.Name))
		}
	}
	for _, c := range cells.First {
		message := "the cell is empty"
		if c.Text != "" {
			message = mistake.Quote(c.Text) + " is not a number"
		}
		q.cells = append(q.cells, mistake.Mistake{File: d.file, Line: c.Line, Column: c.Column, Message: message})
	}
	if more := cells.Count - len(cells.First); more > 0 {
		q.cells = append(q.cells, mistake.Mistake{File: d.file, Message: fmt.Sprintf("and %d more such cells", more)})
	}
	return q
}

// spoilt returns why a column cannot be used.
func (d *draft) spoilt(what string, c csvfile.Column) *Doubt {
	switch {
	case c.Other.Count > 0:
		return d.doubt(what, fmt.Sprintf("the column %s holds what is no number in %d of %d rows", mistake.Quote(c.Name), c.Other.Count, d.Rows), c.Other)
	case d.sparse(c):
		return d.doubt(what, fmt.Sprintf("the column %s is empty in %d of %d rows", mistake.Quote(c.Name), c.Empty.Count, d.Rows), c.Empty)
	}
	return nil
}

// named returns the column that the user named.
func (d *draft) named(what, name string) (int, error) {
	var names []string
	for i, c := range d.Columns {
		if c.Name == name || sanitize.Text(c.Name) == name {
			if q := d.spoilt(what, c); q != nil {
				return 0, q
			}
			return i, nil
		}
		names = append(names, c.Name)
	}
	return 0, fmt.Errorf("%s has no column %s for the %s%s", d.file, mistake.Quote(name), what, mistake.Suggestion(name, names))
}

// chooseCost takes the column called cost, or else the last one whose name contains a
// word of cost or time; without one all evaluations cost the same.
func (d *draft) chooseCost(named string) error {
	if price, err := strconv.ParseFloat(named, 64); err == nil {
		if !(price > 0) || math.IsInf(price, 0) {
			return fmt.Errorf("a cost of %s: it must be finite and above 0", named)
		}
		d.price = price
		return nil
	}
	if named != "" {
		i, err := d.named("cost", named)
		if err == nil && d.Columns[i].Low <= 0 {
			err = fmt.Errorf("%s: the column %s holds %v; costs must be above 0", d.file, mistake.Quote(named), d.Columns[i].Low)
		}
		d.cost = i
		return err
	}
	for i, c := range d.Columns {
		if called(c.Name, []string{"cost"}) {
			if q := d.spoilt("cost", c); q != nil {
				return q
			}
			if c.Low <= 0 {
				return d.doubt("cost", fmt.Sprintf("the column %s holds %v, and costs must be above 0", mistake.Quote(c.Name), c.Low), csvfile.Cells{})
			}
			d.cost = i
			return nil
		}
		if mentions(c.Name, costWords) && !mentions(c.Name, valueWords) && d.usable(c) && c.Low > 0 {
			d.cost = i
		}
	}
	if d.cost < 0 {
		d.price = 1
		d.say("no column is called a cost: every evaluation costs 1")
	}
	return nil
}

// chooseObjective takes the column that is called one, or else the last of
// numbers. One that is called so and cannot be read, and several of them, are
// doubtful: taking another would have one optimise the wrong thing.
func (d *draft) chooseObjective(named string) (err error) {
	if named != "" {
		d.objective, err = d.named("objective", named)
		if err == nil && d.objective == d.cost {
			err = fmt.Errorf("%s: the column %s cannot be both the objective and the cost: say what the cost is", d.file, mistake.Quote(named))
		}
		return err
	}
	var exact, spoken []int
	last, mixed := -1, -1
	for i, c := range d.Columns {
		switch {
		case i == d.cost:
			continue
		case called(c.Name, valueNames):
			exact = append(exact, i)
		case mentions(c.Name, valueWords):
			spoken = append(spoken, i)
		}
		if d.usable(c) {
			last = i
		} else if 2*c.Numbers >= d.Rows && c.Other.Count > 0 {
			mixed = i
		}
	}
	candidates := exact
	if len(exact) == 0 || len(exact) == 1 && called(d.Columns[exact[0]].Name, []string{"y"}) {
		candidates = append(candidates, spoken...) // y may be a coordinate, beside an x
	}
	switch {
	case len(candidates) > 1:
		var all []csvfile.Column
		for _, i := range candidates {
			all = append(all, d.Columns[i])
		}
		return d.doubt("objective", "the columns "+quoted(all)+" are all called like one", csvfile.Cells{})
	case len(candidates) == 1:
		d.objective = candidates[0]
		if q := d.spoilt("objective", d.Columns[d.objective]); q != nil {
			return q
		}
		return nil
	case mixed > last:
		return d.spoilt("objective", d.Columns[mixed])
	case last < 0:
		return mistake.OfFile(d.file, "has no column of numbers; a problem needs a parameter and an objective")
	}
	d.objective = last
	d.say("no column is called %s: the objective is the last one of numbers, %s", strings.Join(valueNames, ", "), mistake.Quote(d.Columns[last].Name))
	return nil
}

// chooseParameters takes all other columns of numbers, or of a few names, that
// change.
func (d *draft) chooseParameters() error {
	used := []string{}
	for i, c := range d.Columns {
		switch {
		case i == d.objective || i == d.cost:
			continue
		case c.Names == nil && c.Numeric() && c.Low == c.High:
			d.left = append(d.left, fmt.Sprintf("The column %s never changes, so nothing can be learnt of it.", mistake.Quote(c.Name)))
		case c.Names == nil && c.Other.Count > 0 && 2*c.Numbers >= d.Rows:
			d.left = append(d.left, fmt.Sprintf("The column %s is left out: line %d, column %d holds %s, no number.", mistake.Quote(c.Name), c.Other.First[0].Line, c.Other.First[0].Column, mistake.Quote(c.Other.First[0].Text)))
			d.say("the column %s is left out: line %d, column %d holds %s, no number", mistake.Quote(c.Name), c.Other.First[0].Line, c.Other.First[0].Column, mistake.Quote(c.Other.First[0].Text))
		case c.Names == nil && c.Other.Count > 0: // remarks and the like
		case d.sparse(c):
			d.left = append(d.left, fmt.Sprintf("The column %s is left out: it is empty in %d of %d rows.", mistake.Quote(c.Name), c.Empty.Count, d.Rows))
			d.say("the column %s is left out: it is empty in %d of %d rows", mistake.Quote(c.Name), c.Empty.Count, d.Rows)
		default:
			d.parameters = append(d.parameters, i)
			used = append(used, sanitize.Short(c.Name, 40))
		}
	}
	if len(d.parameters) == 0 {
		return mistake.OfFile(d.file, "has no column for a parameter beside the objective %s: a column of numbers, or of a few names, that change", mistake.Quote(d.Columns[d.objective].Name))
	}
	cost := strconv.FormatFloat(d.price, 'g', -1, 64)
	if d.cost >= 0 {
		cost = sanitize.Short(d.Columns[d.cost].Name, 40)
	}
	d.say("objective %s, %sd; cost %s; parameters %s", sanitize.Short(d.Columns[d.objective].Name, 40), d.goal(), cost, strings.Join(used, ", "))
	for _, i := range d.used() {
		if c := d.Columns[i]; c.Empty.Count > 0 {
			d.say("%s is empty in %d of %d rows, first on line %d, column %d: these rows are missing (empty = %q in [table])",
				mistake.Quote(c.Name), c.Empty.Count, d.Rows, c.Empty.First[0].Line, c.Empty.First[0].Column, table.Missing)
		}
	}
	if len(d.Again) > 0 {
		d.say("%s", csvfile.SayAgain(d.Again))
	}
	return nil
}

// used returns the columns that the problem reads.
func (d *draft) used() []int {
	used := append(slices.Clone(d.parameters), d.objective)
	if d.cost >= 0 {
		used = append(used, d.cost)
	}
	return used
}

func (d *draft) goal() string {
	if mentions(d.Columns[d.objective].Name, minimiseWords) {
		return "minimise"
	}
	return "maximise"
}

func (d *draft) write() []byte {
	w := &tomlfile.Writer{}
	base := filepath.Base(d.path)
	w.Line("# Past evaluations in %s, turned into surrogates of value and cost.\n"+
		"# Which column is what was guessed from names and order: check it.", strings.ReplaceAll(tomlfile.Quote(base), "\n", " "))
	w.Text("name", identifier(strings.TrimSuffix(base, filepath.Ext(base))))
	w.Text("title", "Surrogates of "+base)
	price := d.price
	if d.cost >= 0 {
		price = d.Columns[d.cost].Mean
	}
	w.Line("\nbudget = %.3g # about twenty evaluations of average cost", 20*price)
	names := map[string]bool{}
	for _, named := range []bool{true, false} {
		for _, i := range d.parameters {
			c := d.Columns[i]
			if (c.Names != nil) != named {
				continue
			}
			p := scenarios.Parameter{Name: identifier(c.Name), Choices: c.Names}
			if !named {
				p.Low, p.High, p.Log, p.Integer = c.Low, c.High, c.Low > 0 && c.High/c.Low >= 100, c.Whole
			}
			for names[p.Name] {
				p.Name += "_"
			}
			names[p.Name] = true
			problemfile.WriteParameter(w, p)
			if p.Name != c.Name {
				w.Text("column", c.Name)
			}
		}
	}
	for _, s := range d.left {
		w.Line("\n# %s", s)
	}
	w.Line("\n[objective]\ngoal = %q # or the other way", d.goal())
	if d.cost < 0 {
		w.Line("\n[cost]\nexpression = \"%v\" # no column says what an evaluation costs\nknown = true", d.price)
	}
	w.Line("\n[table]\nfile = %s\nobjective = %s # a column, or a formula of columns", tomlfile.Quote(d.path), tomlfile.Quote(d.Columns[d.objective].Name))
	if d.cost >= 0 {
		w.Line("cost = %s # such as \"seconds / 3600\"", tomlfile.Quote(d.Columns[d.cost].Name))
	}
	w.Line("surrogate = %q", table.GP)
	if slices.ContainsFunc(d.used(), func(i int) bool { return d.Columns[i].Empty.Count > 0 }) {
		w.Line("empty = %q # rows with an empty cell are left out; %q: those without a value failed, and teach what they cost", table.Missing, table.Failed)
	}
	return w.Bytes()
}
