package scenarios

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"farsight/internal/plain"
	"farsight/model"
)

var tableFields = []string{"file", "builtin", "objective", "cost", "surrogate", "fit"}

// builtinTables are the tables that ship with Farsight, in builtin/.
var builtinTables = []string{"lda"}

// readTable reads the table [table] and the CSV file it names.
func (p *parsing) readTable(s *section) {
	t := &Table{
		File: s.rawText("file"), Builtin: s.choice("builtin", builtinTables...),
		Objective: s.rawText("objective"), CostCell: s.rawText("cost"),
		Surrogate: SurrogateGP, Cost: p.knownCost, parameters: p.Parameters, sign: p.Sign(),
	}
	if kind := s.choice("surrogate", SurrogateGP, SurrogateForest); kind != "" {
		t.Surrogate = kind
	}
	required := []string{"objective"}
	if p.knownCost == nil {
		required = append(required, "cost")
	} else if s.has("cost") {
		s.wrong("cost", "the cost is known from [cost]; leave this out")
	}
	for _, f := range required {
		if !s.has(f) {
			s.wrong(f, "is missing")
		}
	}
	path, data := p.csvOf(s)
	fit := p.readFit(s.section("fit"))
	if data == nil || t.Objective == "" || !p.fine {
		return
	}
	sh, found := openSheet(path, data)
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return
	}
	cols, ok := p.tableColumns(s, t, sh)
	if !ok {
		return
	}
	wanted := make([]bool, len(sh.header))
	for _, c := range cols {
		for _, name := range c.uses(sh.header) {
			wanted[slices.Index(sh.header, name)] = true
		}
	}
	found = sh.readRows(wanted, MaxRows, "the most a surrogate is made of")
	if len(found) == 0 {
		found = t.fill(sh, cols)
	}
	p.elsewhere = append(p.elsewhere, found...)
	if fit != nil {
		t.Fit, t.Stale = fit, !fit.suits(t, p.Problem)
	}
	t.ready()
	p.Source = t
}

// csvOf reads the CSV file that a section names by file, or a table that ships
// with Farsight; nil once the mistake is recorded. path names it in messages.
func (p *parsing) csvOf(s *section) (path string, data []byte) {
	switch file := s.rawText("file"); {
	case s.has("file") && s.has("builtin"):
		s.wrong("builtin", "choose either file or builtin")
	case s.has("builtin"):
		name := s.rawText("builtin") + ".csv"
		data, err := builtinFiles.ReadFile("builtin/" + name)
		if err != nil { // the name is wrong, and said to be
			return "", nil
		}
		return name, data
	case !s.has("file"):
		s.wrong("file", `is missing: the name of a CSV file, such as file = "runs.csv"`)
	case file == "":
		if s.field("file").kind == unstable.String {
			s.wrong("file", "is empty: name a CSV file")
		}
	default:
		if path = file; !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, path)
		}
		data, err := readFile(path, "table", MaxTableFile)
		if err != nil {
			s.wrong("file", "%v; a name without a leading / starts from the folder of this file", err)
			return "", nil
		}
		return path, data
	}
	return "", nil
}

// readFit reads the fit that SaveFit wrote; nil if there is none or it is wrong.
// One that does not suit the problem, say because a parameter was added since,
// is no mistake but stale.
func (p *parsing) readFit(s *section) *Fit {
	s.knows("checksum", "optimum", "x")
	objective, cost := s.section("objective"), s.section("cost")
	objective.knows(hyperFields...)
	cost.knows(hyperFields...)
	if !s.given() {
		return nil
	}
	before := len(s.mistakes)
	f := &Fit{Checksum: s.text("checksum"), Objective: savedHyper(objective), Cost: savedHyper(cost)}
	f.Optimum.Value, _ = s.number("optimum")
	f.Optimum.X, _ = s.numbers("x")
	for _, name := range []string{"checksum", "optimum", "x"} {
		if !s.has(name) {
			s.wrong(name, "is missing: farsight fit --save writes this section; remove it and save it again")
		}
	}
	if f.Objective != nil {
		f.Objective.Mean *= p.Sign()
	}
	if len(s.mistakes) > before {
		return nil
	}
	return f
}

func savedHyper(s *section) *model.Hyper {
	if !s.given() {
		return nil
	}
	d := 1
	if e := s.field("lengthscale"); e != nil {
		d = len(e.items)
	}
	return readHyper(s, d)
}

