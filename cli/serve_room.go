package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
	"farsight/tui/serve"
)

// roomFlags are the flags of a room, whatever it shows.
var roomFlags = []string{"listen", "max", "max-per-address", "idle", "password-file", "authorized-keys", "host-key", "status", "theme", "glyphs", "read-only", "help"}

// watch lets guests watch a study.
func (s *serveFlags) watch(cmd *cobra.Command, args []string, look tui.Look) error {
	if len(args) == 0 {
		return usagef("--read-only is for watching a study: name its file")
	}
	if g := stray(cmd, func(name string) bool { return !slices.Contains(roomFlags, name) }); g != "" {
		return usagef("guests watch %s as it is: leave out --%s", sanitize.Text(args[0]), g)
	}
	l, err := study.OpenLive(args[0], journal.Settings{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no study %s; farsight study new makes one: %w", args[0], err)
	case errors.Is(err, journal.ErrNotJournal):
		return usagef("%s is no study, and only studies can be watched: %w", sanitize.Text(args[0]), err)
	case err != nil:
		return err
	}
	told := &ledger{w: cmd.ErrOrStderr()}
	r, err := s.open(cmd, look, told.log)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Guests watch %s, and can enter nothing. Ctrl-C closes the room.\n", sanitize.Text(l.Problem().Name))
	if s.status {
		defer told.follow(r)()
	}
	return r.Watch(cmd.Context(), args[0])
}

// isStudy tells whether a file is a study, sound or not.
func isStudy(path string) bool {
	_, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
	var damage *journal.DamageError
	return err == nil || errors.As(err, &damage)
}

// play has the room play the game of farsight predict, led from this terminal.
func (s *serveFlags) play(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	in, out, ok := terminal(cmd)
	switch {
	case s.follow || s.readOnly || s.status:
		return usagef("--predict is a game that this terminal leads: leave out --follow, --read-only and --status")
	case !ok:
		return usagef("--predict is led from this terminal, and this is none")
	}
	p, policies, err := loadPlayable(f, name)
	if err != nil {
		return err
	}
	return s.lead(cmd, func(r *serve.Room) error {
		return r.Predict(cmd.Context(), f.explorer(cmd, look, name, p, policies), in, out)
	})
}

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
