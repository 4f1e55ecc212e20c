//go:build unix

package tui

import (
	"bytes"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// askFor is how long a terminal may take to answer.
const askFor = 100 * time.Millisecond

// ask sends a query that ends in a request for device attributes, which every
// terminal answers, and returns what comes back up to that answer.
func ask(in, out *os.File, query string) []byte {
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		return nil
	}
	defer func() { _ = term.Restore(in.Fd(), state) }()
	if _, err := out.WriteString(query); err != nil {
		return nil
	}
	var answer []byte
	buf := make([]byte, 256)
	deadline := time.Now().Add(askFor)
	for {
		left := time.Until(deadline)
		if left <= 0 {
			return answer
		}
		fds := []unix.PollFd{{Fd: int32(in.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int(left.Milliseconds())+1)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return answer
		}
		n, err = unix.Read(int(in.Fd()), buf)
		if err != nil || n <= 0 {
			return answer
		}
		answer = append(answer, buf[:n]...)
		if i := bytes.LastIndex(answer, []byte("\x1b[?")); i >= 0 && bytes.IndexByte(answer[i:], 'c') > 0 {
			return answer
		}
	}
}

// quietInput is a terminal whose late answers are not read as keys.
type quietInput struct {
	*os.File
	answers answers
}

func (q *quietInput) Read(p []byte) (int, error) { return q.answers.read(q.File, p) }

// withoutAnswers keeps a terminal's answers from being read as keys; late is called with them.
func withoutAnswers(in io.Reader, late func([]byte)) io.Reader {
	if f, ok := in.(*os.File); ok {
		return &quietInput{f, answers{late: late}}
	}
	return in
}
