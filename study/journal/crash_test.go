package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// The test binary runs itself as the program that writes to a study.
const (
	childEnv = "JOURNAL_TEST_CHILD" // "tell", "die" or "tell along"
	pathEnv  = "JOURNAL_TEST_PATH"
	nameEnv  = "JOURNAL_TEST_NAME"
)

func TestMain(m *testing.M) {
	switch mode := os.Getenv(childEnv); mode {
	case "":
		os.Exit(m.Run())
	case "tell", "die":
		childTell(mode == "die")
	case "tell along":
		childTellAlong()
	}
}

func child(mode, path, name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+mode, pathEnv+"="+path, nameEnv+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

func die(err error) {
	fmt.Fprintln(os.Stderr, "child:", err)
	os.Exit(1)
}

// childTell tells 1, 2, 3, … from where the study stands, and says each number
// once it is acknowledged, until it is killed: by others, or by itself inside a
// write, after as many pieces as its name says.
func childTell(dies bool) {
	s := Settings{}
	if dies {
		left, err := strconv.Atoi(os.Getenv(nameEnv))
		if err != nil {
			die(err)
		}
		s.open = inPieces(func() {
			if left--; left > 0 {
				return
			}
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				die(err)
			}
			select {}
		})
	}
	j, err := Open(os.Getenv(pathEnv), s)
	if err != nil {
		die(err)
	}
	for {
		st := j.State()
		v := 1.0
		if n := len(st.Evaluations); n > 0 {
			v = st.Evaluations[n-1].Value + 1
		}
		if _, err := j.Append(st.Seq, Told{X: []float64{v, 0}, Value: v, Cost: 1}); err != nil {
			die(err)
		}
		fmt.Println(v)
	}
}

// Killed at any moment, a study opens, has every acknowledged evaluation
// exactly once and in order, and continues.
func TestKilledWhileTelling(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	total := 500
	if testing.Short() {
		total = 60
	}
	path := filepath.Join(t.TempDir(), "bread.study") // on a real disk
	c := study()
	c.Budget = 1e6
	if _, err := Create(path, c, Settings{}); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	told, acked, kills, tears, unacked := 0, 0, 0, 0, 0
	for acked < total || tears == 0 {
		// Die some acknowledgements and some microseconds in, or inside a line.
		after, delay := 1+rng.IntN(24), time.Duration(rng.IntN(3000))*time.Microsecond
		itself := kills%2 == 1
		cmd := child("tell", path, "")
		if itself {
			cmd = child("die", path, strconv.Itoa(1+rng.IntN(150)))
		}
		out, err := cmd.StdoutPipe()
		testkit.OK(t, err)
		testkit.OK(t, cmd.Start())
		last := told
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			n, err := strconv.Atoi(lines.Text())
			if err != nil || n != last+1 {
				t.Fatalf("acknowledged %q after %d", lines.Text(), last)
			}
			last = n
			if last-told == after && !itself {
				time.AfterFunc(delay, func() { _ = cmd.Process.Kill() })
			}
		}
		_ = cmd.Wait()
		if last-told < after && !itself {
			t.Fatalf("the child ended by itself after %d acknowledgements", last-told)
		}
		kills++
		acked += last - told

		j := mustOpen(t, path)
		tears += len(j.Notices())
		s := j.State()
		if n := len(s.Evaluations); n != last && n != last+1 {
			t.Fatalf("kill %d: %d evaluations, %d acknowledged", kills, n, last)
		} else if n > last {
			unacked++ // written, but killed before it could say so
		}
		for i, e := range s.Evaluations {
			if e.Value != float64(i+1) {
				t.Fatalf("kill %d: evaluation %d is %v", kills, i+1, e.Value)
			}
		}
		told = len(s.Evaluations)
		if _, err := j.Append(s.Seq, Noted{fmt.Sprint("after kill ", kills)}); err != nil {
			t.Fatalf("going on after kill %d: %v", kills, err)
		}
	}
	t.Logf("%d acknowledged over %d kills; %d torn lines mended, %d written but not yet acknowledged", acked, kills, tears, unacked)
}

const along = 100 // tells of each of two programs

// childTellAlong tells its numbers, trying again whenever it is told that the
// other continued, and ends by saying how often that was.
func childTellAlong() {
	j, err := Open(os.Getenv(pathEnv), Settings{})
	if err != nil {
		die(err)
	}
	fmt.Println("ready")
	_, _ = io.ReadAll(os.Stdin) // until both are
	stales := 0
	for i := 1; i <= along; i++ {
		for {
			_, err := j.Append(j.State().Seq, Told{X: []float64{0, 0}, Value: float64(i), Cost: 1, Source: os.Getenv(nameEnv)})
			var stale *StaleError
			if errors.As(err, &stale) {
				if len(stale.Events) == 0 {
					die(errors.New("stale, but nothing happened"))
				}
				stales++
				continue
			}
			if err != nil {
				die(err)
			}
			break
		}
	}
	fmt.Println(stales)
}

