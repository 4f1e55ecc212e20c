package builtin

import (
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
