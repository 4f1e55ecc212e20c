package chart

// Rect is a rectangle of cells. A negative size counts as empty.
type Rect struct{ X, Y, W, H int }

// Intersect returns the common part; empty rectangles have W = H = 0.
func (r Rect) Intersect(s Rect) Rect {
	x0, y0 := max(r.X, s.X), max(r.Y, s.Y)
	x1, y1 := min(r.X+r.W, s.X+s.W), min(r.Y+r.H, s.Y+s.H)
	if x1 <= x0 || y1 <= y0 {
		return Rect{x0, y0, 0, 0}
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}
}

// Empty reports whether the rectangle holds no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Has reports whether a cell lies in the rectangle.
func (r Rect) Has(x, y int) bool { return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H }

// CutTop splits off the first n rows; n is clamped to the height.
func (r Rect) CutTop(n int) (top, rest Rect) {
	n = clamp(n, 0, r.H)
	return Rect{r.X, r.Y, r.W, n}, Rect{r.X, r.Y + n, r.W, r.H - n}
}

// CutBottom splits off the last n rows.
func (r Rect) CutBottom(n int) (bottom, rest Rect) {
	n = clamp(n, 0, r.H)
	return Rect{r.X, r.Y + r.H - n, r.W, n}, Rect{r.X, r.Y, r.W, r.H - n}
}

// CutLeft splits off the first n columns.
func (r Rect) CutLeft(n int) (left, rest Rect) {
	n = clamp(n, 0, r.W)
	return Rect{r.X, r.Y, n, r.H}, Rect{r.X + n, r.Y, r.W - n, r.H}
}

// CutRight splits off the last n columns.
func (r Rect) CutRight(n int) (right, rest Rect) {
	n = clamp(n, 0, r.W)
	return Rect{r.X + r.W - n, r.Y, n, r.H}, Rect{r.X, r.Y, r.W - n, r.H}
}

// Inset takes dx columns off either side and dy rows off top and bottom.
func (r Rect) Inset(dx, dy int) Rect {
	return Rect{r.X + dx, r.Y + dy, max(r.W-2*dx, 0), max(r.H-2*dy, 0)}
}

// Split shares n cells among parts by weight, exactly: the shares add up to n.
func Split(n int, weights ...int) []int {
	out := make([]int, len(weights))
	total := 0
	for _, w := range weights {
		total += max(w, 0)
	}
	if total == 0 || n <= 0 {
		return out
	}
	acc, given := 0, 0
	for i, w := range weights {
		acc += max(w, 0)
		out[i] = n*acc/total - given
		given += out[i]
	}
	return out
}

func clamp(v, lo, hi int) int {
	if hi < lo {
		hi = lo
	}
	return min(max(v, lo), hi)
}
