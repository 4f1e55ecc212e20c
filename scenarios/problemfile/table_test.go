package problemfile

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/table"
)

const tableFile = `name = "lab"
budget = 10

[[parameter]]
name = "x"
low = 0
high = 1

[[parameter]]
name = "tau"
column = "time constant"
low = 1
high = 1024
scale = "log"

[objective]
goal = "minimise"

[table]
file = "lab.csv"
objective = "loss"
cost = "seconds / 60"
`

// smooth is a table of a smooth function on a grid: loss = (x − 0.3)² +
// log2(τ)/10, seconds = 60(1 + x)√τ.
func smooth() string {
	var b strings.Builder
	b.WriteString("# made by a test\nx,\"time constant\",seconds,loss,remark\n")
	for i := range 6 {
		for j := range 6 {
			x, tau := float64(i)/5, math.Exp2(2*float64(j))
			fmt.Fprintf(&b, "%v,%v,%v,%v,fine\n", x, tau, 60*(1+x)*math.Sqrt(tau), (x-.3)*(x-.3)+math.Log2(tau)/10)
		}
	}
	return b.String()
}

func loadTable(t *testing.T, csv, toml string) (*scenarios.Problem, error) {
	t.Helper()
	return loadWith(t, "lab", csv, toml)
}

// loadWith loads a problem that has a table of the same name beside it.
func loadWith(t *testing.T, name, csv, toml string) (*scenarios.Problem, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	for ending, data := range map[string]string{".csv": csv, ".toml": toml} {
		testkit.OK(t, os.WriteFile(path+ending, []byte(data), 0o600))
	}
	return Load(path + ".toml")
}

// The surrogates reproduce a smooth table between its rows, in the problem's
// own sign and units.
func TestTable(t *testing.T) {
	t.Parallel()
	p, err := loadTable(t, smooth(), tableFile)
	testkit.OK(t, err)
	tab := p.Source.(*table.Source)
	if len(tab.X) != 36 || tab.X[1][1] != 4 || math.Abs(tab.Paid[1]-2) > 1e-12 || !p.Minimise {
		t.Errorf("rows %v…, paid %v…", tab.X[:2], tab.Paid[:2])
	}
	for _, x := range [][]float64{{0.25, 10}, {0.5, 100}, {0.9, 3}} {
		e := at(t, p, x...)
		value, cost := (x[0]-.3)*(x[0]-.3)+math.Log2(x[1])/10, (1+x[0])*math.Sqrt(x[1])
		if math.Abs(e.Value-value) > 0.02 || math.Abs(e.Cost-cost) > 0.03*cost {
			t.Errorf("at %v: %+v, want %v, %v", x, e, value, cost)
		}
		u := p.ToUnit(x)
		f, c, err := tab.Surrogates()
		testkit.OK(t, err)
		// docs/scenarios.md, "Benchmark problems": the value is the mean, the cost exp(m + s²/2).
		mean, _ := f.Predict(new(model.Workspace), u)
		m, s2 := c.Predict(new(model.Workspace), u)
		if cost := math.Exp(m + s2/2); e.Value != -mean || math.Abs(e.Cost-cost) > 1e-14*cost {
			t.Errorf("at %v: %+v, surrogates say %v and %v", x, e, -mean, math.Exp(m+s2/2))
		}
	}
	formatted, err := Format(p)
	testkit.OK(t, err)
	q, err := Parse("again.toml", formatted, p.Dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, formatted)
	}
	same(t, p, q)
}

func TestTableSeparatorsAndDuplicates(t *testing.T) {
	t.Parallel()
	for _, sep := range []string{";", "\t"} {
		csv := strings.ReplaceAll(strings.ReplaceAll(smooth(), ",", sep), "\n", "\r\n")
		csv = "\ufeff" + csv + "0" + sep + "1" + sep + "60" + sep + "0.09" + sep + "a duplicate\r\n"
		p, err := loadTable(t, csv, tableFile)
		if err != nil {
			t.Fatalf("%q: %v", sep, err)
		}
		if n := len(p.Source.(*table.Source).X); n != 37 {
			t.Errorf("%q: %d rows, want 37", sep, n)
		}
	}
}

