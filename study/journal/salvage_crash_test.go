package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

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
