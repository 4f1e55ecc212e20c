package race

import "math"

// adjust takes luck out of all gains.
func (r *Race) adjust() {
	beta := r.coefficients()
	for i, scores := range r.scores {
		r.gains[i] = r.gains[i][:0]
		for _, s := range scores {
			g := s.Gain
			for j, b := range beta {
				g -= b * s.Luck[j]
			}
			r.gains[i] = append(r.gains[i], g)
		}
	}
}

// coefficients are those of least squares of gains on luck, both less their
// means over the contestants of a draw: it is differences that count. All who
// are left share them, so that there are many plays to each.
func (r *Race) coefficients() []float64 {
	left := r.left()
	if r.Draws == 0 || len(left) < 2 {
		return nil
	}
	n := len(r.scores[left[0]][0].Luck)
	a := make([][]float64, n) // CᵀC | Cᵀg
	for i := range a {
		a[i] = make([]float64, n+1)
	}
	row := make([]float64, n+1) // luck, and the gain
	centre := make([]float64, n+1)
	numbers := func(s Score) []float64 { return append(append(row[:0], s.Luck...), s.Gain) }
	for draw := range r.Draws {
		clear(centre)
		for _, i := range left {
			for j, v := range numbers(r.scores[i][draw]) {
				centre[j] += v / float64(len(left))
			}
		}
		for _, i := range left {
			v := numbers(r.scores[i][draw])
			for j := range v {
				v[j] -= centre[j]
			}
			for j := range n {
				for k := range v {
					a[j][k] += v[j] * v[k]
				}
			}
		}
	}
	return solve(a)
}

// solve solves normal equations by elimination; a dependent variable has the coefficient 0.
func solve(a [][]float64) []float64 {
	const negligible = 1e-9
	n := len(a)
	beta, whole := make([]float64, n), make([]float64, n)
	for i := range a {
		whole[i] = a[i][i]
	}
	for i := range n {
		if !(a[i][i] > negligible*whole[i]) {
			a[i][i] = math.Inf(1) // x/∞ = 0
			continue
		}
		for k := i + 1; k < n; k++ {
			f := a[k][i] / a[i][i]
			for j := i; j <= n; j++ {
				a[k][j] -= f * a[i][j]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		v := a[i][n]
		for j := i + 1; j < n; j++ {
			v -= a[i][j] * beta[j]
		}
		beta[i] = v / a[i][i]
	}
	return beta
}