func TestTwoProcessesTellingAtOnce(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bread.study") // on a real disk
	if _, err := Create(path, study(), Settings{}); err != nil {
		t.Fatal(err)
	}
	names := []string{"ana", "bo"}
	var cmds []*exec.Cmd
	var outs []*bufio.Scanner
	var starts []io.Closer
	for _, name := range names {
		cmd := child("tell along", path, name)
		out, err := cmd.StdoutPipe()
		testkit.OK(t, err)
		in, err := cmd.StdinPipe()
		testkit.OK(t, err)
		testkit.OK(t, cmd.Start())
		cmds, outs, starts = append(cmds, cmd), append(outs, bufio.NewScanner(out)), append(starts, in)
	}
	for i := range cmds {
		outs[i].Scan() // ready
	}
	for _, in := range starts {
		_ = in.Close()
	}
	for i, cmd := range cmds {
		outs[i].Scan()
		t.Logf("%s was told %s times that the other went on", names[i], outs[i].Text())
		testkit.OK(t, cmd.Wait())
	}
	next := map[string]float64{"ana": 1, "bo": 1}
	j := mustOpen(t, path)
	for _, e := range j.State().Evaluations {
		if e.Value != next[e.Source] {
			t.Fatalf("%s told %v where %v was due", e.Source, e.Value, next[e.Source])
		}
		next[e.Source]++
	}
	if next["ana"] != along+1 || next["bo"] != along+1 || len(j.Notices()) != 0 {
		t.Errorf("landed: %v; notices %v", next, j.Notices())
	}
}

// killed is what ends a salvage in a test.
type killed struct{}

// salvageUntil salvages and dies before step k; it reports false where there
// are not that many.
func salvageUntil(t *testing.T, path string, k int) (died bool, at string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			if _, ours := r.(killed); !ours {
				panic(r)
			}
			died = true
		}
	}()
	n := 0
	s := Settings{step: func(name string) {
		if at = name; n == k {
			panic(killed{})
		}
		n++
	}}
	if _, err := Salvage(path, nil, s); err != nil {
		t.Fatal(err)
	}
	return false, ""
}

// Killed at any step, a salvage has either not begun or lost nothing from
// sight: what is missing is still damage, or stands in the study as lost.
func TestSalvageKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	source := newPath(t)
	whole(t, source)
	sound, lock := readBytes(t, source), readBytes(t, source+".lock")
	lines := bytes.SplitAfter(sound, []byte("\n"))
	for name, b := range map[string][]byte{
		"last two lines gone":  bytes.Join(lines[:len(script)-1], nil),
		"a line in the middle": bytes.Join(append(append([][]byte{}, lines[:5]...), lines[6:]...), nil),
		"middle and end":       bytes.Join(append(append([][]byte{}, lines[:5]...), lines[6:len(script)-1]...), nil),
	} {
		steps := 0
		for ; ; steps++ {
			path := filepath.Join(fastDir(t), "bread.study")
			writeBytes(t, path, b)
			writeBytes(t, path+".lock", lock)
			died, at := salvageUntil(t, path, steps)
			if !died {
				break
			}
			what := fmt.Sprintf("%s, killed before %q", name, at)
			j, err := Open(path, Settings{})
			var damage *DamageError
			switch {
			case errors.As(err, &damage):
				if _, err := Salvage(path, nil, Settings{}); err != nil {
					t.Fatalf("%s: salvaging again: %v", what, err)
				}
				j = mustOpen(t, path)
			case err != nil:
				t.Fatalf("%s: %v", what, err)
			}
			s := j.State()
			if s.Seq != len(script)+1 || len(s.Lost) == 0 {
				t.Errorf("%s: it opens with %d lines, %d of them lost: what was lost is forgotten", what, s.Seq, len(s.Lost))
			}
			if _, err := j.Append(s.Seq, Noted{"on"}); err != nil {
				t.Errorf("%s: going on: %v", what, err)
			}
			if again := mustOpen(t, path).State(); len(again.Lost) != len(s.Lost) || again.Seq != s.Seq+1 {
				t.Errorf("%s: later it has %d lines, %d lost", what, again.Seq, len(again.Lost))
			}
			kept, _ := filepath.Glob(path + ".damaged-*")
			if len(kept) == 0 {
				t.Errorf("%s: the original is gone", what)
			} else if got, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(got, b) {
				t.Errorf("%s: the original is not what it was", what)
			}
		}
		if steps < 5 {
			t.Errorf("%s: only %d steps to die at", name, steps)
		}
	}
}
