package study

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study/journal"
)

// HistorySettings are the settings of LoadHistory. The zero value requires a cost in
// every row.
type HistorySettings struct {
	Cost   float64 // of each row, if the file has no such column; 0: it must have one
	Charge bool    // to the study's budget
}

// History holds earlier measurements from a CSV file.
type History struct {
	Told   []journal.Told
	Lines  []int    // of the file, where each starts
	Unused []string // columns that are not read
	Empty  []int    // lines of failed measurements without a value
}

// Again returns the rows that equal an earlier one in point, value and cost.
func (t History) Again() []csvfile.Again {
	var out []csvfile.Again
	seen := map[string]int{}
	for i, m := range t.Told {
		key := fmt.Sprint(m.X, m.Value, m.Cost, m.Failed)
		if first, again := seen[key]; again {
			out = append(out, csvfile.Again{Line: t.Lines[i], First: first})
			continue
		}
		seen[key] = t.Lines[i]
	}
	return out
}

// historyColumns are the columns in addition to the parameters; exportColumns those that only an
// export has.
var (
	historyColumns = []string{"value", "cost", "failed", "sd", "note", "time", "source"}
	exportColumns  = []string{"line", "design", "counted", "left", "best", "acquisition", "amended"}
)

// maxHistory is the largest number of rows: the most a model is fitted to.
const maxHistory = model.MaxPoints

// LoadHistory reads a file. The error is a mistake.List with all that is wrong.
func LoadHistory(path string, p *scenarios.Problem, s HistorySettings) (History, error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return History{}, err
	}
	return readHistory(path, data, p, s)
}

// readHistory reads the text of a file, which messages name.
func readHistory(file string, data []byte, p *scenarios.Problem, s HistorySettings) (History, error) {
	sheet, found := csvfile.Open(file, data)
	if len(found) > 0 {
		return History{}, found
	}
	r := historyReader{Sheet: sheet, problem: p, settings: s, column: map[string]int{}}
	if found := r.columns(); len(found) > 0 {
		return History{}, found
	}
	r.source = filepath.Base(file)
	found = sheet.Each(maxHistory, "the most a model is fitted to", r.row)
	if len(found) > 0 {
		return History{}, found
	}
	if len(r.out.Told) == 0 {
		return History{}, mistake.OfFile(file, "has no rows below the names of its columns")
	}
	r.out.Lines = sheet.Lines
	return r.out, nil
}

// historyReader reads one file.
type historyReader struct {
	*csvfile.Sheet
	problem    *scenarios.Problem
	settings   HistorySettings
	parameters []int          // their columns
	column     map[string]int // of historyColumns; absent: there is none
	source     string
	out        History
}

// columns finds the column of each field.
func (r *historyReader) columns() mistake.List {
	var found mistake.List
	say := func(format string, args ...any) { found = append(found, mistake.OfFile(r.File, format, args...)...) }
	used := make([]bool, len(r.Header))
	find := func(name string) int {
		i := slices.Index(r.Header, name)
		if i >= 0 {
			used[i] = true
		}
		return i
	}
	for _, par := range r.problem.Parameters {
		name := par.Name
		if slices.Contains(historyColumns, name) || slices.Contains(exportColumns, name) {
			name = "x_" + name // as an export writes it
		}
		i := find(name)
		if i < 0 && name != par.Name && par.Name != "value" && par.Name != "cost" {
			i = find(par.Name) // a parameter called time comes before the time of day
		}
		if i < 0 {
			say("has no column %s for the parameter %s%s", name, par.Name, mistake.Suggestion(name, r.Header))
		}
		r.parameters = append(r.parameters, i)
	}
	for _, name := range historyColumns {
		if slices.Contains(r.parameters, slices.Index(r.Header, name)) {
			continue
		}
		if i := find(name); i >= 0 {
			r.column[name] = i
		}
	}
	if _, ok := r.column["value"]; !ok {
		say("has no column value: what was measured%s", mistake.Suggestion("value", r.Header))
	}
	switch _, ok := r.column["cost"]; {
	case ok && r.settings.Cost > 0:
		say("has a column cost: --cost is for files without")
	case !ok && r.settings.Cost == 0 && r.problem.KnownCost == nil:
		say("has no column cost: say with --cost what each of them cost%s", mistake.Suggestion("cost", r.Header))
	}
	export := slices.Contains(r.Header, "line") && slices.Contains(r.Header, "acquisition")
	for i, h := range r.Header {
		if !used[i] && !(export && slices.Contains(exportColumns, h)) {
			r.out.Unused = append(r.out.Unused, sanitize.Short(h, 40))
		}
	}
	return found
}

