package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/study/journal"
)

// killing is what a journal holds of what childRevise does.
type killing struct{ told, amended, set, past int }

func roundsOf(state journal.State) killing {
	r := killing{set: len(state.Sets)}
	for _, e := range state.Evaluations {
		switch {
		case e.Source == "past":
			r.past++
		default:
			r.told++
			r.amended += len(e.Amended)
		}
	}
	return r
}

// pastOf is what round i imports.
func pastOf(i int) []journal.Told {
	var out []journal.Told
	for k := range 3 {
		out = append(out, journal.Told{X: []float64{2, float64(1 + k)}, Value: float64(i), Cost: 1 + float64(k), Free: true, Source: "past"})
	}
	return out
}

// childRevise tells i, amends it to i + ½, sets another policy and imports three
// measurements, round after round from where the study stands, and says each
// step once it is acknowledged, until it is killed.
func childRevise() {
	l := childOpen()
	say := func(what string, i int, err error) {
		if err != nil {
			childDie(err)
		}
		fmt.Println(what, i)
	}
	for {
		st := l.State()
		r := roundsOf(st)
		switch i := r.told; {
		case r.amended < i:
			line, value := 0, float64(i)+0.5
			for _, e := range st.Evaluations {
				if e.Source != "past" {
					line = e.Seq
				}
			}
			_, err := l.Amend(st.Seq, journal.Amended{Line: line, Value: &value})
			say("amended", i, err)
		case r.set < i:
			_, err := l.Set(st.Seq, Change{Policy: []string{"random", "ei"}[i%2], Reason: strconv.Itoa(i)})
			say("set", i, err)
		case r.past < 3*i:
			var rest []journal.Told // of an import that was interrupted
			all := pastOf(i)
			there := len(Present(st, all))
			rest = append(rest, all[there:]...)
			_, err := l.Import(st.Seq, rest)
			say("imported", i, err)
		default:
			_, err := l.Tell(st.Seq, Answer{X: []float64{3, 20}, Value: float64(i + 1), Cost: 1})
			say("told", i+1, err)
		}
	}
}

// Killed at any moment while it tells, amends, sets and imports, a program leaves
// a study that opens, has all it acknowledged exactly once, and continues.
// FARSIGHT_KILLS says how often.
func TestLiveKilledWhileRevising(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	kills := 30
	if testing.Short() {
		kills = 8
	}
	if n, err := strconv.Atoi(os.Getenv("FARSIGHT_KILLS")); err == nil {
		kills = n
	}
	l, path := endless(t)
	rng := rand.New(rand.NewPCG(5, 6))
	tears, parts, acks := 0, 0, 0
	for kill := range kills {
		cmd, _, out := child(t, "revise", path)
		after, delay := 1+rng.IntN(9), time.Duration(rng.IntN(4000))*time.Microsecond
		acked := map[string]int{}
		n := 0
		for out.Scan() {
			var what string
			var i int
			if _, err := fmt.Sscan(out.Text(), &what, &i); err != nil {
				t.Fatalf("%q: %v", out.Text(), err)
			}
			acked[what] = i
			if n++; n == after {
				time.AfterFunc(delay, func() { cmd.Process.Kill() })
			}
		}
		cmd.Wait()
		if n < after {
			t.Fatalf("the child ended by itself after %d", n)
		}
		acks += n
		l := reopen(t, l)
		tears += len(l.Journal().Notices())
		checkRounds(t, kill, l.State(), acked)
		if roundsOf(l.State()).past%3 != 0 {
			parts++
		}
		if _, err := l.Overview(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d acknowledged over %d kills, %d torn lines mended, %d imports caught in the middle", acks, kills, tears, parts)
}

// checkRounds wants every acknowledged step once, and at most one that was not.
func checkRounds(t *testing.T, kill int, st journal.State, acked map[string]int) {
	t.Helper()
	r := roundsOf(st)
	for what, n := range map[string]int{"told": r.told, "amended": r.amended, "set": r.set, "imported": r.past / 3} {
		if a, ok := acked[what]; ok && n != a && n != a+1 {
			t.Fatalf("kill %d: %d %s, %d acknowledged", kill, n, what, a)
		}
	}
	if r.amended > r.told || r.amended < r.told-1 || r.set > r.amended || r.set < r.amended-1 || r.past > 3*r.set || r.past < 3*(r.set-1) {
		t.Fatalf("kill %d: %+v", kill, r)
	}
	told, past := 0, 0
	for _, e := range st.Evaluations {
		if e.Source == "past" {
			want := pastOf(past/3 + 1)[past%3]
			if e.Value != want.Value || e.Cost != want.Cost {
				t.Fatalf("kill %d: imported %+v, want %+v", kill, e.Told, want)
			}
			past++
			continue
		}
		told++
		want := float64(told)
		if told <= r.amended {
			want += 0.5
		}
		if e.Value != want || len(e.Amended) > 1 {
			t.Fatalf("kill %d: evaluation %d is %v, amended by %v", kill, told, e.Value, e.Amended)
		}
	}
	for i, e := range st.Sets {
		if s, ok := e.Body.(journal.Set); !ok || s.Reason != strconv.Itoa(i+1) {
			t.Fatalf("kill %d: setting %d is %+v", kill, i+1, e)
		}
	}
}

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
		for _, s := range reopen(t, l).AllPending() {
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
		for _, s := range reopen(t, l).AllPending() {
			if _, told := answers[s.Line]; told {
				t.Fatalf("round %d: line %d stands though it was told", round, s.Line)
			}
		}
	}
	return len(acknowledged), found
}
