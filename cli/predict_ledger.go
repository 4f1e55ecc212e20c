package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"

	"farsight/tui"
	"farsight/tui/serve"
)

// How often the status is told: on a terminal in place, elsewhere in lines.
const (
	statusRenewed = time.Second
	statusLine    = 30 * time.Second
)

// ledger is what the host is told while the room is open: what happens, line by
// line, and below it, on a terminal, the status.
type ledger struct {
	w io.Writer

	mu     sync.Mutex
	status string // shown in the last line; "": none is
}

// log tells what happens. The status stays below it.
func (l *ledger) log(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	fmt.Fprintf(l.w, "%s %s\n", time.Now().Format(time.TimeOnly), line)
	fmt.Fprint(l.w, l.status)
}

// clear takes the status away.
func (l *ledger) clear() {
	if l.status != "" {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// follow tells the room's status until end is called, once more then.
func (l *ledger) follow(r *serve.Room) (end func()) {
	tell, every := func() { l.log(r.Status().String()) }, statusLine
	if f, ok := l.w.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" {
		tell, every = func() { l.renew(f, r.Status().String()) }, statusRenewed
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			tell()
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		l.mu.Lock()
		l.clear()
		l.status = ""
		l.mu.Unlock()
		l.log(r.Status().String())
	}
}

// renew shows a status in place of the last.
func (l *ledger) renew(f *os.File, status string) {
	status = fitting(status, tui.Columns(f))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	l.status = status
	fmt.Fprint(l.w, l.status)
}

// fitting is as much of a status as a line has room for: one that wraps could not
// be taken away. It is cut where an item ends, for half a number is a wrong one.
func fitting(status string, columns int) string {
	if len(status) < columns {
		return status
	}
	at := strings.LastIndexAny(status[:max(0, columns-2)], ",;:")
	return status[:max(0, at)] + " …"
}
