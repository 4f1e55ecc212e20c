package scenarios

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farsight/internal/plain"
)

// readCommand reads the table [command].
func (p *parsing) readCommand(s *section, known *Formula) {
	c := &Command{TimeLimit: DefaultTimeLimit, Dir: p.Dir, Cost: known, parameters: p.Parameters}
	names := parameterNames(p.Parameters)
	used := map[string]bool{}
	list, ok := s.texts("run")
	if !s.has("run") {
		s.wrong("run", `is missing: the program and its arguments, such as run = ["python3", "train.py", "--rate", "{rate}"]`)
	} else if ok && (len(list) == 0 || list[0].text == "") {
		s.wrong("run", "names no program")
	}
	for i, e := range list {
		field := fmt.Sprintf("run[%d]", i+1)
		if strings.ContainsRune(e.text, 0) {
			s.say(e.at, s.name(field), "an argument cannot hold a zero byte")
		}
		substitute(e.text, func(name string) (string, bool) {
			switch {
			case name == "" || !p.fine:
			case i == 0:
				s.say(e.at, s.name(field), "the program's own name cannot depend on a parameter")
			case !slices.Contains(names, name):
				s.say(e.at, s.name(field), "there is no parameter %s%s; write {{%s}} for the text itself",
					quote(name), suggestion(name, names), plain.Short(name, 40))
			}
			used[name] = true
			return "", name != ""
		})
		c.Args = append(c.Args, e.text)
	}
	for _, name := range names {
		if len(list) > 0 && p.fine && !used[name] {
			s.wrong("run", "the parameter %s is not passed to the program: put {%s} into an argument", name, name)
		}
	}
	if s.has("time-limit") {
		text := s.text("time-limit")
		limit, err := time.ParseDuration(text)
		if text != "" && (err != nil || limit <= 0 || limit > MaxTimeLimit) {
			s.wrong("time-limit", `%s: write a time such as "90s", "15m" or "2h", at most "720h"`, quote(text))
		}
		c.TimeLimit = limit
	}
	p.Source = c
}

// readTable reads the table [table] and the CSV file it names.
func (p *parsing) readTable(s *section, known *Formula) {
	t := &Table{
		File: s.rawText("file"), Objective: s.rawText("objective"), CostCell: s.rawText("cost"), Surrogate: SurrogateGP,
		Cost: known, parameters: p.Parameters, sign: p.Sign(),
	}
	s.choice("surrogate", SurrogateGP)
	required := []string{"file", "objective"}
	if known == nil {
		required = append(required, "cost")
	} else if s.has("cost") {
		s.wrong("cost", "the cost is known from [cost]; leave this out")
	}
	for _, f := range required {
		if !s.has(f) {
			s.wrong(f, "is missing")
		}
	}
	if t.File == "" || t.Objective == "" || !p.fine {
		return
	}
	path := t.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.Dir, path)
	}
	data, err := readFile(path, "table", MaxTableFile)
	if err != nil {
		s.wrong("file", "%v", err)
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
	found = sh.readRows(wanted)
	if len(found) == 0 {
		found = t.fill(sh, cols)
	}
	p.elsewhere = append(p.elsewhere, found...)
	t.ready()
	p.Source = t
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
		return Mistakes{{File: sh.file, Message: fmt.Sprintf("has %d rows; a surrogate needs at least %d", len(sh.rows), minRows)}}
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
	return found
}
