package learn

import "math"

// scaling standardises features: less their mean, by their standard deviation over
// the rows it was taken from. A feature that never varies there becomes 0.
type scaling struct{ mean, inverse []float64 }

// standardise takes the scale of a table, and gives its rows by that scale, one
// after the other.
func standardise(t Table) (scaling, []float64) {
	p := len(t.Columns)
	s := scaling{make([]float64, p), make([]float64, p)}
	for j, column := range t.Columns {
		var sd float64
		if s.mean[j], sd = moments(column); sd > 0 {
			s.inverse[j] = 1 / sd
		}
	}
	rows := make([]float64, p*t.Rows())
	for i := range t.Rows() {
		row := rows[i*p : (i+1)*p]
		t.row(row, i)
		s.apply(row, row)
	}
	return s, rows
}

// apply standardises a point; dst may be x itself.
func (s scaling) apply(dst, x []float64) {
	for j, v := range x {
		dst[j] = float64((v - s.mean[j]) * s.inverse[j])
	}
}

// moments are the mean and the standard deviation of numbers; the latter is
// exactly 0 where all are equal.
func moments(v []float64) (mean, sd float64) {
	n := float64(len(v))
	for _, x := range v {
		mean += x / n
	}
	var squares float64
	varies := false
	for _, x := range v {
		d := x - mean
		squares += float64(d * d)
		varies = varies || x != v[0]
	}
	if !varies {
		return v[0], 0
	}
	return mean, math.Sqrt(squares / n)
}
