package serve

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

func TestHostKeyIsMadeOnceAndKeptSafe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config", "farsight", "host_ed25519")
	keys := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range keys { // started at the same time, all agree
		wg.Go(func() {
			key, err := HostKey(file)
			if err != nil {
				t.Error(err)
				return
			}
			keys[i] = key.PublicKey().Marshal()
		})
	}
	wg.Wait()
	for _, k := range keys {
		if !bytes.Equal(k, keys[0]) {
			t.Error("two starts found different keys")
		}
	}
	if files, _ := os.ReadDir(filepath.Dir(file)); len(files) != 1 {
		t.Errorf("left beside the key: %v", files)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{file: 0o600, filepath.Dir(file): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode().Perm(), err, want)
		}
	}
	testkit.OK(t, os.Chmod(file, 0o640))
	if _, err := HostKey(file); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key others can read: %v", err)
	}
}

func TestWhatIsNoHostKeyIsRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "key")
	testkit.OK(t, os.WriteFile(file, []byte("not a key"), 0o600))
	if _, err := HostKey(file); err == nil || !strings.Contains(err.Error(), "move the file away") {
		t.Errorf("no key: %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "not a key" {
		t.Error("the file was replaced")
	}
	if _, err := HostKey(dir); err == nil {
		t.Error("a folder was taken for a key")
	}
}

func TestCredentialsAreReadStrictly(t *testing.T) {
	dir := t.TempDir()
	write := func(text string, mode os.FileMode) string {
		t.Helper()
		f, err := os.CreateTemp(dir, "*")
		testkit.OK(t, err)
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		testkit.OK(t, f.Chmod(mode))
		return f.Name()
	}
	if p, err := Password(write("open sesame\r\nsecond line\n", 0o600)); err != nil || p != "open sesame" {
		t.Errorf("password %q, %v", p, err)
	}
	if _, err := Password(write("\n", 0o600)); err == nil {
		t.Error("an empty password is taken")
	}
	if runtime.GOOS != "windows" {
		if _, err := Password(write("open sesame", 0o644)); err == nil || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("a password all can read: %v", err)
		}
	}
	key := string(gossh.MarshalAuthorizedKey(newSigner(t).PublicKey()))
	if keys, err := AuthorizedKeys(write("# the class\n\n"+key+strings.TrimSpace(key)+" somebody@somewhere\n", 0o644)); err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	for text, want := range map[string]string{
		"":                        "there is none",
		"# nobody yet\n":          "there is none",
		key + "nonsense\n":        ":2:",
		`from="10.0.0.1" ` + key:  "not supported",
		"ssh-ed25519 AAAA broken": ":1:",
	} {
		if _, err := AuthorizedKeys(write(text, 0o600)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something with %q", text, err, want)
		}
	}
	if _, err := AuthorizedKeys(filepath.Join(dir, "no such file")); err == nil {
		t.Error("no file is no error")
	}
}
