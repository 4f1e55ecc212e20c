package mistake

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// What the system says of files is said in words, wherever it stands in an error.
func TestPlain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, missing := os.Lstat(filepath.Join(dir, "x"))
	_, deeper := os.Open(filepath.Join(dir, "no", "x"))
	link := os.Link(filepath.Join(dir, "x"), filepath.Join(dir, "y"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("a: %w; b", missing), "a: there is no file " + filepath.Join(dir, "x") + "; b"},
		{deeper, "there is no folder " + filepath.Join(dir, "no")},
		{errors.Join(missing, link), "there is no file " + filepath.Join(dir, "x") + "\nthere is no file " + filepath.Join(dir, "y")},
		{&os.PathError{Op: "open", Path: "z", Err: os.ErrPermission}, "the permissions of z do not allow it"},
		{&os.PathError{Op: "open", Path: "z", Err: errors.New("no space")}, "z: no space"},
		{errors.New("as it is"), "as it is"},
	} {
		if got := Plain(c.err); got != c.want {
			t.Errorf("%v is said as %q, want %q", c.err, got, c.want)
		}
	}
}
