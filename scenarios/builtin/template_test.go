package builtin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
)

// Every template loads as it stands.
func TestTemplates(t *testing.T) {
	t.Parallel()
	for _, name := range Templates() {
		text, err := TemplateText(name)
		if name == "table" {
			if err == nil {
				t.Error("a table without data")
			}
			continue
		}
		testkit.OK(t, err)
		p, err := problemfile.Parse(name+".toml", text, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s starts without a comment", name)
		}
		again, err := problemfile.Format(p)
		testkit.OK(t, err)
		q, err := problemfile.Parse("again.toml", again, "")
		if err != nil {
			t.Fatalf("%v\n%s", err, again)
		}
		if twice, err := problemfile.Format(q); err != nil || string(twice) != string(again) {
			t.Errorf("%s: formatted\n%s(%v)\nand\n%s", name, again, err, twice)
		}
		if by := p.EvaluatedBy(); (by == "a person") != (name == "manual") || strings.HasPrefix(by, "the command ") != (name == "command") {
			t.Errorf("%s is evaluated by %s", name, by)
		}
		if (name == "manual") != p.IsManual() {
			t.Errorf("%s: manual %v", name, p.IsManual())
		}
	}
	if _, err := TemplateText("manul"); err == nil || !strings.Contains(err.Error(), `did you mean "manual"?`) {
		t.Errorf("an unknown template: %v", err)
	}
}

// A table's template loads with its table, whatever the columns are called.
func TestTableTemplate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, csv, objective, cost string }{
		{"plain", "rate,layers,loss,seconds\n1e-4,1,2,10\n1e-2,3,1,20\n1e-1,2,3,15\n", "loss", "seconds"},
		{"any order", "hours,x,note,accuracy,z\n1,0.5,a,0.9,3\n2,0.7,b,0.8,4\n1,0.1,c,0.7,2\n", "accuracy", "hours"},
		{"no clue", "a;b;c;d\n1;2;3;4\n2;3;4;5\n3;1;5;6\n", "d", ""},
		{"no cost", "temperature,load,value\n1,2,3\n2,3,4\n3,1,5\n", "value", ""},
		{"any case", "Yield,a,b,Cost\n1,2,3,4\n2,3,4,5\n3,1,5,6\n", "Yield", "Cost"},
		{"words within words", "ferrite,gloss,b,cost\n1,2,3,4\n2,3,4,5\n3,1,5,6\n", "b", "cost"},
		{"cost is cost", "a,cost,yield per hour,time\n1,2,3,4\n2,3,4,5\n3,1,5,6\n", "yield per hour", "cost"},
		{"odd names", "learning rate,2nd,learning-rate,pi,let,constant,\"q\"\"uote\",value,price\n1,2,3,4,5,6,7,8,9\n2,3,4,5,6,6,8,9,10\n4,3,2,1,0,6,1,2,3\n", "value", "price"},
	} {
		dir := t.TempDir()
		data := filepath.Join(dir, "runs.csv")
		testkit.OK(t, os.WriteFile(data, []byte(c.csv), 0o600))
		text, _, err := FromTable(data, dir, TableChoice{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p, err := problemfile.Parse("new.toml", text, dir)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, text)
			continue
		}
		tab := p.Source.(*table.Source)
		if tab.Objective != c.objective || tab.CostCell != c.cost || tab.File != "runs.csv" || p.Minimise != (c.objective == "loss") {
			t.Errorf("%s:\n%s", c.name, text)
		}
		if c.name == "plain" && (!p.Parameters[0].Log || !p.Parameters[1].Integer || p.Budget != 300) {
			t.Errorf("%s:\n%s", c.name, text)
		}
	}
	for csv, want := range map[string]string{"a,b\n1,2\n": `no column for a parameter beside the objective "b"`, "a,b\nx,y\n": "no column of numbers", "a,b,c\n": "no rows", "a,b,c\n1,2\n": "not as many cells", "": "is empty"} {
		path := filepath.Join(t.TempDir(), "bad.csv")
		testkit.OK(t, os.WriteFile(path, []byte(csv), 0o600))
		if _, _, err := FromTable(path, "", TableChoice{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", csv, err, want)
		}
	}
}

