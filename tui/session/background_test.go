package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// asked counts how often it is asked whether it has ended.
type asked struct {
	context.Context
	times int
}

func (a *asked) Err() error { a.times++; return a.Context.Err() }

// A context with an end of its own still asks the one of the turn, which may make
// the work wait for others then.
func TestEnoughAsksTheTurn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	turn := &asked{Context: ctx}
	work, end := Enough(turn)
	if err := work.Err(); err != nil || turn.times != 1 {
		t.Errorf("%v, the turn was asked %d times", err, turn.times)
	}
	if end(); !errors.Is(work.Err(), context.Canceled) || turn.times != 2 || ctx.Err() != nil {
		t.Errorf("ended: %v, asked %d times, the turn itself %v", work.Err(), turn.times, ctx.Err())
	}
	work, _ = Enough(turn)
	if cancel(); !errors.Is(work.Err(), context.Canceled) {
		t.Error("the turn has ended, and the work goes on")
	}
}

// A stream brings what work sends in order, its end last; cancelled, nothing but
// the end.
func TestStreamsBringAllInOrder(t *testing.T) {
	t.Parallel()
	work := func(send func(tea.Msg)) {
		for i := range 3 {
			send(i)
		}
	}
	collect := func(ctx context.Context) (out []tea.Msg) {
		msg := Stream(ctx, "end", work)()
		for {
			s, ok := msg.(StreamMsg)
			if !ok {
				return append(out, msg)
			}
			out, msg = append(out, s.Msg), s.Next()
		}
	}
	if got := fmt.Sprint(collect(t.Context())); got != "[0 1 2 end]" {
		t.Errorf("the stream brought %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := fmt.Sprint(collect(ctx)); got != "[end]" {
		t.Errorf("a cancelled stream brought %s", got)
	}
}

// A panic of the background comes as a message, and surfaces with its own stack.
func TestPanicsComeAsMessages(t *testing.T) {
	t.Parallel()
	msg, ok := Stream(t.Context(), nil, func(func(tea.Msg)) { panic("broken") })().(StreamMsg)
	p, isPanic := msg.Msg.(PanicMsg)
	if !ok || !isPanic {
		t.Fatalf("a panic comes as %v", msg)
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "broken\n") || !strings.Contains(text, "background_test.go") {
			t.Errorf("it surfaces as %s", text)
		}
	}()
	p.Surface()
}

// There are never more busy goroutines than processors, whatever comes and goes.
func TestProcessorsBoundTheWork(t *testing.T) {
	t.Parallel()
	const total = 5
	l := newProcessors(total)
	var used, most atomic.Int64
	var wg sync.WaitGroup
	for i := range 40 {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		wg.Go(func() {
			for range 50 {
				ctx, cancel := context.WithCancel(context.Background())
				if rng.IntN(3) == 0 {
					time.AfterFunc(time.Duration(rng.IntN(200))*time.Microsecond, cancel)
				}
				n, err := l.take(ctx)
				if err == nil {
					if n < 1 {
						t.Error("no lane taken")
					}
					if u := used.Add(int64(n)); u > most.Load() {
						most.Store(u)
					}
					runtime.Gosched()
					used.Add(-int64(n))
					l.give(n)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if most.Load() > total {
		t.Errorf("%d processors of %d were in use", most.Load(), total)
	}
	if n, _ := l.take(context.Background()); n != total {
		t.Errorf("%d of %d processors are left in the end", n, total)
	}
}
