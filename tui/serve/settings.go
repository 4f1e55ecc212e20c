package serve

import (
	"runtime"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/tui"
)

// Defaults of a room.
const (
	DefaultListen = "127.0.0.1:2222"
	DefaultMost   = 64
	DefaultIdle   = 10 * time.Minute
)

// Settings are the host's decisions. The zero value, with a host key, is a room for all users of
// this machine.
type Settings struct {
	Listen  string       // address and port; "": DefaultListen
	HostKey gossh.Signer // see HostKey

	// Password and Keys are what guests need, either of them; without both, all are admitted.
	Password string
	Keys     []gossh.PublicKey

	Most    int           // guests at a time; 0: DefaultMost
	MostOf  int           // of them from one address, this machine's included; 0: half
	Idle    time.Duration // how long a guest may do nothing; 0: DefaultIdle
	compute int           // what is computed at a time; 0: as many as leave one processor for keys and screens
	Look    tui.Look      // unless the guest chooses another

	// Log, if not nil, gets a line for every connection and end.
	Log func(line string)

	// For tests:
	timing timing
	wrap   func(*session, attendance) attendance
	used   func() time.Duration // the process's processor time; nil: not known
}

// timing is how long is waited for guests.
type timing struct {
	shake  time.Duration // for the SSH handshake
	login  time.Duration // for it to be let in: passwords are typed
	start  time.Duration // for it to ask for a terminal then
	stall  time.Duration // for a terminal to take in what is written to it
	linger time.Duration // for the other side to hang up after the end

	overrun time.Duration // for a drawing, or a message to be handled; also of processor time
	unheard time.Duration // for what is computed to look whether it should end
}

var defaultTiming = timing{
	shake: 5 * time.Second, login: 30 * time.Second, start: 10 * time.Second, stall: 15 * time.Second, linger: 2 * time.Second,
	overrun: 5 * time.Second, unheard: 20 * time.Second,
}

func (s Settings) filled() Settings {
	if s.Listen == "" {
		s.Listen = DefaultListen
	}
	if s.Most == 0 {
		s.Most = DefaultMost
	}
	if s.MostOf == 0 {
		s.MostOf = (s.Most + 1) / 2
	}
	if s.Idle == 0 {
		s.Idle = DefaultIdle
	}
	if s.compute == 0 {
		s.compute = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if s.Log == nil {
		s.Log = func(string) {}
	}
	if s.timing == (timing{}) {
		s.timing = defaultTiming
	}
	if s.used == nil {
		s.used = processorTime
	}
	return s
}

// Open reports whether all who can reach the room may come in.
func (s Settings) Open() bool { return s.Password == "" && len(s.Keys) == 0 }
