package push

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
)

// columns a file must have, in any order; others are left alone.
var columns = [...]string{"rx", "ry", "t", "wx", "wy"}

// maxRows bounds the time a file can take: a row takes well below a millisecond.
const maxRows = 100_000

// CheckFile reads a CSV file with the columns rx, ry, t, wx, wy and checks it.
func CheckFile(path string) (Report, error) {
	rows, err := readFile(path)
	if err != nil {
		return Report{}, err
	}
	return check(rows), nil
}

// readFile reads the rows of a CSV file. An error names the file, the line and
// the column of what is wrong.
func readFile(path string) ([]row, error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return nil, err
	}
	sheet, found := csvfile.Open(path, data)
	if len(found) > 0 {
		return nil, found
	}
	var at [len(columns)]int
	wanted := make([]bool, len(sheet.Header))
	for i, column := range columns {
		if at[i] = slices.Index(sheet.Header, column); at[i] < 0 {
			return nil, mistake.OfFile(path, "has no column %s; the first line must name %s", column, strings.Join(columns[:], ", "))
		}
		wanted[at[i]] = true
	}
	if found := sheet.ReadRows(wanted, maxRows, "the most that are checked"); len(found) > 0 {
		return nil, found
	}
	rows := make([]row, len(sheet.Rows))
	for i, v := range sheet.Rows {
		if err := Valid(v[at[0]], v[at[1]], v[at[2]]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", sheet.File, sheet.Lines[i], err)
		}
		rows[i] = row{v[at[0]], v[at[1]], v[at[2]], v[at[3]], v[at[4]]}
	}
	if len(rows) == 0 {
		return nil, mistake.OfFile(path, "names columns but has no rows")
	}
	return rows, nil
}
