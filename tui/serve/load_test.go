package serve

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The room under load. FARSIGHT_ROOM=50x60 makes it 50 guests for 60 seconds, of
// whom every tenth is on a problem that keeps computing; the median key must then
// be answered within 100 ms:
//
//	FARSIGHT_ROOM=50x60 go test ./tui/serve -run TestManyGuests -v
func TestManyGuests(t *testing.T) {
	guests, seconds, long := 8, 2, false
	if testing.Short() {
		seconds = 1
	}
	if v := os.Getenv("FARSIGHT_ROOM"); v != "" {
		if _, err := fmt.Sscanf(v, "%dx%d", &guests, &seconds); err != nil {
			t.Fatalf("FARSIGHT_ROOM=%s: want guests x seconds, such as 50x60", v)
		}
		long = true
	}
	r := open(t, Settings{MostOf: guests, timing: patient})
	began := time.Now()
	clients := make([]*client, guests)
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() { clients[i] = arrive(t, r, i) })
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	t.Logf("%d guests came and saw a replay within %v", guests, time.Since(began).Round(time.Millisecond))
	load := loadAverage()
	end := make(chan struct{})
	time.AfterFunc(time.Duration(seconds)*time.Second, func() { close(end) })
	answers := stepping(t, clients, end)
	median, late := quantiles(answers)
	t.Logf("%d keys of %d guests in %d s: median %v, 95 %% within %v, longest %v; load average %s, then %s", len(answers), guests, seconds,
		median.Round(time.Millisecond/10), late.Round(time.Millisecond/10), slices.Max(answers).Round(time.Millisecond/10), load, loadAverage())
	if long && median > 100*time.Millisecond {
		t.Errorf("the median key was answered after %v", median)
	}
	for _, c := range clients {
		c.leave(t)
	}
}

// patient is a timing for a machine that may be busy.
var patient = timing{shake: patience, login: patience, start: patience, stall: patience, linger: time.Second, overrun: patience, unheard: patience}

// arrive comes in and goes where there is a step to go to.
func arrive(t *testing.T, r *Room, i int) *client {
	conn, err := dial(t, r)
	if err != nil {
		t.Error(err)
		return nil
	}
	t.Cleanup(func() { conn.Close() })
	sizes := [][2]int{{160, 48}, {120, 40}, {140, 44}, {110, 36}}
	c := enter(t, conn, sizes[i%4][0], sizes[i%4][1])
	if err := c.see("who spends"); err != nil {
		t.Error(err)
		return c
	}
	if i%10 == 9 {
		if _, err := c.answer("b", "ackley"); err != nil {
			t.Error(err)
		}
		time.Sleep(200 * time.Millisecond)
		if _, err := c.answer(opening("ackley"), "ackley: "); err != nil {
			t.Error(err)
		}
	}
	for range 300 { // until there is a step to go to
		if _, err := io.WriteString(c.keys, "gn"); err != nil { // without forgetting what was seen
			t.Error(err)
		}
		time.Sleep(100 * time.Millisecond)
		if strings.Contains(c.seen(), atStep(1)) {
			return c
		}
	}
	t.Errorf("guest %d has seen no step: %q", i, last(c.seen(), 500))
	return c
}

// atStep is what the title says of where we are; charts may speak of steps too.
func atStep(step int) string { return fmt.Sprintf("step %d   equal", step) }

// think is the time between two keys of a guest.
const think = 400 * time.Millisecond

// stepping lets all guests go forth and back until it ends, and returns how long
// each key took to be answered. They are at step 1.
func stepping(t *testing.T, clients []*client, end <-chan struct{}) []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	var wg sync.WaitGroup
	for i, c := range clients {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * think / time.Duration(len(clients)))
			var own []time.Duration
			for n := 0; ; n++ {
				key, step := "n", n%2
				if step == 0 {
					key = "p"
				}
				d, err := c.answer(key, atStep(step))
				if err != nil {
					t.Errorf("guest %d: %v", i, err)
					return
				}
				own = append(own, d)
				select {
				case <-time.After(think):
					continue
				case <-end:
				}
				break
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, own...)
		})
	}
	wg.Wait()
	return all
}

// quantiles are the median and what 95 % stay below.
func quantiles(d []time.Duration) (median, late time.Duration) {
	if len(d) == 0 {
		return 0, 0
	}
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2], d[len(d)*95/100]
}

// loadAverage says how busy the machine is, where that is known.
func loadAverage() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(data), " ")
	return first
}
