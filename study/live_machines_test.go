package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/study/journal"
)

// childMachine asks for two of its own, tells each its line as the value, and
// says each line once it is acknowledged, until it is killed.
func childMachine(name string) {
	l := childOpen()
	for {
		all, err := l.AskFor(context.Background(), AskOptions{As: name, Count: 2})
		if err != nil {
			childDie(err)
		}
		for _, s := range all {
			for {
				_, err := l.Tell(l.State().Seq, Answer{Ask: s.Line, Value: float64(s.Line), Cost: 1, Source: name})
				if err == nil {
					break
				}
				if !isStale(err) {
					childDie(err)
				}
			}
			fmt.Println(s.Line)
		}
	}
}

// Machines that are killed between asking and telling, at any moment and beside
// each other, lose nothing they were told is saved, record nothing twice, and
// find what they had begun when they come back.
func TestMachinesKilled(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	studies := testkit.SweepSize(1, 3, 8)
	rng := rand.New(rand.NewPCG(5, 6))
	told, found, done := 0, 0, 0
	// Short ones, lest what is known take long to fit; and on until a machine was
	// killed between asking and telling, which is up to chance.
	for ; done < studies || found == 0 && done < 20 && !t.Failed(); done++ {
		n, again := machinesKilled(t, rng)
		told, found = told+n, found+again
	}
	if found == 0 && !t.Failed() {
		t.Error("no machine found what it had begun")
	}
	t.Logf("%d acknowledged over %d kills, %d of them begun before a kill", told, done*killRounds*3, found)
}

// killRounds is how often the three machines of a study are killed.
const killRounds = 6

// machinesKilled returns how many tells were acknowledged, and how many of them
// were of suggestions that a machine had before it was killed.
func machinesKilled(t *testing.T, rng *rand.Rand) (told, found int) {
	l, path := endless(t)
	acknowledged := map[int]string{}
	for round := range killRounds {
		begun := map[int]bool{}
		for _, s := range reopen(t, l).Standing() {
			begun[s.Line] = true
		}
		var mu sync.Mutex
		var wg sync.WaitGroup
		for m := range 3 {
			name := fmt.Sprintf("m%d", m)
			after, delay := 1+rng.IntN(4), time.Duration(rng.IntN(4000))*time.Microsecond
			cmd, _, out := child(t, "machine "+name, path)
			wg.Go(func() {
				n := 0
				for out.Scan() {
					line, err := strconv.Atoi(out.Text())
					mu.Lock()
					if _, twice := acknowledged[line]; err != nil || twice {
						t.Errorf("round %d: %s acknowledged %q, twice %v", round, name, out.Text(), twice)
					}
					acknowledged[line] = name
					if begun[line] {
						found++
					}
					mu.Unlock()
					if n++; n == after {
						time.AfterFunc(delay, func() { cmd.Process.Kill() })
					}
				}
				cmd.Wait()
				if n < after {
					t.Errorf("round %d: %s ended by itself after %d", round, name, n)
				}
			})
		}
		wg.Wait()
		if t.Failed() {
			return 0, 0
		}
		answers := map[int]journal.Evaluation{}
		for _, e := range reopen(t, l).State().Evaluations {
			if _, twice := answers[e.Answers]; twice || e.Value != float64(e.Answers) {
				t.Fatalf("round %d: line %d says %v, twice %v", round, e.Answers, e.Value, twice)
			}
			answers[e.Answers] = e
		}
		for line, name := range acknowledged {
			if e, ok := answers[line]; !ok || e.Source != name {
				t.Fatalf("round %d: %s told line %d, and there is %+v", round, name, line, e)
			}
		}
		// Of what was not acknowledged one may be there for each machine.
		if extra := len(answers) - len(acknowledged); extra < 0 || extra > 3*(round+1) {
			t.Fatalf("round %d: %d answers, %d acknowledged", round, len(answers), len(acknowledged))
		}
		for _, s := range reopen(t, l).Standing() {
			if _, told := answers[s.Line]; told {
				t.Fatalf("round %d: line %d stands though it was told", round, s.Line)
			}
		}
	}
	return len(acknowledged), found
}
