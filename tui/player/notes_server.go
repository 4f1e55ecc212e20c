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

// NotesServer sends a second terminal of the same user the place of a tour, and receives its keys,
// over a socket in a folder that only its owner can enter. A client gets the tour's name or file in a line, then
// a line for each frame; it reads the tour itself, and sends a key a line.
type NotesServer struct {
	listener net.Listener
	keys     chan string
	done     chan struct{}
	all      sync.WaitGroup

	mu      sync.Mutex
	file    string
	now     string
	clients map[net.Conn]bool
}

const (
	ending      = ".tour"                // of a socket's file
	mostClients = 8                      // a presenter and those who help
	writeTime   = 100 * time.Millisecond // to write a line to a client
)

// remote are what a second terminal may ask for.
var remote = []screen.Action{actNext, actBack, actFirst, actLast, actAuto, actBlank, actReturn}

// leads reports whether a key is one of those.
func leads(key string) bool { return slices.Contains(remote, screen.Find(key, keys)) }

// NewNotesServer listens under the number of this process for a built-in tour or the one in a file.
func NewNotesServer(file string) (*NotesServer, error) {
	folder, err := socketFolder()
	if err != nil {
		return nil, err
	}
	if !tour.IsBuiltin(file) {
		if file, err = filepath.Abs(file); err != nil {
			return nil, err
		}
	}
	for _, path := range sockets(folder) { // of tours that were killed
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
	s := &NotesServer{listener: listener, file: strconv.Quote(file), keys: make(chan string), done: make(chan struct{}), clients: map[net.Conn]bool{}}
	s.all.Go(s.accept)
	return s, nil
}

// show sends the place of the tour to all clients, unless they have it.
func (s *NotesServer) show(now string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == now {
		return
	}
	s.now = now
	for conn := range s.clients {
		s.send(conn, now)
	}
}

// send writes a line, or disconnects a client that does not read.
func (s *NotesServer) send(conn net.Conn, line string) {
	_ = conn.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := fmt.Fprintln(conn, line); err != nil {
		conn.Close()
		delete(s.clients, conn)
	}
}

// close stops the server and disconnects its clients.
func (s *NotesServer) close() {
	close(s.done)
	s.listener.Close() // which removes its file
	s.mu.Lock()
	for conn := range s.clients {
		conn.Close()
	}
	s.mu.Unlock()
	s.all.Wait()
	close(s.keys)
}

// accept accepts clients until the server is closed.
func (s *NotesServer) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			select {
			case <-s.done:
				return
			case <-time.After(100 * time.Millisecond): // out of files, or the like
				continue
			}
		}
		s.mu.Lock()
		if len(s.clients) >= mostClients {
			conn.Close()
		} else {
			s.clients[conn] = true
			s.send(conn, s.file+"\n"+s.now)
			s.all.Go(func() { s.read(conn) })
		}
		s.mu.Unlock()
	}
}

// read receives keys, and nothing else.
func (s *NotesServer) read(conn net.Conn) {
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, 64), 64)
	for lines.Scan() {
		if k := lines.Text(); leads(k) {
			select {
			case s.keys <- k:
			case <-s.done:
			}
		}
	}
	conn.Close()
	s.mu.Lock()
	delete(s.clients, conn)
	s.mu.Unlock()
}

// socketFolder returns the folder of the sockets, which only its owner can enter. It is made if it
// is missing.
func socketFolder() (string, error) {
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

// alive reports whether a server answers.
func alive(path string) bool {
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// sockets are those in a folder, the newest first.
func sockets(folder string) []string {
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

// findSocket returns the socket of a tour: "last", or the number of its process.
func findSocket(which string) (string, error) {
	folder, err := socketFolder()
	if err != nil {
		return "", err
	}
	var running []string
	for _, path := range sockets(folder) {
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
