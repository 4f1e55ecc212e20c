package csvfile

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSheet(t *testing.T) {
	t.Parallel()
	for _, sep := range []string{",", ";", "\t"} {
		text := strings.ReplaceAll("# said first\nx,y,remark\n1,2e1,fine\n3, 4,\n", ",", sep)
		s, found := Open("t.csv", []byte(text))
		if found != nil {
			t.Fatal(found)
		}
		if found := s.ReadRows([]bool{true, true, false}, 10, ""); found != nil {
			t.Fatal(found)
		}
		if !slices.Equal(s.Header, []string{"x", "y", "remark"}) || len(s.Rows) != 2 || s.Rows[0][1] != 20 || s.Rows[1][1] != 4 || !slices.Equal(s.Lines, []int{3, 4}) {
			t.Errorf("%q: %+v", sep, s)
		}
	}
}

func TestSheetMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x,x\n":                `t.csv:1:3: two columns are called "x"`,
		"1,x\n":                "t.csv:1:1: the first line must name the columns, but here is the number 1",
		"x,\n":                 "t.csv:1:3: column 2 has no name",
		"x,y\n1,2\n3,\n":       "t.csv:3:3: y: row 2: the cell is empty",
		"x,y\n1,nan\n":         `t.csv:2:3: y: row 1: "nan" is not a finite number`,
		"x,y\n\"1,5\",2\n":     `t.csv:2:1: x: row 1: "1,5" is not a number; write a decimal point, not a comma`,
		"x,y\n1\n":             "t.csv:2:1: this row has not as many cells",
		"x,y\n1,2\n3,4\n5,6\n": "t.csv: has more than 2 rows, enough; keep a part of them",
	} {
		s, found := Open("t.csv", []byte(text))
		if found == nil {
			found = s.ReadRows([]bool{true, true}, 2, "enough")
		}
		if len(found) == 0 || !strings.HasPrefix(found.Error(), want) {
			t.Errorf("%q: %v, want %s", text, found, want)
		}
	}
}

// Between semicolons or tabs a comma is a decimal comma; but not where some
// numbers have points, for then it may group thousands.
func TestDecimalCommas(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x;y\n1,5;2\n-3,25e2;4\n":        "",
		"x\ty\n1,5\t2\n-3,25e2\t4\n":     "",
		"\"x\";y\r\n1,5;2\r\n-325;4\r\n": "",
		"x;y\n1,5;2\n-325;4.0\n":         "t.csv:3: numbers have decimal commas (line 2) and decimal points (line 3)",
		"x;y\n1.234,5;2\n":               `t.csv:2:1: x: row 1: "1.234,5" is not a number; write a decimal point`,
		"x;y\n1,234,5;2\n":               `t.csv:2:1: x: row 1: "1,234,5" is not a number; write a decimal point`,
	} {
		s, found := Open("t.csv", []byte(text))
		if found == nil {
			found = s.ReadRows([]bool{true, true}, 9, "enough")
		}
		switch {
		case want != "" && (len(found) == 0 || !strings.HasPrefix(found.Error(), want)):
			t.Errorf("%q: %v, want %s", text, found, want)
		case want == "" && (len(found) > 0 || s.Rows[0][0] != 1.5 || s.Rows[1][0] != -325 || s.Rows[1][1] != 4):
			t.Errorf("%q: %v, %v", text, s.Rows, found)
		}
	}
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	s, found := Open("t.csv", []byte("n,solvent,x,y\n1,a,0.5,3\n3,b,,3\n1, a, 0.5,3\n3,b,1.5,n/a\n"))
	if found != nil {
		t.Fatal(found)
	}
	got, err := s.Survey()
	columns := []Column{
		{Name: "n", Low: 1, High: 3, Mean: 2, Whole: true, Numbers: 4},
		{Name: "solvent", Low: math.Inf(1), High: math.Inf(-1), Whole: true, Other: Cells{4, []Cell{{2, 3, "a"}, {3, 3, "b"}, {4, 4, "a"}, {5, 3, "b"}}}, Names: []string{"a", "b"}},
		{Name: "x", Low: 0.5, High: 1.5, Mean: 2.5 / 3, Numbers: 3, Empty: Cells{1, []Cell{{3, 5, ""}}}},
		{Name: "y", Low: 3, High: 3, Mean: 3, Whole: true, Numbers: 3, Other: Cells{1, []Cell{{5, 9, "n/a"}}}},
	}
	if want := (Survey{columns, 4, []Again{{4, 2}}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}
