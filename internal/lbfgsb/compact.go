package lbfgsb

// compact is the limited-memory BFGS matrix in the compact form of equation
// (3.2),
//
//	B = θI − W M Wᵀ,  W = [Y θS],  M = [−D Lᵀ; L θSᵀS]⁻¹,
//
// with what the subspace step needs of it on the free variables. Nothing in it
// is quadratic in f, so that very small or large functions neither under- nor
// overflow, and no square root is taken of anything, so that scaling f by a
// power of two is exact.
//
// Pairs live in slots of a ring; small vectors and matrices are in order of
// age, oldest first, because L and R are triangular in that order only.
type compact struct {
	n, mem    int     // variables; most pairs held
	col, head int     // pairs held; slot of the oldest
	theta     float64 // θ
	theta0    float64 // θ when the memory was last empty: the unit of yy

	w []float64 // row i: y_i, s_i of slot 0, of slot 1, …; stride 2·mem

	// Order of age, stride mem, symmetric ones by their lower triangle.
	d  []float64 // D: s_k·y_k
	id []float64 // D⁻¹
	l  []float64 // L: s_i·y_j for i > j
	ss []float64 // SᵀS
	t  []float64 // factor of T = θSᵀS + L D⁻¹ Lᵀ
	u  []float64 // L D⁻¹, while T is built

	// Over the free variables Z and the others A (see subspace.go).
	free []bool
	yy   []float64 // YᵀZZᵀY / θ₀
	sa   []float64 // SᵀAAᵀS
	c    []float64 // i > j: (SᵀAAᵀY)_ij;  i ≤ j: −(SᵀZZᵀY)_ij
	k    []float64 // factor of K, stride 2·mem

	moved  []int // number of the last pair in which the variable moved
	serial int   // pairs taken since the memory was empty

	accSF, accSA, accYF []float64 // slot order, two for each slot
	ya, sv              []float64 // one row in order of age
}

// resize makes room for n variables and mem pairs, keeping what is large enough.
func (b *compact) resize(n, mem int) {
	b.n, b.mem = n, mem
	b.w = grown(b.w, n*2*mem)
	b.free = grown(b.free, n)
	b.moved = grown(b.moved, n)
	b.d, b.id = grown(b.d, mem), grown(b.id, mem)
	for _, p := range []*[]float64{&b.l, &b.ss, &b.t, &b.u, &b.yy, &b.sa, &b.c} {
		*p = grown(*p, mem*mem)
	}
	b.k = grown(b.k, 4*mem*mem)
	for _, p := range []*[]float64{&b.accSF, &b.accSA, &b.accYF} {
		*p = grown(*p, 2*mem)
	}
	b.ya, b.sv = grown(b.ya, mem), grown(b.sv, mem)
}

