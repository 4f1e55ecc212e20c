package player

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"farsight/internal/sanitize"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// Desk sends a second terminal of the same user the frame of a tour, and takes its keys: a socket
// in a folder that only its owner can enter. A client gets the tour's name or file in a line, then
// a line for each frame; it reads the tour itself, and sends a key a line.
type Desk struct {
	listener net.Listener
	keys     chan string
	done     chan struct{}
	all      sync.WaitGroup

	mu     sync.Mutex
	file   string
	now    string
	guests map[net.Conn]bool
}

const (
	ending     = ".tour"                // of a desk's file
	mostGuests = 8                      // a presenter and those who help
	writeTime  = 100 * time.Millisecond // that a guest may take to take a line in
)

// remote are what a second terminal may ask for.
var remote = []screen.Action{actNext, actBack, actFirst, actLast, actAuto, actBlank, actReturn}

// leads reports whether a key is one of those.
func leads(key string) bool { return slices.Contains(remote, screen.Find(key, keys)) }

// OpenDesk opens a desk under the number of this process for a built-in tour or
// the one in a file.
func OpenDesk(file string) (*Desk, error) {
	folder, err := deskFolder()
	if err != nil {
		return nil, err
	}
	if !tour.IsBuiltin(file) {
		if file, err = filepath.Abs(file); err != nil {
			return nil, err
		}
	}
	for _, path := range desks(folder) { // of tours that were killed
		if !alive(path) {
			_ = os.Remove(path)
		}
	}
	path := filepath.Join(folder, strconv.Itoa(os.Getpid())+ending)
	_ = os.Remove(path) // of a process that had our number
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	d := &Desk{listener: listener, file: strconv.Quote(file), keys: make(chan string), done: make(chan struct{}), guests: map[net.Conn]bool{}}
	d.all.Go(d.accept)
	return d, nil
}

// show sends the place of the tour to all clients, unless they have it.
func (d *Desk) show(now string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == now {
		return
	}
	d.now = now
	for conn := range d.guests {
		d.tell(conn, now)
	}
}

// tell writes a line, or disconnects a client that does not read.
func (d *Desk) tell(conn net.Conn, line string) {
	_ = conn.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := fmt.Fprintln(conn, line); err != nil {
		conn.Close()
		delete(d.guests, conn)
	}
}

// close ends the desk and all that look at it.
func (d *Desk) close() {
	close(d.done)
	d.listener.Close() // which removes its file
	d.mu.Lock()
	for conn := range d.guests {
		conn.Close()
	}
	d.mu.Unlock()
	d.all.Wait()
	close(d.keys)
}

// accept takes guests in until the desk is closed.
func (d *Desk) accept() {
	for {
		conn, err := d.listener.Accept()
		if err != nil {
			select {
			case <-d.done:
				return
			case <-time.After(100 * time.Millisecond): // out of files, or the like
				continue
			}
		}
		d.mu.Lock()
		if len(d.guests) >= mostGuests {
			conn.Close()
		} else {
			d.guests[conn] = true
			d.tell(conn, d.file+"\n"+d.now)
			d.all.Go(func() { d.read(conn) })
		}
		d.mu.Unlock()
	}
}

// read takes keys in, and nothing else.
func (d *Desk) read(conn net.Conn) {
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, 64), 64)
	for lines.Scan() {
		if k := lines.Text(); leads(k) {
			select {
			case d.keys <- k:
			case <-d.done:
			}
		}
	}
	conn.Close()
	d.mu.Lock()
	delete(d.guests, conn)
	d.mu.Unlock()
}

// deskFolder is where desks are: a folder that only its owner can enter. It is
// made if it is missing.
func deskFolder() (string, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("farsight-%d", os.Getuid()))
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		folder = filepath.Join(runtime, "farsight")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(folder)
	if err == nil && (!info.IsDir() || !private(info)) {
		err = fmt.Errorf("%s must be a folder that only you can enter", sanitize.Text(folder))
	}
	return folder, err
}

// alive reports whether a desk answers.
func alive(path string) bool {
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// desks are those in a folder, the newest first.
func desks(folder string) []string {
	made := map[string]time.Time{}
	var all []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode()&fs.ModeSocket != 0 && strings.HasSuffix(e.Name(), ending) {
			path := filepath.Join(folder, e.Name())
			all, made[path] = append(all, path), info.ModTime()
		}
	}
	slices.SortFunc(all, func(a, b string) int { return made[b].Compare(made[a]) })
	return all
}

// errNone says that there is nothing to show notes for.
var errNone = errors.New("no tour is being shown: begin one with farsight tour in another terminal, then ask for its notes")

// lastTour asks for the tour that was begun last.
const lastTour = "last"

// findDesk is the desk of a tour: "last", or the number of its process.
func findDesk(which string) (string, error) {
	folder, err := deskFolder()
	if err != nil {
		return "", err
	}
	var running []string
	for _, path := range desks(folder) {
		if !alive(path) {
			continue
		}
		number := strings.TrimSuffix(filepath.Base(path), ending)
		if which == lastTour || which == number {
			return path, nil
		}
		running = append(running, number)
	}
	if len(running) == 0 {
		return "", errNone
	}
	return "", fmt.Errorf("no tour is shown by process %q; there is %s, and %s for the one begun last", sanitize.Short(which, 40), strings.Join(running, ", "), lastTour)
}
