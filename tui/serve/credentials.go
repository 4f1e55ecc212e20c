package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/sanitize"
)

// Password reads the password guests must know: the first line of a file that
// only its owner can read.
func Password(file string) (string, error) {
	data, err := readSecret(file)
	if err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	line = strings.TrimSuffix(line, "\r")
	if line == "" {
		return "", fmt.Errorf("password: the first line of %s is empty: write the password there", sanitize.Text(file))
	}
	return line, nil
}

// AuthorizedKeys reads the keys guests may come with, in the format of OpenSSH's authorized_keys.
// Options before a key, such as from="…", are refused: an option that is not enforced must not look
// like a protection.
func AuthorizedKeys(file string) ([]gossh.PublicKey, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("authorised keys: %w", err)
	}
	var keys []gossh.PublicKey
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
		if err == nil && len(options) > 0 {
			err = fmt.Errorf("option %q is not supported: remove it", sanitize.Text(options[0]))
		}
		if err != nil {
			return nil, fmt.Errorf("authorised keys: %s:%d: %w", sanitize.Text(file), number, err)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("authorised keys: there is none in %s, so no guest could log in", sanitize.Text(file))
	}
	return keys, nil
}

// How guessing passwords is limited: one attempt at a time from one address, each wrong one delayed
// by a second, and after some for longer.
const (
	wrongPassword = time.Second
	fewWrong      = 10 // from one address
	manyWrong     = 6 * time.Second
	forgetWrong   = 10 * time.Minute
	wrongByOne    = 3 // on one connection
	mostGuesses   = 8 // that wait, of one address
	knownToGuess  = 4096
)

// guesses are the passwords tried, by address.
type guesses struct {
	mu sync.Mutex
	of map[string]*guesser
}

// guesser is an address that has tried passwords.
type guesser struct {
	turn    chan struct{} // full while one is checked
	waiting int
	wrong   int
	last    time.Time
}

// by finds an address and counts its guess, unless too many wait.
func (g *guesses) by(host string) *guesser {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if len(g.of) >= knownToGuess {
		maps.DeleteFunc(g.of, func(_ string, w *guesser) bool { return w.waiting == 0 && now.Sub(w.last) > forgetWrong })
	}
	w := g.of[host]
	if w == nil || w.waiting == 0 && now.Sub(w.last) > forgetWrong {
		w = &guesser{turn: make(chan struct{}, 1), last: now}
		g.of[host] = w
	}
	if w.waiting >= mostGuesses {
		return nil
	}
	w.waiting++
	return w
}

// wrong counts a wrong guess, and returns its delay.
func (g *guesses) wrong(w *guesser) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	w.last = time.Now()
	if w.wrong++; w.wrong > fewWrong {
		return manyWrong
	}
	return wrongPassword
}

// leave counts a guess out.
func (g *guesses) leave(w *guesser) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w.waiting--
}

// passwords checks one. The time it takes says nothing about the right one.
func (r *Room) passwords(right string) ssh.PasswordHandler {
	want := sha256.Sum256([]byte(right))
	g := &guesses{of: map[string]*guesser{}}
	return func(ctx ssh.Context, typed string) bool {
		c, ok := ctx.Value(connectionKey{}).(*connection)
		if !ok {
			return false
		}
		w := g.by(c.host)
		if w == nil {
			c.refuse(refusedGuesses)
			return false
		}
		defer g.leave(w)
		select {
		case w.turn <- struct{}{}:
			defer func() { <-w.turn }()
		case <-ctx.Done():
			return false
		}
		got := sha256.Sum256([]byte(typed))
		if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
			return true
		}
		pause := g.wrong(w)
		r.refusals.add(c.host, refusedPassword)
		// Hanging up does not shorten it: the next guess waits all the same.
		time.Sleep(pause)
		if c.wrong.Add(1) >= wrongByOne {
			c.refuse(refusedUnknown)
		}
		return false
	}
}

func publicKeys(known []gossh.PublicKey) ssh.PublicKeyHandler {
	return func(_ ssh.Context, key ssh.PublicKey) bool {
		return slices.ContainsFunc(known, func(k gossh.PublicKey) bool { return ssh.KeysEqual(k, key) })
	}
}

var errNoKey = errors.New("a host key is needed")
