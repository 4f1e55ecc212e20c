package learn

import (
	"slices"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// maxTableRows is the most that is learnt from.
const maxTableRows = 100_000

// FromSheet reads the rows of a sheet, whose columns must all be numbers. Every
// column but the target is a feature.
func FromSheet(sh *csvfile.Sheet, target string) (Table, mistake.List) {
	at := slices.Index(sh.Header, target)
	if at < 0 {
		return Table{}, mistake.OfFile(sh.File, "has no column %s%s", mistake.Quote(target), mistake.Suggestion(target, sh.Header))
	}
	if found := sh.ReadRows(slices.Repeat([]bool{true}, len(sh.Header)), maxTableRows, "the most that is learnt from"); len(found) > 0 {
		return Table{}, found
	}
	var t Table
	for j, name := range sh.Header {
		column := make([]float64, len(sh.Rows))
		for i, row := range sh.Rows {
			column[i] = row[j]
		}
		if j == at {
			t.Target, t.Y = name, column
			continue
		}
		t.Features, t.Columns = append(t.Features, name), append(t.Columns, column)
	}
	if err := t.Check(); err != nil {
		return Table{}, mistake.OfFile(sh.File, "%s", strings.TrimPrefix(sanitize.Text(err.Error()), "the table "))
	}
	return t, nil
}
