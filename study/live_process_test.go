package study

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study/journal"
)

// The test binary runs itself as another program that works on a study.
const (
	childEnv = "STUDY_TEST_CHILD" // "work", "ask", "revise" or "machine NAME"
	pathEnv  = "STUDY_TEST_PATH"
)

func TestMain(m *testing.M) {
	switch mode, name, _ := strings.Cut(os.Getenv(childEnv), " "); mode {
	case "machine":
		childMachine(name)
	case "work":
		childWork()
	case "ask":
		childAsk()
	case "revise":
		childRevise()
	default:
		os.Exit(m.Run())
	}
}

func child(t *testing.T, mode, path string) (cmd *exec.Cmd, in io.WriteCloser, out *bufio.Scanner) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+mode, pathEnv+"="+path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	testkit.OK(t, err)
	pipe, err := cmd.StdoutPipe()
	testkit.OK(t, err)
	testkit.OK(t, cmd.Start())
	return cmd, in, bufio.NewScanner(pipe)
}

func childOpen() *Live {
	l, err := OpenLive(os.Getenv(pathEnv), journal.Settings{})
	if err != nil {
		childDie(err)
	}
	return l
}

func childDie(err error) {
	fmt.Fprintln(os.Stderr, "child:", err)
	os.Exit(1)
}

// childWork asks, tells the numbers 1, 2, 3, … and now and then undoes or
// skips, and says each number once it is acknowledged, until it is killed.
func childWork() {
	l := childOpen()
	for {
		if _, err := l.Ask(context.Background()); err != nil {
			childDie(err)
		}
		n := len(l.State().Evaluations) + 1
		if n%7 == 0 {
			if _, err := l.Skip(l.State().Seq, "every seventh"); err != nil {
				childDie(err)
			}
			if _, err := l.Ask(context.Background()); err != nil {
				childDie(err)
			}
		}
		if _, err := l.Tell(l.State().Seq, Answer{Value: float64(n), Cost: 1}); err != nil {
			childDie(err)
		}
		fmt.Println(n)
	}
}

// endless is a study on a real disk whose money lasts for any test.
func endless(t *testing.T) (l *Live, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.study")
	l, err := CreateLive(path, "bread.toml", []byte(bread), LiveSettings{Policy: policy.Must("random")})
	testkit.OK(t, err)
	if _, err := l.ChangeBudget(1, 1e6); err != nil {
		t.Fatal(err)
	}
	return l, path
}

// A program killed at any moment while it asks, skips and tells leaves a study
// that opens, has every acknowledged evaluation exactly once, and continues.
// (The journal's own test kills 500 tells; this one is about what Live adds.)
func TestLiveKilled(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	total := 60
	if testing.Short() {
		total = 20
	}
	l, path := endless(t)
	rng := rand.New(rand.NewPCG(3, 4))
	told, kills, tears := 0, 0, 0
	for told < total {
		cmd, _, out := child(t, "work", path)
		after, delay := told+1+rng.IntN(20), time.Duration(rng.IntN(4000))*time.Microsecond
		last := told
		for out.Scan() {
			n, err := strconv.Atoi(out.Text())
			if err != nil || n != last+1 {
				t.Fatalf("acknowledged %q after %d", out.Text(), last)
			}
			if last = n; n == after {
				time.AfterFunc(delay, func() { cmd.Process.Kill() })
			}
		}
		cmd.Wait()
		if last < after {
			t.Fatalf("the child ended by itself after %d", last)
		}
		kills++
		l := reopen(t, l)
		tears += len(l.Journal().Notices())
		evaluations := l.State().Evaluations
		if n := len(evaluations); n != last && n != last+1 {
			t.Fatalf("kill %d: %d evaluations, %d acknowledged", kills, n, last)
		}
		for i, e := range evaluations {
			if e.Value != float64(i+1) {
				t.Fatalf("kill %d: evaluation %d is %v", kills, i+1, e.Value)
			}
		}
		told = len(evaluations)
		ask(t, l) // continues
	}
	t.Logf("%d acknowledged over %d kills, %d torn lines mended", told, kills, tears)
}

// childAsk waits for its turn, asks, and says what it was told.
func childAsk() {
	l := childOpen()
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	s, err := l.Ask(context.Background())
	if err != nil {
		childDie(err)
	}
	fmt.Println(s.Line, s.X)
	_, err = l.Tell(l.State().Seq, Answer{Ask: s.Line, Value: 1, Cost: 1})
	var stale *journal.StaleError
	switch {
	case errors.As(err, &stale):
		fmt.Println("stale")
	case err != nil:
		childDie(err)
	default:
		fmt.Println("told")
	}
}

// Two processes that ask at once get the same suggestion; of two answers to it
// one lands, and the other is told why not.
func TestLiveAskedAtOnce(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "2-b-ms-ei")
	const n = 3
	var cmds [n]*exec.Cmd
	var ins [n]io.WriteCloser
	var outs [n]*bufio.Scanner
	for i := range n {
		cmds[i], ins[i], outs[i] = child(t, "ask", l.Journal().Path())
	}
	for i := range n {
		outs[i].Scan() // ready
	}
	for i := range n {
		ins[i].Close()
	}
	answers, ends := map[string]int{}, map[string]int{}
	for i := range n {
		outs[i].Scan()
		answers[outs[i].Text()]++
		outs[i].Scan()
		ends[outs[i].Text()]++
		if err := cmds[i].Wait(); err != nil {
			t.Error(err)
		}
	}
	l = reopen(t, l)
	// A slow child may ask only after a quick one told: then it gets the next.
	if ends["told"] != len(answers) || ends["told"]+ends["stale"] != n || len(l.State().Evaluations) != 3+ends["told"] {
		t.Errorf("answers %v, ends %v, %d evaluations", answers, ends, len(l.State().Evaluations))
	}
}

// large is a study of so many evaluations after its initial design, none of them
// suggested.
func large(b testing.TB, policy string, n int) string {
	b.Helper()
	l := newLiveStudy(b, bread, policy)
	if _, err := l.ChangeBudget(1, 1e4); err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		ask(b, l)
		tell(b, l, Answer{Value: rng.Float64(), Cost: 1 + rng.Float64()})
	}
	for range n {
		x := []float64{1 + 4*rng.Float64(), float64(1 + rng.IntN(40))}
		tell(b, l, Answer{X: x, Value: x[0] - x[1]/10 + 0.1*rng.NormFloat64(), Cost: 1 + x[0]*rng.Float64()})
	}
	return l.Journal().Path()
}

// What must not grow with the study: asking once more is one decision and one
// line, whatever came before.
func TestLiveLargeAsksOnce(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	path := large(t, "ei-puc", 200)
	l, err := OpenLive(path, journal.Settings{})
	testkit.OK(t, err)
	before := len(l.Journal().Events())
	ask(t, l)
	ask(t, reopen(t, l))
	if n := len(reopen(t, l).Journal().Events()); n != before+1 {
		t.Errorf("two asks wrote %d lines", n-before)
	}
	if d := len(decisions(l.Journal().Events())); d != 1 {
		t.Errorf("%d decisions on record", d)
	}
}