// suits tells whether a saved fit belongs to this table as it is now.
func (f *Fit) suits(t *Table, p *Problem) bool {
	process := func(h *model.Hyper, needed bool) bool {
		return (h != nil) == needed && (h == nil || len(h.Scale) == p.Dim())
	}
	return f.Checksum == t.Checksum() && p.CheckPoint(f.Optimum.X) == nil &&
		process(f.Objective, t.Surrogate == SurrogateGP) && process(f.Cost, t.Surrogate == SurrogateGP && t.Cost == nil)
}

// tableColumns resolves the parameters, the value and the cost, in this order.
func (p *parsing) tableColumns(s *section, t *Table, sh *sheet) (cols []column, ok bool) {
	ok = true
	resolve := func(at *section, field, text string) {
		c, err := columnOf(text, sh.header)
		if err != nil {
			formula, _ := err.(*FormulaError) // NewFormula returns no other
			e := at.field(field)
			message := formula.Message
			if slices.Contains(sh.header, strings.TrimSpace(text)) || isIdentifier(text) {
				message = fmt.Sprintf("the table has no column %s%s", quote(text), suggestion(text, sh.header))
			}
			at.say(e.within(formula.Offset), at.name(field), "%s", message)
			ok = false
		}
		cols = append(cols, c)
	}
	for i, par := range p.parameters {
		field, text := "name", p.Parameters[i].Name
		if par.has("column") {
			field, text = "column", par.rawText("column")
		}
		t.Columns = append(t.Columns, text)
		resolve(par, field, text)
	}
	resolve(s, "objective", t.Objective)
	if t.Cost == nil && t.CostCell != "" {
		resolve(s, "cost", t.CostCell)
	}
	return cols, ok && (t.Cost != nil || t.CostCell != "")
}

// minRows is the least a surrogate can be made of.
const minRows = 3

// fill takes the rows into the table, checking each.
func (t *Table) fill(sh *sheet, cols []column) (found Mistakes) {
	say := func(row int, field, format string, args ...any) {
		if len(found) < maxMistakes {
			found = append(found, Mistake{sh.file, sh.lines[row], 0, plain.Short(field, 40), fmt.Sprintf("row %d: ", row+1) + fmt.Sprintf(format, args...)})
		}
	}
	if len(sh.rows) < minRows {
		return Mistakes{{File: sh.file, Message: fmt.Sprintf("has %s; a surrogate needs at least %d", countRows(len(sh.rows)), minRows)}}
	}
	d := len(t.parameters)
	for i, row := range sh.rows {
		x := make([]float64, d)
		for j, par := range t.parameters {
			x[j] = cols[j].of(row)
			if v := x[j]; !finite(v) || v < par.Low || v > par.High {
				say(i, t.Columns[j], "%v is outside [%v, %v]; widen the parameter's range or remove the row", v, par.Low, par.High)
			}
		}
		value := cols[d].of(row)
		if !finite(value) {
			say(i, t.Objective, "the value is %v, not a finite number", value)
		}
		t.X, t.Value = append(t.X, x), append(t.Value, value)
		if t.Cost != nil {
			continue
		}
		z := cols[d+1].of(row)
		if !finite(z) || z <= 0 {
			say(i, t.CostCell, "the cost is %v; costs must be finite and above 0", z)
		}
		t.Paid = append(t.Paid, z)
	}
	if len(found) > 0 {
		return found
	}
	return t.constant(sh.file)
}

func countRows(n int) string {
	if n == 1 {
		return "a single row"
	}
	return fmt.Sprintf("%d rows", n)
}

// constant reports columns that are the same in every row.
func (t *Table) constant(file string) (found Mistakes) {
	say := func(column string, v float64, advice string) {
		found = append(found, Mistake{File: file, Field: plain.Short(column, 40), Message: fmt.Sprintf("is %v in every row; %s", v, advice)})
	}
	for j, column := range t.Columns {
		if !slices.ContainsFunc(t.X, func(x []float64) bool { return x[j] != t.X[0][j] }) {
			say(column, t.X[0][j], "nothing can be learnt of it, so leave this parameter out")
		}
	}
	if allEqual(t.Value) {
		say(t.Objective, t.Value[0], "there is nothing to improve")
	}
	if t.Paid != nil && allEqual(t.Paid) {
		say(t.CostCell, t.Paid[0], fmt.Sprintf(`there is nothing to learn: leave it out of [table] and write expression = "%v" and known = true in [cost]`, t.Paid[0]))
	}
	return found
}

func allEqual(v []float64) bool { return slices.Min(v) == slices.Max(v) }
