package prompter

import (
	"bufio"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Desk is a tour's end of the socket.
type Desk struct {
	listener net.Listener
	path     string
	keys     chan Key
	done     chan struct{}
	watchers atomic.Int32

	mu     sync.Mutex
	sheet  []byte // the present one, as a line
	guests map[*guest]bool
	all    sync.WaitGroup
}

// guest is a prompter that has come.
type guest struct {
	conn net.Conn
	news chan struct{}
}

// mostGuests is how many prompters may look at once: a presenter and those who
// help.
const mostGuests = 8

// writeTime is how long a prompter may take to take a sheet in.
const writeTime = 5 * time.Second

// Open opens a desk in a folder, under the number of this process.
func Open(folder string) (*Desk, error) {
	sweep(folder)
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
	d := &Desk{listener: listener, path: path, keys: make(chan Key), done: make(chan struct{}), guests: map[*guest]bool{}}
	d.all.Go(d.accept)
	return d, nil
}

// Keys are what prompters ask for; closed with the desk.
func (d *Desk) Keys() <-chan Key { return d.keys }

// Watched tells whether anybody looks.
func (d *Desk) Watched() bool { return d.watchers.Load() > 0 }

// Show tells all prompters; it waits for none.
func (d *Desk) Show(s Sheet) {
	line, err := json.Marshal(s)
	if err != nil {
		return // a sheet is texts and numbers
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sheet = append(line, '\n')
	for g := range d.guests {
		g.wake()
	}
}

func (g *guest) wake() {
	select {
	case g.news <- struct{}{}:
	default: // it is about to look
	}
}

// Close ends the desk and all that look at it.
func (d *Desk) Close() {
	close(d.done)
	d.listener.Close()
	d.mu.Lock()
	for g := range d.guests {
		g.conn.Close()
	}
	d.mu.Unlock()
	d.all.Wait()
	close(d.keys)
	_ = os.Remove(d.path)
}

// accept takes prompters in until the desk is closed.
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
		g := &guest{conn: conn, news: make(chan struct{}, 1)}
		if !d.join(g) {
			conn.Close()
			continue
		}
		d.all.Go(func() { d.read(g) })
		d.all.Go(func() { d.write(g) })
	}
}

func (d *Desk) join(g *guest) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.done:
		return false
	default:
	}
	if len(d.guests) >= mostGuests {
		return false
	}
	d.guests[g] = true
	d.watchers.Add(1)
	if d.sheet != nil {
		g.wake() // what was told last, until there is news
	}
	return true
}

func (d *Desk) part(g *guest) {
	g.conn.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.guests[g] {
		delete(d.guests, g)
		d.watchers.Add(-1)
	}
}

// read takes keys in, and nothing else.
func (d *Desk) read(g *guest) {
	defer g.wake() // so that the writer finds it gone
	defer d.part(g)
	if !d.press(Watched) {
		return
	}
	lines := bufio.NewScanner(g.conn)
	lines.Buffer(make([]byte, 0, 256), 256)
	for lines.Scan() {
		if k := Key(lines.Text()); k.allowed() && !d.press(k) {
			return
		}
	}
}

// press hands a key to the tour; false: the desk is closed.
func (d *Desk) press(k Key) bool {
	select {
	case d.keys <- k:
		return true
	case <-d.done:
		return false
	}
}

// write tells a prompter what there is, the newest only.
func (d *Desk) write(g *guest) {
	defer d.part(g)
	for {
		select {
		case <-g.news:
		case <-d.done:
			return
		}
		d.mu.Lock()
		line, here := d.sheet, d.guests[g]
		d.mu.Unlock()
		if !here {
			return
		}
		_ = g.conn.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := g.conn.Write(line); err != nil {
			return
		}
	}
}
