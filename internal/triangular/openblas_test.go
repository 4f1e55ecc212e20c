//go:build linux

package triangular

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"farsight/internal/clocktest"
)

// BenchmarkAgainstOpenBLAS holds the factor, its inverse and K⁻¹ against those of OpenBLAS on one thread, by turns, the
// better of its triangles: the least milliseconds of processor time of each. It needs a C compiler and libopenblas0.
//
//	go test ./internal/triangular -run '^$' -bench AgainstOpenBLAS -benchtime 5x
func BenchmarkAgainstOpenBLAS(b *testing.B) {
	program := filepath.Join(b.TempDir(), "openblas")
	if out, err := exec.Command("cc", "-O2", "-o", program, filepath.Join("testdata", "openblas.c"), "-ldl", "-lm").CombinedOutput(); err != nil {
		b.Skipf("no C compiler: %v\n%s", err, out)
	}
	for _, n := range []int{100, 200, 500, 1000, 1300, 2000} {
		rounds := max(3, 3e8/(n*n*n))
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ours, theirs := math.Inf(1), math.Inf(1)
			for b.Loop() {
				ours = min(ours, leastOf(b, n, rounds))
				out, err := exec.Command(program, strconv.Itoa(n), strconv.Itoa(rounds)).CombinedOutput()
				if err != nil {
					b.Skipf("no OpenBLAS: %s", out)
				}
				for _, text := range strings.Fields(string(out)) {
					took, err := strconv.ParseFloat(text, 64)
					if err != nil {
						b.Fatal(err)
					}
					theirs = min(theirs, took)
				}
			}
			b.ReportMetric(ours, "ms")
			b.ReportMetric(theirs, "OpenBLAS-ms")
			b.ReportMetric(ours/theirs, "of-it")
		})
	}
}

// leastOf is the least milliseconds of several rounds of ours.
func leastOf(b *testing.B, n, rounds int) float64 {
	b.Helper()
	a := correlated(n)
	l, m, g := New(n), New(n), New(n)
	var ws Workspace
	least := time.Duration(math.MaxInt64)
	for range rounds {
		for i := range l {
			copy(l[i], a[i*n:i*n+i+1])
		}
		start := clocktest.Spent()
		if !l.Factorise(&ws) {
			b.Fatal("not positive definite")
		}
		l.InvertInto(m, &ws)
		m.Gram(g, &ws)
		least = min(least, clocktest.Spent()-start)
	}
	return float64(least) / float64(time.Millisecond)
}