// A column of a few names becomes a choice; remarks and spellings do not.
func TestTableTemplateOfNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := "solvent,remark,spelt,t,yield,hours\n"
	for i := range 12 {
		rows += fmt.Sprintf("%s,remark %d,%s,%d,%d,%d\n", []string{"THF", "DMF", "water"}[i%3], i, []string{"a", "A"}[i%2], 20+5*i, 40+i*i%17, 1+i%4)
	}
	path := filepath.Join(dir, "runs.csv")
	testkit.OK(t, os.WriteFile(path, []byte(rows), 0o600))
	text, _, err := FromTable(path, dir, TableChoice{})
	testkit.OK(t, err)
	p, err := problemfile.Parse("runs.toml", text, dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(p.Parameters) != 2 || !slices.Equal(p.Parameters[0].Choices, []string{"THF", "DMF", "water"}) || p.Parameters[1].Name != "t" {
		t.Errorf("parameters %+v\n%s", p.Parameters, text)
	}
}

func csvOf(t *testing.T, text string) (path, dir string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "runs.csv")
	testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
	return path, dir
}

// catalyst has 120 rows; row 57, on line 58, is as given.
func catalyst(row string) string {
	text := "temperature,load,value,cost\n"
	for i := 1; i <= 120; i++ {
		if i == 57 {
			text += row + "\n"
			continue
		}
		text += fmt.Sprintf("%d,%v,%v,%v\n", 20+i%60, 0.1*float64(1+i%37), 50+i%23, 1+0.1*float64(i%17))
	}
	return text
}

// One empty cell does not make another column the objective: its row is left
// out, or failed, as the file says.
func TestEmptyValueKeepsTheObjective(t *testing.T) {
	t.Parallel()
	path, dir := csvOf(t, catalyst("30,1.5,,2.5"))
	text, said, err := FromTable(path, dir, TableChoice{})
	testkit.OK(t, err)
	if all := strings.Join(said, "\n"); !strings.Contains(all, "objective value, maximised; cost cost; parameters temperature, load") ||
		!strings.Contains(all, `"value" is empty in 1 of 120 rows, first on line 58, column 8: these rows are missing`) {
		t.Errorf("said %q", said)
	}
	for _, c := range []struct {
		empty                string
		rows, failed, priced int
		said                 string
	}{
		{table.Missing, 119, 0, 119, "1 of 120 rows left out, with an empty cell: line 58"},
		{table.Failed, 119, 1, 120, "1 of 120 rows failed, without a value (what it cost is learnt): line 58"},
	} {
		p, err := problemfile.Parse("runs.toml", []byte(strings.Replace(string(text), `empty = "missing"`, fmt.Sprintf("empty = %q", c.empty), 1)), dir)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.empty, err, text)
			continue
		}
		s := p.Source.(*table.Source)
		if s.Objective != "value" || len(s.X) != c.rows || len(s.Value) != c.rows || len(s.Failed) != c.failed || len(s.Paid) != c.priced || s.SayEmpty() != c.said {
			t.Errorf("%s: objective %s, %d rows, %d failed, %d costs, %s", c.empty, s.Objective, len(s.X), len(s.Failed), len(s.Paid), s.SayEmpty())
		}
		if c.failed == 1 && (s.Paid[119] != 2.5 || !slices.Equal(s.Failed[0], []float64{30, 1.5})) {
			t.Errorf("the failure at %v cost %v", s.Failed[0], s.Paid[119])
		}
		again, err := problemfile.Format(p)
		if err != nil || !strings.Contains(string(again), fmt.Sprintf("empty = %q", c.empty)) {
			t.Errorf("%v: formatted as\n%s", err, again)
		}
	}
	_, err = problemfile.Parse("runs.toml", []byte(strings.Replace(string(text), "empty =", "# empty =", 1)), dir)
	if err == nil || !strings.Contains(err.Error(), `runs.csv:58:8: value: row 57: the cell is empty; fill it, remove the row, or say empty = "missing"`) {
		t.Errorf("nothing is said of empty cells: %v", err)
	}
	path, dir = csvOf(t, catalyst("30,,50,2.5"))
	text, _, err = FromTable(path, dir, TableChoice{})
	testkit.OK(t, err)
	_, err = problemfile.Parse("runs.toml", []byte(strings.Replace(string(text), `empty = "missing"`, `empty = "failed"`, 1)), dir)
	if err == nil || !strings.Contains(err.Error(), "runs.csv:58:4: load: row 57: the cell is empty; only the value of a row that failed may be") {
		t.Errorf("a row that failed nowhere: %v", err)
	}
}