// Rows that failed teach what they cost and nothing of the value: the surrogates
// of the cost are those of the whole table, those of the value are made without
// these rows.
func TestTableOfFailures(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`(?m)^1,16,480,.*\n`)
	failed, without := row.ReplaceAllString(smooth(), "1,16,480,,broken\n"), row.ReplaceAllString(smooth(), "")
	for _, kind := range []string{table.GP, table.Forest} {
		ask := func(csv, more string) scenarios.Evaluation {
			p, err := loadTable(t, csv, tableFile+fmt.Sprintf("surrogate = %q\n", kind)+more)
			testkit.OK(t, err)
			if _, _, err := p.Source.(*table.Source).Quality(t.Context()); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
			e, err := p.Source.Evaluate(t.Context(), []float64{0.9, 20})
			testkit.OK(t, err)
			return e
		}
		got, left, less := ask(failed, "empty = \"failed\"\n"), ask(failed, "empty = \"missing\"\n"), ask(without, "")
		if left != less || got.Value != less.Value || got.Cost == less.Cost {
			t.Errorf("%s: %+v with a failure, %+v with a missing row, %+v without it", kind, got, left, less)
		}
		// The order of rows is another, so that sums may differ in their last bits.
		if whole := ask(smooth(), ""); kind == table.GP && math.Abs(got.Cost/whole.Cost-1) > 0.01 {
			t.Errorf("%s: a cost of %v, of the whole table %v", kind, got.Cost, whole.Cost)
		}
	}
}

// flat is a small table with one column that never changes.
func flat(column int) string {
	rows := []string{"x,time constant,loss,seconds"}
	for i := range 5 {
		cells := []string{fmt.Sprint(0.1 * float64(i)), fmt.Sprint(1 + i), fmt.Sprint(i), fmt.Sprint(1 + i)}
		cells[column] = "0.5"
		rows = append(rows, strings.Join(cells, ","))
	}
	return strings.Join(rows, "\n") + "\n"
}

