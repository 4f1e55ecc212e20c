package push

import "slices"

// Limits of agreement with Box2D, in metres between final places of the disc.
// A looser bar lets wrong solvers pass.
const (
	LimitMedian  = 1e-5
	LimitP95     = 1e-4
	LimitMaximum = 1e-3
)

// row is a push and where Box2D leaves the disc.
type row struct{ rx, ry, t, wx, wy float64 }

// Report says how far our pushes end from Box2D's.
type Report struct {
	Rows                 int
	Median, P95, Maximum float64 // distance; P95 is exceeded by at most 5 % of the rows
	Worst                int     // index of the row with the maximum

	Misses  int // rows whose disc stays exactly at 0
	Stirred int // of those, how many our push moves by any amount
}

// OK says whether the report is within the limits and every miss is one.
// A report of no rows is not.
func (r Report) OK() bool {
	return r.Rows > 0 && r.Stirred == 0 &&
		r.Median <= LimitMedian && r.P95 <= LimitP95 && r.Maximum <= LimitMaximum
}

// check repeats Box2D's pushes. The rows must be Valid.
func check(rows []row) Report {
	r := Report{Rows: len(rows)}
	if len(rows) == 0 {
		return r
	}
	distances := make([]float64, len(rows))
	for i, row := range rows {
		x, y := Push(row.rx, row.ry, row.t)
		distances[i] = Point{x - row.wx, y - row.wy}.norm()
		if distances[i] > r.Maximum {
			r.Maximum, r.Worst = distances[i], i
		}
		if row.wx == 0 && row.wy == 0 {
			r.Misses++
			if x != 0 || y != 0 {
				r.Stirred++
			}
		}
	}
	slices.Sort(distances)
	n := len(distances)
	r.Median = (distances[(n-1)/2] + distances[n/2]) / 2
	r.P95 = distances[n-n/20-1]
	return r
}
