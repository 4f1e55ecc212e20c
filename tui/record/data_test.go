package record

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/tui/session"
)

// The data are the replay's own numbers, and the curves go through them.
func TestData(t *testing.T) {
	long(t)
	o := options(t, "myopia", "ei-puc", "b-ms-ei")
	d, err := newTestRecorder(t, o, Take{W: 120, H: 40, Step: AllSteps}).Data()
	testkit.OK(t, err)
	for i, q := range o.Policies {
		p := d.Policies[i]
		r, err := study.NewReplay(context.Background(), o.Problem, q, study.Settings{}, nil)
		testkit.OK(t, err)
		last := r.Last()
		if len(p.Evaluations) != len(last.Rows) || len(p.Steps) != len(r.Snapshots) || p.Stop != string(last.Stop) {
			t.Fatalf("%s has %d evaluations, %d steps and ends as %q", p.Policy, len(p.Evaluations), len(p.Steps), p.Stop)
		}
		for k, e := range p.Evaluations {
			row := last.Rows[k]
			if float64(e.X[0]) != row.X[0] || float64(e.Y) != row.Y || float64(e.Cost) != row.Cost || float64(e.Remaining) != row.Remaining || e.Counted != row.Counted || e.Step != max(0, k-5) {
				t.Errorf("%s evaluation %d is %+v, want %+v", p.Policy, k, e, row)
			}
		}
		for k, s := range p.Steps {
			checkCurves(t, p.Policy, s)
			if n := r.Snapshots[k].Decision; n != nil && float64(s.Next.X[0]) != n.X[0] {
				t.Errorf("%s step %d goes on at %v, want %v", p.Policy, k, s.Next.X[0], n.X[0])
			}
		}
	}
	checkCSV(t, d)
	checkJSON(t, d)
}

// checkCurves holds a step's curves against each other: bands hold their middle,
// and the acquisition is nowhere larger than at the point chosen.
func checkCurves(t *testing.T, policy string, s StepData) {
	t.Helper()
	c := s.Slice
	for i := range c.X {
		if c.Objective.Low[i] > c.Objective.Mean[i] || c.Objective.Mean[i] > c.Objective.High[i] || c.Cost.Low[i] > c.Cost.Median[i] || c.Cost.Median[i] > c.Cost.High[i] {
			t.Fatalf("%s step %d: the middle is outside of its band at %v", policy, s.Step, c.X[i])
		}
		if s.Next != nil && float64(c.Acquisition[i]) > float64(s.Next.Acquisition)*(1+1e-6)+1e-9 {
			t.Errorf("%s step %d: the acquisition at %v is %v, at the point chosen %v", policy, s.Step, c.X[i], c.Acquisition[i], s.Next.Acquisition)
		}
	}
	if len(c.X) != session.Samples || len(c.Objective.True) != session.Samples || len(c.Acquisition) != session.Samples {
		t.Errorf("%s step %d has %d, %d and %d points", policy, s.Step, len(c.X), len(c.Objective.True), len(c.Acquisition))
	}
}

func checkCSV(t *testing.T, d Data) {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, d.WriteCSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	testkit.OK(t, err)
	if got := strings.Join(rows[0], ","); got != "policy,step,series,x,y" {
		t.Errorf("header %s", got)
	}
	count := map[string]int{}
	for _, r := range rows[1:] {
		count[r[0]+" "+r[2]]++
		if r[0] == "b-ms-ei" && r[1] == "1" && r[2] == "evaluation-value" {
			// farsight replay myopia: 0.8506, 1.18
			x, _ := strconv.ParseFloat(r[3], 64)
			y, _ := strconv.ParseFloat(r[4], 64)
			if math.Abs(x-0.8506) > 1e-4 || math.Abs(y-1.18) > 1e-3 {
				t.Errorf("row %v", r)
			}
		}
	}
	for series, want := range map[string]int{
		"ei-puc evaluation-value": 11, "ei-puc evaluation-counted": 11, "ei-puc acquisition": 6 * session.Samples, "b-ms-ei acquisition": 4 * session.Samples,
		"b-ms-ei objective-true": 4 * session.Samples, "b-ms-ei cost-median": 4 * session.Samples, "b-ms-ei next": 3, "ei-puc next": 5,
	} {
		if count[series] != want {
			t.Errorf("%d rows of %s, want %d", count[series], series, want)
		}
	}
}

func checkJSON(t *testing.T, d Data) {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, d.WriteJSON(&b))
	var back struct {
		Problem  struct{ Name string }
		Policies []struct {
			Evaluations []struct{ Acquisition *float64 }
			Steps       []struct {
				Next  *struct{ X []float64 }
				Slice struct{ X []float64 }
			}
		}
	}
	testkit.OK(t, json.Unmarshal(b.Bytes(), &back))
	p := back.Policies[1]
	if back.Problem.Name != "myopia" || p.Evaluations[0].Acquisition != nil || p.Evaluations[6].Acquisition == nil || p.Steps[3].Next != nil || len(p.Steps[3].Slice.X) != session.Samples {
		t.Errorf("read back as %+v", back.Problem)
	}
}

// Where there are several parameters every row has all of them, and those named
// like a column of ours are told apart.
func TestDataOfSeveralParameters(t *testing.T) {
	d := Data{
		Problem: problemData{Parameters: []parameterData{{Name: "step"}, {Name: "b"}}},
		Policies: []policyData{{Policy: "ei", Steps: []StepData{{Slice: sliceData{
			Parameter: "b", Through: []Number{7, 8}, X: []Number{1, 2}, Acquisition: []Number{3, Number(math.NaN())},
		}}}}},
	}
	var b bytes.Buffer
	testkit.OK(t, d.WriteCSV(&b))
	if want := "policy,step,series,x_step,b,y\nei,0,acquisition,7,1,3\nei,0,acquisition,7,2,\n"; b.String() != want {
		t.Errorf("got\n%s, want\n%s", b.String(), want)
	}
	// What a spreadsheet would execute is text; numbers stay numbers.
	d.Problem.Parameters[1].Name, d.Policies[0].Steps[0].Slice.Parameter, d.Policies[0].Policy = "=cmd", "=cmd", "@ei"
	d.Policies[0].Steps[0].Slice.X[0] = -1
	b.Reset()
	testkit.OK(t, d.WriteCSV(&b))
	if want := "policy,step,series,x_step,'=cmd,y\n'@ei,0,acquisition,7,-1,3\n'@ei,0,acquisition,7,2,\n"; b.String() != want {
		t.Errorf("got\n%s, want\n%s", b.String(), want)
	}
}