// Every mistake in a table is found with its file, line, column and row.
func TestTableMistakes(t *testing.T) {
	t.Parallel()
	big := "x,time constant,loss,seconds\n" + strings.Repeat("0.5,2,1,1\n", table.MaxRows+1)
	for _, c := range []struct {
		oldCSV, newCSV   string // in the table; oldCSV "": newCSV is the whole
		oldTOML, newTOML string
		want             string
	}{
		{"1,16,", "1,sixteen,", "", "", `lab.csv:35:3: time constant: row 33: "sixteen" is not a finite number`},
		{"1,16,", "1,,", "", "", `lab.csv:35:3: time constant: row 33: the cell is empty; fill it, remove the row, or say empty = "missing" or "failed" in [table]`},
		{"1,16,", "1,nan,", "", "", `lab.csv:35:3: time constant: row 33: "nan" is not a finite number`},
		{"1,16,", `1,"1,6",`, "", "", `lab.csv:35:3: time constant: row 33: "1,6" is not a number; write a decimal point`},
		{"1,16,", "1,2048,", "", "", `lab.csv:35: time constant: row 33: 2048 is outside [1, 1024]; widen`},
		{"0,1,60,", "0,1,-60,", "", "", `lab.csv:3: seconds / 60: row 1: the cost is -1; costs must be`},
		{"0,1,60,0.09,fine", "0,1,60,0.09", "", "", `lab.csv:3:1: this row has not as many cells`},
		{"0,1,60,", "0,1,\"60,", "", "", `lab.csv:`},
		{"0,1,60,", "0,1,6\x1b[31m0,", "", "", `lab.csv:3:5: seconds: row 1: "60" is not a finite number`},
		{"x,", "y,", "", "", `lab.toml:5:9: parameter[1].name: the table has no column "x"; there is y, time constant, seconds, loss, remark`},
		{"x,", "loss,", "", "", `lab.csv:2:30: two columns are called "loss"`},
		{"x,", ",", "", "", `lab.csv:2:1: column 1 has no name`},
		{"", "0.1,0.2\n1,2\n", "", "", `lab.csv:1:1: the first line must name the columns, but here is the number 0.1`},
		{"", "x,time constant,loss,seconds\n0,1,1,1\n", "", "", `lab.csv: has a single row; a surrogate needs at least 3`},
		{"", "# nothing\n", "", "", `lab.csv: names no columns`},
		{"", " \n", "", "", `lab.csv: is empty`},
		{"", big, "", "", `lab.csv: has more than 2000 rows`},
		{"", strings.Repeat("a", csvfile.MaxSize+1), "", "", `lab.csv: is larger than 16 MiB, too large for a table`},
		{"", "x,time constant,loss,seconds\n" + strings.Repeat("a,b,c,d\n", 100), "", "", "and perhaps more after these"},
		{"", "", `"lab.csv"`, `"none.csv"`, `none.csv: cannot be opened`},
		{"", "", `"lab.csv"`, `"."`, `is a directory; name the table inside it`},
		{"", "", `"loss"`, `"los"`, `lab.toml:21:14: table.objective: the table has no column "los"; did you mean "loss"?`},
		{"", "", `"loss"`, `"log(los)"`, `lab.toml:21:18: table.objective: there is no name "los"; did you mean "loss"?`},
		{"", "", `"time constant"`, `"time konstant"`, `lab.toml:11:16: parameter[2].column:`},
		{"", "", `"loss"`, `"log(loss - loss)"`, `lab.csv:3: log(loss - loss): row 1: the value is -Inf`},
		{"", "", "cost = \"seconds / 60\"\n", "", `lab.toml:19:2: table.cost: is missing`},
		{"", "", "file = \"lab.csv\"\n", "", `lab.toml:19:2: table.file: is missing`},
		{"", "", "file = \"lab.csv\"", "file = \"lab.csv\"\nsurrogate = \"wood\"", `lab.toml:21:13: table.surrogate: "wood" is not known; there is gp, forest`},
		{"", strings.ReplaceAll(smooth(), ",fine", ""), "", "", `this row has not as many cells`},
		{"", flat(0), "", "", `lab.csv: x: is 0.5 in every row; nothing can be learnt of it, so leave this parameter out`},
		{"", flat(2), "", "", `lab.csv: loss: is 0.5 in every row; there is nothing to improve`},
		{"", flat(3), "", "", `lab.csv: seconds / 60: is 0.008333333333333333 in every row; there is nothing to learn: leave it out of [table]`},
		{"", "", "file = \"lab.csv\"", "builtin = \"lab\"", `lab.toml:20:11: table.builtin: "lab" is not known; there is lda`},
		{"", "", "file = \"lab.csv\"", "file = \"lab.csv\"\nbuiltin = \"lda\"", `table.builtin: choose either file or builtin`},
		{"", "", "file = \"lab.csv\"", "file = \"\"", `lab.toml:20:8: table.file: is empty: name a CSV file`},
		{"", "", "[table]", "[cost]\nexpression = \"1\"\nknown = true\n[table]", `lab.toml:25:8: table.cost: the cost is known from [cost]`},
	} {
		csv, toml := smooth(), tableFile
		if c.oldCSV != "" {
			csv = strings.Replace(csv, c.oldCSV, c.newCSV, 1)
		} else if c.newCSV != "" {
			csv = c.newCSV
		}
		if c.oldTOML != "" {
			toml = strings.Replace(toml, c.oldTOML, c.newTOML, 1)
		}
		_, err := loadTable(t, csv, toml)
		var all mistake.List
		if !errors.As(err, &all) {
			t.Errorf("%.40q %q: error %v, want Mistakes", c.newCSV, c.newTOML, err)
			continue
		}
		if len(all) > csvfile.MaxMistakes+1 {
			t.Errorf("%.40q: %d mistakes shown", c.newCSV, len(all))
		}
		if !slices.ContainsFunc(all, func(m mistake.Mistake) bool { return strings.Contains(m.String(), c.want) }) {
			t.Errorf("%.40q %q gives\n%v\nwant %s", c.newCSV, c.newTOML, err, c.want)
		}
		if strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("%.40q: the message holds an escape character", c.newCSV)
		}
	}
}