// grown returns s with length n, its contents unspecified.
func grown[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

// forget drops every pair: B = θI.
func (b *compact) forget(theta float64) {
	b.col, b.head, b.serial = 0, 0, 0
	b.theta, b.theta0 = theta, theta
	for i := range b.free {
		b.free[i] = true
		b.moved[i] = 0
	}
}

// row is y_i and s_i of the slots in use.
func (b *compact) row(i int) []float64 {
	at := i * 2 * b.mem
	return b.w[at : at+2*b.col]
}

// four are the whole rows of four variables, the first at place at of w.
func (b *compact) four(at int) (r0, r1, r2, r3 []float64) {
	k := 2 * b.mem
	return b.w[at : at+k], b.w[at+k : at+2*k], b.w[at+2*k : at+3*k], b.w[at+3*k : at+4*k]
}

// byAge splits slot-ordered v into y (order of age) and scale·s.
func (b *compact) byAge(y, s, v []float64, scale float64) {
	slot := b.head
	for k := range b.col {
		y[k] = v[2*slot]
		s[k] = scale * v[2*slot+1]
		if slot++; slot == b.mem {
			slot = 0
		}
	}
}

// bySlot is the reverse of byAge: dst gets ya·y and sa·s.
func (b *compact) bySlot(dst, y, s []float64, ya, sa float64) {
	slot := b.head
	for k := range b.col {
		dst[2*slot] = ya * y[k]
		dst[2*slot+1] = sa * s[k]
		if slot++; slot == b.mem {
			slot = 0
		}
	}
}

// push adds the pair s = x₁ − x₀, y = g₁ − g₀. It reports false, and keeps B,
// when s·y ≤ ε·(−s·g₀): the test of the published code, which unlike the
// s·y ≤ ε‖y‖² of equation (3.9) does not depend on the units of f and x.
func (b *compact) push(x0, x1, g0, g1 []float64) bool {
	g0, x1, g1 = g0[:len(x0)], x1[:len(x0)], g1[:len(x0)]
	var sy, sg float64
	for i, x := range x0 {
		s := x1[i] - x
		sy += s * (g1[i] - g0[i])
		sg += s * g0[i]
	}
	if !(sy > -epsilon*sg) || !(sy > 0) || !finite(sy) {
		return false
	}

	slot := b.col
	if b.col < b.mem {
		b.col++
	} else {
		slot = b.head
		if b.head++; b.head == b.mem {
			b.head = 0
		}
		b.dropOldest()
	}
	b.serial++

	// θ = y·y / s·y, summed so that nothing is quadratic in f.
	inverse := 1 / sy
	theta := 0.0
	at := 2 * slot
	for i, x := range x0 {
		s, y := x1[i]-x, g1[i]-g0[i]
		b.w[at], b.w[at+1] = y, s
		at += 2 * b.mem
		if s != 0 {
			b.moved[i] = b.serial
		}
		theta += (y * inverse) * y
	}
	b.theta = theta

	b.products(slot)
	accSF, accSA, accYF := b.accSF, b.accSA, b.accYF
	last := b.col - 1
	b.d[last], b.id[last] = sy, inverse
	at = last * b.mem
	for k := range b.col {
		j := b.head + k
		if j >= b.mem {
			j -= b.mem
		}
		b.ss[at+k] = accSF[2*j+1] + accSA[2*j+1]
		b.sa[at+k] = accSA[2*j+1]
		b.yy[at+k] = accYF[2*j]
		if k < last {
			b.l[at+k] = accSF[2*j] + accSA[2*j]
			b.c[at+k] = accSA[2*j]
		}
		b.c[k*b.mem+last] = -b.theta0 * accYF[2*j+1]
	}
	return true
}

// products sums the products of s and y of one slot with those of all slots,
// over the free variables (accSF; accYF in units of θ₀) and the others (accSA).
func (b *compact) products(slot int) {
	width, stride := 2*b.col, 2*b.mem
	sf, yf := b.accSF[:width], b.accYF[:width]
	clear(sf)
	clear(yf)
	clear(b.accSA[:width])
	unit := 1 / b.theta0
	i, at := 0, 0
	for ; i+4 <= b.n; i, at = i+4, at+4*stride {
		if !(b.free[i] && b.free[i+1] && b.free[i+2] && b.free[i+3]) {
			for k := range 4 {
				b.productsOf(b.w[at+k*stride:at+k*stride+width], slot, unit, b.free[i+k])
			}
			continue
		}
		// Four variables at a time: the sums are loaded and stored once.
		r0, r1, r2, r3 := b.four(at)
		y0, y1, y2, y3 := unit*r0[2*slot], unit*r1[2*slot], unit*r2[2*slot], unit*r3[2*slot]
		s0, s1, s2, s3 := r0[2*slot+1], r1[2*slot+1], r2[2*slot+1], r3[2*slot+1]
		r0, r1, r2, r3, yf = r0[:len(sf)], r1[:len(sf)], r2[:len(sf)], r3[:len(sf)], yf[:len(sf)]
		for j := range sf {
			v0, v1, v2, v3 := r0[j], r1[j], r2[j], r3[j]
			sf[j] += (s0*v0 + s1*v1) + (s2*v2 + s3*v3)
			yf[j] += (y0*v0 + y1*v1) + (y2*v2 + y3*v3)
		}
	}
	for ; i < b.n; i, at = i+1, at+stride {
		b.productsOf(b.w[at:at+width], slot, unit, b.free[i])
	}
}

// productsOf adds those of one variable.
func (b *compact) productsOf(row []float64, slot int, unit float64, free bool) {
	y, s := unit*row[2*slot], row[2*slot+1]
	if free {
		sf, yf := b.accSF[:len(row)], b.accYF[:len(row)]
		for j, v := range row {
			sf[j] += s * v
			yf[j] += y * v
		}
	} else if s != 0 {
		axpy(b.accSA[:len(row)], s, row)
	}
}

// transposed sets acc to the sum of v_i times row i, in order of slots: Yᵀv and
// Sᵀv.
func (b *compact) transposed(acc, v []float64) {
	width, stride := 2*b.col, 2*b.mem
	acc = acc[:width]
	clear(acc)
	i, at := 0, 0
	for ; i+4 <= len(v); i, at = i+4, at+4*stride {
		v0, v1, v2, v3 := v[i], v[i+1], v[i+2], v[i+3]
		if v0 == 0 && v1 == 0 && v2 == 0 && v3 == 0 {
			continue
		}
		r0, r1, r2, r3 := b.four(at)
		r0, r1, r2, r3 = r0[:len(acc)], r1[:len(acc)], r2[:len(acc)], r3[:len(acc)]
		for j := range acc {
			acc[j] += (v0*r0[j] + v1*r1[j]) + (v2*r2[j] + v3*r3[j])
		}
	}
	for ; i < len(v); i, at = i+1, at+stride {
		axpy(acc, v[i], b.w[at:at+width])
	}
}

// rowDot is row·coef for slot-ordered coef, in two chains of additions.
func rowDot(row, coef []float64) float64 {
	var y, s float64
	coef = coef[:len(row)]
	for j := 1; j < len(row); j += 2 {
		y += row[j-1] * coef[j-1]
		s += row[j] * coef[j]
	}
	return y + s
}

// dropOldest moves every age-ordered entry one place up and to the left.
func (b *compact) dropOldest() {
	m := b.mem
	copy(b.d, b.d[1:])
	copy(b.id, b.id[1:])
	for i := 1; i < m; i++ {
		from, to := i*m+1, (i-1)*m
		for k := range i {
			b.ss[to+k] = b.ss[from+k]
			b.l[to+k] = b.l[from+k]
			b.yy[to+k] = b.yy[from+k]
			b.sa[to+k] = b.sa[from+k]
		}
		copy(b.c[to:to+m-1], b.c[from:from+m-1])
	}
}

// factorMiddle factors T = θSᵀS + L D⁻¹ Lᵀ, the Schur complement of −D in M⁻¹,
// which is positive definite whenever every s_k·y_k > 0. It reports false where
// rounding has spoilt that.
func (b *compact) factorMiddle() bool {
	m := b.mem
	for i := range b.col {
		l, u := b.l[i*m:i*m+i], b.u[i*m:i*m+i]
		for k, v := range l {
			u[k] = v * b.id[k]
		}
		t, ss := b.t[i*m:i*m+i+1], b.ss[i*m:i*m+i+1]
		for j := range t {
			t[j] = b.theta*ss[j] + dot(u[:j], b.l[j*m:j*m+j])
		}
	}
	return factor(b.t, m, b.col, 0)
}

// middle solves M⁻¹q = p for q = M p, both split into their Y and their θS
// part. By elimination of the first block row,
//
//	T q₂ = p₂ + L D⁻¹ p₁,  q₁ = D⁻¹(Lᵀq₂ − p₁).
func (b *compact) middle(q1, q2, p1, p2 []float64) {
	m := b.mem
	q1, q2, p1, p2 = q1[:b.col], q2[:b.col], p1[:b.col], p2[:b.col]
	for i := range q2 {
		q2[i] = p2[i] + dot(b.u[i*m:i*m+i], p1)
	}
	solve(b.t, m, q2)
	for i := range q1 {
		q1[i] = -p1[i]
	}
	for i, v := range q2 {
		for k, lik := range b.l[i*m : i*m+i] {
			q1[k] += lik * v
		}
	}
	for i, d := range b.id[:b.col] {
		q1[i] *= d
	}
}

// factor overwrites the lower triangle of the symmetric n×n matrix a with the
// unit lower factor and the inverse pivots of its LELᵀ. The first negative pivots must be
// below, the others above zero by more than rounding, or it reports false.
func factor(a []float64, stride, n, negative int) bool {
	for i := range n {
		row := a[i*stride : i*stride+i+1]
		// With u_ij = l_ij·e_j: u_ij = a_ij − Σ_{k<j} u_ik l_jk.
		for j := 1; j < i; j++ {
			row[j] -= dot(row[:j], a[j*stride:j*stride+j])
		}
		pivot, whole := row[i], row[i]
		for k, u := range row[:i] {
			l := u * a[k*stride+k]
			pivot -= u * l
			row[k] = l
		}
		if i < negative {
			pivot, whole = -pivot, -whole
		}
		if !(pivot > 4*epsilon*whole) || !(pivot > 0) || !finite(pivot) {
			return false
		}
		if i < negative {
			pivot = -pivot
		}
		row[i] = 1 / pivot
	}
	return true
}

// solve overwrites v with the solution of the system that factor prepared.
func solve(a []float64, stride int, v []float64) {
	for i := range v {
		v[i] -= dot(a[i*stride:i*stride+i], v)
	}
	for i := range v {
		v[i] *= a[i*stride+i]
	}
	for i := len(v) - 1; i > 0; i-- {
		x := v[i]
		for k, l := range a[i*stride : i*stride+i] {
			v[k] -= l * x
		}
	}
}

// dot is Σ a_i b_i over the length of a.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s float64
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
