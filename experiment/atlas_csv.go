package experiment

import (
	_ "embed" // for the map
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"farsight/internal/csvfile"
	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// atlasHeader names the columns of a map's table.
var atlasHeader = []string{
	"d", "worth", "spread", "cost", "policy", "draws", "improvement", "improvement_half",
	"best_closed_form", "difference", "difference_half", "percent", "percent_half", "settings", "first_seed",
}

// settingsColumn says what the policy is. Tables of earlier versions end before
// it: a policy whose label is not its name cannot be run from those.
const settingsColumn = 13

// seedColumn is the seed of the first draw, the others following it; empty where
// they do not, or where it is not known.
const seedColumn = 14

// WriteAtlas writes a map as CSV. Unknown cells are empty: the intervals of a single draw, and the
// differences of the best closed form.
func WriteAtlas(w io.Writer, rows []AtlasRow) error {
	c := csv.NewWriter(w)
	c.Write(atlasHeader)
	for _, r := range rows {
		line := []string{
			strconv.Itoa(r.Cell.Dim), short(r.Cell.Worth), short(r.Cell.Spread), r.Cell.Cost(), csvfile.Guard(r.Policy), strconv.Itoa(r.Draws),
			short(r.Improvement), short(r.Half), csvfile.Guard(r.Best), "", "", "", "", csvfile.Guard(r.Settings), "",
		}
		if r.FirstSeed > 0 {
			line[seedColumn] = strconv.FormatUint(r.FirstSeed, 10)
		}
		if r.Best != "" && r.Best != r.Policy {
			line[9], line[10], line[11], line[12] = short(r.Difference), short(r.DifferenceHalf), short(r.Percent), short(r.PercentHalf)
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error() // of any of them
}

// short writes six digits, far more than the draws support, or nothing.
func short(v float64) string {
	if !known(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// maxAtlas is far more rows than any map has.
const maxAtlas = 100_000

// ReadAtlas reads what WriteAtlas writes, and nothing else.
func ReadAtlas(r io.Reader) ([]AtlasRow, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	header, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf("the table of a map: %w", err)
	}
	if !slices.Equal(header, atlasHeader) && !slices.Equal(header, atlasHeader[:settingsColumn]) && !slices.Equal(header, atlasHeader[:seedColumn]) {
		return nil, fmt.Errorf("the table of a map: the first line must be %v", atlasHeader)
	}
	type place struct {
		cell   builtin.Cell
		policy string
	}
	seen := map[place]bool{}
	var rows []AtlasRow
	for {
		fields, err := c.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the table of a map: %w", err)
		}
		line, _ := c.FieldPos(0)
		row, err := readAtlasRow(fields)
		switch at := (place{row.Cell, row.Policy}); {
		case err != nil:
		case seen[at]:
			err = fmt.Errorf("%v has %s twice", row.Cell, sanitize.Text(row.Policy))
		case len(rows) >= maxAtlas:
			err = fmt.Errorf("more than the %d rows a map may have", maxAtlas)
		default:
			seen[at] = true
		}
		if err != nil {
			return nil, fmt.Errorf("the table of a map, line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		if row.Best != "" && !seen[place{row.Cell, row.Best}] {
			return nil, fmt.Errorf("the table of a map: %v is compared with %s, which is not in it", row.Cell, sanitize.Text(row.Best))
		}
	}
	return rows, nil
}

// atlasText is a cell of text as it was before it was written.
func atlasText(cell string) string { return sanitize.Text(csvfile.Unguard(cell)) }

// readAtlasRow reads one line; it names the column that is wrong.
func readAtlasRow(fields []string) (AtlasRow, error) {
	var row AtlasRow
	var wrong error
	complain := func(column int, want string) {
		if wrong == nil {
			wrong = fmt.Errorf("%s: %q is not %s", atlasHeader[column], sanitize.Short(fields[column], 40), want)
		}
	}
	whole := func(column int) int {
		n, err := strconv.Atoi(fields[column])
		if err != nil || n < 1 {
			complain(column, "a whole number above 0")
		}
		return n
	}
	number := func(column int) float64 {
		v, err := strconv.ParseFloat(fields[column], 64)
		if err != nil || !known(v) {
			complain(column, "a number")
		}
		return v
	}
	half := func(column, draws int) float64 {
		if fields[column] == "" && draws < 2 {
			return math.Inf(1)
		}
		v := number(column)
		if v < 0 {
			complain(column, "half of an interval, 0 or more")
		}
		return v
	}
	cell := fmt.Sprintf("d=%s worth %s spread %s %s", fields[0], fields[1], fields[2], fields[3])
	var err error
	if row.Cell, err = builtin.ParseCell(cell); err != nil {
		return row, err
	}
	if row.Policy, row.Best = atlasText(fields[4]), atlasText(fields[8]); row.Policy == "" {
		complain(4, "the name of a policy")
	}
	if len(fields) > settingsColumn && fields[settingsColumn] != "" {
		row.Settings = atlasText(fields[settingsColumn])
		if _, err := policy.Parse(row.Settings); err != nil {
			complain(settingsColumn, "a policy of ours")
		}
	}
	if len(fields) > seedColumn && fields[seedColumn] != "" {
		if row.FirstSeed, err = strconv.ParseUint(fields[seedColumn], 10, 64); err != nil || row.FirstSeed == 0 {
			complain(seedColumn, "a seed, a whole number above 0")
		}
	}
	row.Draws = whole(5)
	row.Improvement = number(6)
	row.Half = half(7, row.Draws)
	if compared := row.Best != "" && row.Best != row.Policy; compared {
		row.Difference, row.DifferenceHalf = number(9), half(10, row.Draws)
		row.Percent, row.PercentHalf = number(11), half(12, row.Draws)
		return row, wrong
	}
	for column := 9; column < settingsColumn; column++ {
		if fields[column] != "" {
			complain(column, "empty, as it must be in the row of the best closed form")
		}
	}
	return row, wrong
}

// shippedMap is the map that ships with Farsight, as WriteAtlas wrote it after
// examples/map.toml and examples/money-map.toml had been run.
//
//go:embed map.csv
var shippedMap string

// MapPolicy is the policy that a map shows by default.
const MapPolicy = "p-ms-ei, sustained, joint"

// ShippedAtlas reads the map that ships with Farsight.
func ShippedAtlas() ([]AtlasRow, error) {
	rows, err := shipped()
	return slices.Clone(rows), err
}

// shipped reads it once.
var shipped = sync.OnceValues(func() ([]AtlasRow, error) {
	rows, err := ReadAtlas(strings.NewReader(shippedMap))
	if err != nil {
		return nil, fmt.Errorf("the shipped map: %w", err)
	}
	return rows, nil
})
