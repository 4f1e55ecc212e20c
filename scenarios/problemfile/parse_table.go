package problemfile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios/formula"
	"farsight/scenarios/table"
)

var tableFields = []string{"file", "builtin", "objective", "cost", "surrogate", "empty", "fit"}

// readTable reads the table [table] and the CSV file it names.
func (p *parsing) readTable(s *tomlfile.Section) {
	t := &table.Source{
		File: s.RawText("file"), Builtin: s.Choice("builtin", table.Shipped...),
		Objective: s.RawText("objective"), CostCell: s.RawText("cost"),
		Surrogate: table.GP, Cost: p.knownCost(), Parameters: p.Parameters, Region: p.Region, Minimise: p.Minimise,
	}
	if kind := s.Choice("surrogate", table.GP, table.Forest); kind != "" {
		t.Surrogate = kind
	}
	t.Empty = s.Choice("empty", table.Missing, table.Failed)
	required := []string{"objective"}
	if p.price == nil {
		required = append(required, "cost")
	} else if s.Has("cost") {
		s.Wrong("cost", "the cost is known from [cost]; leave this out")
	}
	for _, f := range required {
		if !s.Has(f) {
			s.Wrong(f, "is missing")
		}
	}
	path, data := p.csvOf(s)
	fit := p.readFit(s.Section("fit"))
	if data == nil || t.Objective == "" || !p.fine {
		return
	}
	sh, found := csvfile.Open(path, data)
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return
	}
	cols, ok := p.tableColumns(s, t, sh)
	if !ok {
		return
	}
	wanted := make([]bool, len(sh.Header))
	for _, c := range cols {
		for _, name := range c.Uses(sh.Header) {
			wanted[slices.Index(sh.Header, name)] = true
		}
	}
	sh.Choices = map[int][]string{}
	for i, par := range p.Parameters {
		if par.Categorical() {
			sh.Choices[slices.Index(sh.Header, t.Columns[i])] = par.Choices
		}
	}
	sh.Empties = true // Fill judges them
	found = sh.ReadRows(wanted, table.MaxRows, "the most a surrogate is made of")
	if len(found) == 0 {
		found = t.Fill(sh, cols)
	}
	p.elsewhere = append(p.elsewhere, found...)
	if fit != nil {
		t.Fit, t.Stale = fit, !fit.Suits(t, p.Problem)
	}
	p.Source = t
}

// csvOf reads the CSV file that a section names by file, or a table that ships
// with Farsight; nil once the mistake is recorded. path names it in messages.
func (p *parsing) csvOf(s *tomlfile.Section) (path string, data []byte) {
	switch file := s.RawText("file"); {
	case s.Has("file") && s.Has("builtin"):
		s.Wrong("builtin", "choose either file or builtin")
	case s.Has("builtin"):
		name := s.RawText("builtin")
		data, err := table.ShippedFile(name)
		if err != nil { // the name is wrong, which was reported
			return "", nil
		}
		return name + ".csv", data
	case !s.Has("file"):
		s.Wrong("file", `is missing: the name of a CSV file, such as file = "runs.csv"`)
	case file == "":
		if s.Field("file").IsText() {
			s.Wrong("file", "is empty: name a CSV file")
		}
	default:
		if path = file; !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, path)
		}
		data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
		if err != nil {
			s.Wrong("file", "%v; a name without a leading / starts from the folder of this file", err)
			return "", nil
		}
		return path, data
	}
	return "", nil
}

// readFit reads the fit that SaveFit wrote; nil if there is none or it is wrong.
// One that does not suit the problem, say because a parameter was added since,
// is no mistake but stale.
func (p *parsing) readFit(s *tomlfile.Section) *table.Fit {
	s.Knows("checksum", "optimum", "x")
	objective, cost := s.Section("objective"), s.Section("cost")
	objective.Knows(hyperFields...)
	cost.Knows(hyperFields...)
	if !s.Given() {
		return nil
	}
	before := len(s.Mistakes)
	f := &table.Fit{Checksum: s.Text("checksum"), Objective: savedHyper(objective, anyProcess), Cost: savedHyper(cost, logCostProcess)}
	f.Optimum.Value, _ = s.Number("optimum")
	f.Optimum.X, _ = s.Numbers("x")
	for _, name := range []string{"checksum", "optimum", "x"} {
		if !s.Has(name) {
			s.Wrong(name, "is missing: farsight fit --save writes this section; remove it and save it again")
		}
	}
	if f.Objective != nil {
		f.Objective.Mean *= p.Sign()
	}
	if len(s.Mistakes) > before {
		return nil
	}
	return f
}

func savedHyper(s *tomlfile.Section, r hyperRanges) *model.Hyper {
	if !s.Given() {
		return nil
	}
	d := 1
	if e := s.Field("lengthscale"); e != nil {
		d = len(e.Items)
	}
	return readHyper(s, d, r)
}

// tableColumns resolves the parameters, the value and the cost, in this order.
func (p *parsing) tableColumns(s *tomlfile.Section, t *table.Source, sh *csvfile.Sheet) (cols []table.Column, ok bool) {
	ok = true
	resolve := func(at *tomlfile.Section, field, text string) {
		c, err := table.ColumnOf(text, sh.Header)
		if err != nil {
			wrong, _ := err.(*formula.Error) // formula.New returns no other
			e := at.Field(field)
			message := wrong.Message
			if slices.Contains(sh.Header, strings.TrimSpace(text)) || formula.IsName(text) {
				message = fmt.Sprintf("the table has no column %s%s", mistake.Quote(text), mistake.Suggestion(text, sh.Header))
			}
			at.Say(e.Within(wrong.Offset), at.Name(field), "%s", message)
			ok = false
		}
		cols = append(cols, c)
	}
	for i, par := range p.parameters {
		field, text := "name", p.Parameters[i].Name
		if par.Has("column") {
			field, text = "column", par.RawText("column")
		}
		t.Columns = append(t.Columns, text)
		if p.Parameters[i].Categorical() && !slices.Contains(sh.Header, text) {
			par.Wrong(field, "a choice needs a column with the names of choices; the table has no column %s%s", mistake.Quote(text), mistake.Suggestion(text, sh.Header))
			ok = false
			cols = append(cols, table.Column{})
			continue
		}
		resolve(par, field, text)
	}
	resolve(s, "objective", t.Objective)
	if t.Cost == nil && t.CostCell != "" {
		resolve(s, "cost", t.CostCell)
	}
	return cols, ok && (t.Cost != nil || t.CostCell != "")
}
