package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/sanitize"
)

// HostKeyFile is the default file of the host key.
func HostKeyFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no place to keep the host key: %w; name one with --host-key", err)
	}
	return filepath.Join(dir, "farsight", "host_ed25519"), nil
}

// HostKey reads the host key, and makes one if there is none. Only its owner can read it.
func HostKey(file string) (gossh.Signer, error) {
	data, err := readSecret(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(file); err != nil {
			return nil, fmt.Errorf("no host key could be made: %w", err)
		}
		data, err = readSecret(file)
	}
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	key, err := gossh.ParsePrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w; move the file away and a new key is made, of which guests will be warned", sanitize.Text(file), err)
	}
	return key, nil
}

// makeHostKey writes a new key, unless another process just has.
func makeHostKey(file string) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "farsight")
	if err != nil {
		return err
	}
	// Whole or not at all: written aside, then given its name.
	f, err := os.CreateTemp(dir, ".host-key-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pem.EncodeToMemory(block))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), file) // does not replace one made meanwhile
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil { // not every file system has links
		err = os.Rename(f.Name(), file)
	}
	return err
}

// maxSecret is the length from which a file is no key and no password.
const maxSecret = 1 << 20

// readSecret reads a file that only its owner may read.
func readSecret(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", sanitize.Text(file))
	case info.Size() > maxSecret:
		return nil, fmt.Errorf("%s is too long to be what it should", sanitize.Text(file))
	case exposed(info):
		return nil, fmt.Errorf("%s can be read by others: chmod 600 %s", sanitize.Text(file), sanitize.Text(file))
	}
	return io.ReadAll(io.LimitReader(f, maxSecret))
}
