package lookahead

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
)

// BenchmarkPieces says what more processors could give to one decision: how many
// pieces it falls into, and how much faster 2, 4 and 16 processors would be by the
// times each piece takes on one, the longest first; what is in no piece stays on one.
func BenchmarkPieces(b *testing.B) {
	for _, steps := range []int{4, 6, 8, 10} {
		b.Run(fmt.Sprintf("N=%d", steps), func(b *testing.B) {
			s := randomState(b, rand.New(rand.NewPCG(41, 42)), 20, 2, 50)
			f := draw(b, fantasy.DefaultShape(fantasy.Sampled, steps), 7)
			var best phases
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for b.Loop() {
				e, err := NewEvaluator(s, f)
				if err != nil {
					b.Fatal(err)
				}
				search := newSearch(e, Settings{Workers: 1})
				var p phases
				search.watch = p.watch
				start := testkit.ThreadTime()
				search.run(background)
				p.whole = testkit.ThreadTime() - start
				if best.whole == 0 || p.whole < best.whole {
					best = p
				}
			}
			pieces := 0
			for _, phase := range best.took {
				pieces += len(phase)
			}
			b.ReportMetric(float64(pieces), "pieces")
			b.ReportMetric(float64(len(best.took)), "phases")
			for _, cores := range []int{2, 4, 16} {
				b.ReportMetric(float64(best.whole)/float64(best.on(cores)), fmt.Sprintf("x%d", cores))
			}
			b.ReportMetric(float64(best.whole)/float64(best.on(1<<20)), "x∞")
		})
	}
}

// phases are the times of pieces of work, phase by phase.
type phases struct {
	whole time.Duration
	took  [][]time.Duration
}

func (p *phases) watch(n int, work func(*worker, int)) func(*worker, int) {
	took := make([]time.Duration, n)
	p.took = append(p.took, took)
	return func(w *worker, i int) {
		start := testkit.ThreadTime()
		work(w, i)
		took[i] = testkit.ThreadTime() - start
	}
}

// on is how long it would take on so many processors.
func (p *phases) on(cores int) time.Duration {
	total := p.whole
	for _, phase := range p.took {
		for _, t := range phase {
			total -= t
		}
		busy := make([]time.Duration, min(cores, len(phase)))
		longest := slices.Clone(phase)
		slices.SortFunc(longest, func(a, b time.Duration) int { return int(b - a) })
		for _, t := range longest {
			at := slices.Index(busy, slices.Min(busy))
			busy[at] += t
		}
		total += slices.Max(busy)
	}
	return total
}

// Pieces of two, three and five on two processors take five.
func TestPhases(t *testing.T) {
	t.Parallel()
	p := phases{whole: 13, took: [][]time.Duration{{2, 5, 3}, {2}}}
	for cores, want := range map[int]time.Duration{1: 13, 2: 8, 16: 8} {
		if got := p.on(cores); got != want {
			t.Errorf("%d processors: %d, want %d", cores, got, want)
		}
	}
}
