package prompter

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
)

// Run shows the notes of the tour whose desk is at a path until its user quits,
// the tour ends or ctx does.
func Run(ctx context.Context, path string, o tui.Options, in io.Reader, out io.Writer) error {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return errNone
	}
	var s *screen
	err = tui.RunModel(ctx, o, in, out, func(o tui.Options) tui.Closer {
		s = newScreen(conn, o)
		return s
	})
	if s != nil && s.ended && err == nil {
		return ErrEnded
	}
	return err
}

// ErrEnded says that the tour ended, not its notes.
var ErrEnded = errors.New("the tour has ended")

// visit is a prompter's end of the socket.
type visit struct {
	conn  net.Conn
	lines *bufio.Scanner
	close sync.Once
}

func newVisit(conn net.Conn) *visit {
	v := &visit{conn: conn, lines: bufio.NewScanner(conn)}
	v.lines.Buffer(make([]byte, 0, 4096), longest)
	return v
}

// Messages of a visit.
type (
	sheetMsg Sheet
	endMsg   struct{}
)

// next waits for the next sheet.
func (v *visit) next() tea.Msg {
	for v.lines.Scan() {
		var s Sheet
		if json.Unmarshal(v.lines.Bytes(), &s) == nil {
			return sheetMsg(s.harmless())
		}
	}
	return endMsg{}
}

// send asks for something; a tour that is gone is found by next.
func (v *visit) send(k Key) tea.Cmd {
	return func() tea.Msg {
		_, _ = io.WriteString(v.conn, string(k)+"\n")
		return nil
	}
}

func (v *visit) end() { v.close.Do(func() { v.conn.Close() }) }
