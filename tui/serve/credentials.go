package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"os"
	"strings"
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

// AuthorizedKeys reads the keys guests may come with, in the format of OpenSSH's
// authorized_keys. Options before a key, such as from="…", are refused: what is
// not obeyed must not be taken for a protection.
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
		return nil, fmt.Errorf("authorised keys: there is none in %s, so that nobody could come in", sanitize.Text(file))
	}
	return keys, nil
}

// wrongPassword is how long a wrong password is thought about.
const wrongPassword = time.Second

// passwords checks one. The time it takes says nothing about the right one.
func passwords(right string) ssh.PasswordHandler {
	want := sha256.Sum256([]byte(right))
	return func(ctx ssh.Context, typed string) bool {
		got := sha256.Sum256([]byte(typed))
		if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
			return true
		}
		select {
		case <-time.After(wrongPassword):
		case <-ctx.Done():
		}
		return false
	}
}

func publicKeys(known []gossh.PublicKey) ssh.PublicKeyHandler {
	return func(_ ssh.Context, key ssh.PublicKey) bool {
		ok := false
		for _, k := range known {
			ok = ssh.KeysEqual(k, key) || ok
		}
		return ok
	}
}

var errNoKey = errors.New("a host key is needed")