// What a table does not show by itself is asked, with columns and cells.
func TestDoubtfulObjective(t *testing.T) {
	t.Parallel()
	var sparse strings.Builder
	for i := range 12 {
		fmt.Fprintf(&sparse, "%d,%d,%s\n", i, i*i, []string{"", "", "3"}[i%3])
	}
	for name, c := range map[string]struct {
		csv, what string
		want      []string
	}{
		"no number": {catalyst("30,1.5,n/a,2.5"), "objective", []string{`the column "value" holds what is no number in 1 of 120 rows`, `runs.csv:58:8: "n/a" is not a number`, `There are numbers in "temperature", "load", "cost"`}},
		"a comma":   {catalyst(`30,1.5,"12,5",2.5`), "objective", []string{`runs.csv:58:8: "12,5" is not a number`}},
		"two names": {"a,value,score,cost\n1,2,3,4\n2,3,4,5\n", "objective", []string{`the columns "value", "score" are all called like one`}},
		"x and y":   {"x,y,accuracy,cost\n1,2,3,4\n2,3,4,5\n", "objective", []string{`"y", "accuracy"`}},
		"two words": {"a,train_loss,val_loss,cost\n1,2,3,4\n2,3,4,5\n", "objective", []string{`"train_loss", "val_loss"`}},
		"the last":  {"a,b,c\n1,2,3\n2,3,oops\n4,5,6\n", "objective", []string{`runs.csv:3:5: "oops" is not a number`}},
		"sparse":    {"a,b,score\n" + sparse.String(), "objective", []string{`the column "score" is empty in 8 of 12 rows`, "runs.csv:2:5: the cell is empty", "and 3 more such cells"}},
		"free":      {"a,value,cost\n1,2,3\n2,3,0\n", "cost", []string{`the column "cost" holds 0, and costs must be above 0`}},
	} {
		path, dir := csvOf(t, c.csv)
		_, _, err := FromTable(path, dir, TableChoice{})
		var doubt *Doubt
		if !errors.As(err, &doubt) || doubt.What != c.what {
			t.Errorf("%s: %v, want a doubt about the %s", name, err, c.what)
			continue
		}
		for _, want := range c.want {
			if message := strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""); !strings.Contains(message, want) {
				t.Errorf("%s: %s\nwant %s", name, message, want)
			}
		}
	}
	path, dir := csvOf(t, "x,y,accuracy,cost\n1,2,3,4\n2,3,4,5\n3,3,5,4\n")
	for _, c := range []struct {
		choice          TableChoice
		objective, cost string
	}{
		{TableChoice{Objective: "accuracy"}, "accuracy", "cost"}, {TableChoice{Objective: "y", Cost: "x"}, "y", "x"}, {TableChoice{Objective: "y", Cost: "2.5"}, "y", ""},
	} {
		text, _, err := FromTable(path, dir, c.choice)
		if err != nil {
			t.Errorf("%+v: %v", c.choice, err)
			continue
		}
		p, err := problemfile.Parse("runs.toml", text, dir)
		if err != nil {
			t.Errorf("%+v: %v\n%s", c.choice, err, text)
			continue
		}
		if s := p.Source.(*table.Source); s.Objective != c.objective || s.CostCell != c.cost {
			t.Errorf("%+v:\n%s", c.choice, text)
		}
	}
	for want, choice := range map[string]TableChoice{
		`has no column "acuracy" for the objective; did you mean "accuracy"?`: {Objective: "acuracy"}, "cannot be both": {Objective: "cost"}, "a cost of -1": {Objective: "y", Cost: "-1"},
	} {
		if _, _, err := FromTable(path, dir, choice); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", choice, err, want)
		}
	}
}

// Rows that stand there twice, and columns that are left out, are said.
func TestTableSays(t *testing.T) {
	t.Parallel()
	path, dir := csvOf(t, "a,b,value,cost\n1,2,3,4\n2,3,4,5\n1,2, 3,4\n3,x,5,6\n4,1,2,3\n4,1,2,3\n")
	text, said, err := FromTable(path, dir, TableChoice{})
	testkit.OK(t, err)
	all := strings.Join(said, "\n")
	for _, want := range []string{`the column "b" is left out: line 5, column 3 holds "x", no number`, "2 rows are the same as earlier ones, first line 4 as line 2"} {
		if !strings.Contains(all, want) {
			t.Errorf("said\n%s\nnot %s", all, want)
		}
	}
	if !strings.Contains(string(text), `# The column "b" is left out: line 5, column 3 holds "x"`) {
		t.Errorf("written:\n%s", text)
	}
}