// row reads one measurement.
func (r *historyReader) row(cells []string, wrong func(i int, message string)) {
	t := journal.Told{Free: !r.settings.Charge, Source: r.source, Cost: r.settings.Cost}
	ok := true
	bad := func(i int, message string) {
		ok = false
		wrong(i, message)
	}
	for k, i := range r.parameters {
		v, message := r.coordinate(r.problem.Parameters[k], cells[i])
		if message != "" {
			bad(i, message)
		}
		t.X = append(t.X, v)
	}
	r.result(&t, cells, bad)
	if i, has := r.column["cost"]; has {
		t.Cost = r.number(cells[i], func(v float64) error {
			if !(v > 0) {
				return errors.New("a cost is above 0")
			}
			return model.CheckCost(v)
		}, func(message string) { bad(i, message) })
	} else if ok && t.Cost == 0 {
		t.Cost = r.problem.KnownCost(r.problem.ToUnit(t.X))
	}
	if source := r.text(cells, "source"); source != "" {
		t.Source = source
	}
	if t.Note = r.text(cells, "note"); r.text(cells, "time") != "" {
		when := "measured " + r.text(cells, "time")
		t.Note = strings.TrimSuffix(when+"; "+t.Note, "; ")
	}
	if ok {
		r.out.Told = append(r.out.Told, t)
	}
}

// number reads and checks a number.
func (r *historyReader) number(cell string, check func(float64) error, bad func(message string)) float64 {
	v, message := r.Number(cell)
	if message == "" {
		if err := check(v); err != nil {
			message = fmt.Sprintf("%v: %v", v, err)
		}
	}
	if message != "" {
		bad(message)
	}
	return v
}

// coordinate reads the value of a parameter.
func (r *historyReader) coordinate(par scenarios.Parameter, cell string) (float64, string) {
	if par.Categorical() {
		v, err := par.Read(strings.TrimSpace(cell))
		if err != nil {
			return 0, err.Error()
		}
		return v, ""
	}
	v, message := r.Number(cell)
	switch {
	case message != "":
		return 0, message
	case v < par.Low || v > par.High:
		return 0, fmt.Sprintf("%v is outside [%v, %v]", v, par.Low, par.High)
	case par.Integer && v != math.Round(v):
		return 0, fmt.Sprintf("%v is not a whole number", v)
	}
	return v, ""
}

// result reads the value, or that the measurement failed.
func (r *historyReader) result(t *journal.Told, cells []string, bad func(i int, message string)) {
	at := r.column["value"]
	value := strings.TrimSpace(cells[at])
	t.Failed = strings.EqualFold(value, "failed")
	if i, has := r.column["failed"]; has {
		switch said := strings.ToLower(strings.TrimSpace(cells[i])); {
		case slices.Contains([]string{"true", "yes", "1", "x", "failed"}, said):
			t.Failed = true
		case !slices.Contains([]string{"", "false", "no", "0"}, said):
			bad(i, mistake.Quote(said)+": write true or false")
		}
	}
	switch {
	case t.Failed && value != "" && !strings.EqualFold(value, "failed"):
		bad(at, "a value although it failed: leave one of them out")
	case t.Failed:
		t.Value = math.NaN()
		if value == "" {
			r.out.Empty = append(r.out.Empty, r.Lines[len(r.Lines)-1])
		}
	case value == "":
		bad(at, "the cell is empty; write failed if there is no value, or remove the row")
	default:
		t.Value = r.number(value, model.CheckOutput, func(message string) { bad(at, message) })
	}
	if i, has := r.column["sd"]; has && strings.TrimSpace(cells[i]) != "" && !t.Failed {
		t.Sd = r.number(cells[i], func(v float64) error {
			if v == 0 {
				return nil // not known
			}
			return model.CheckSd(v)
		}, func(message string) { bad(i, message) })
	}
}

// text returns a text cell without the apostrophe that keeps spreadsheets from
// reading it as a formula.
func (r *historyReader) text(cells []string, name string) string {
	i, has := r.column[name]
	if !has {
		return ""
	}
	s := strings.TrimSpace(cells[i])
	if len(s) > 1 && s[0] == '\'' && strings.ContainsRune("=+-@\t\r\n", rune(s[1])) {
		s = s[1:]
	}
	return s
}
