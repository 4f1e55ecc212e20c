// Package studies stores live studies for a page: in files that outlive it, each the same file,
// byte for byte, that farsight study works on.
//
//	shelf.go   what a shelf is, and making, opening and removing studies
//	import.go  a file that was made elsewhere
//	list.go    the list of studies
package studies

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
)

// Storage is the storage behind a shelf's folder, which other tabs may share.
type Storage interface {
	// Load reads what is kept, but for studies that are ours.
	Load() error
	// Claim takes exclusive access to a study and reads it again; the error says who has it.
	Claim(path string) error
	// Release lets others have it.
	Release(path string)
	// Elsewhere are the paths that others have claimed.
	Elsewhere() []string
	// Sync waits until all that was changed is kept.
	Sync() error
}

// Shelf is a folder of studies. At most one of them is open.
type Shelf struct {
	Dir     string
	Storage Storage // nil: the folder is an ordinary one
	Program string  // who makes studies, for their record

	open string // name of the study that is open; "": none
}

// extension ends the names of studies.
const extension = ".study"

// longestName is how many characters of a name are kept.
const longestName = 60

// NameOf is a name that a study can be kept by: that of a file, without folders
// and without what a file system or a command line might act on.
func NameOf(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSuffix(name, extension)
	var b strings.Builder
	for i, r := range []rune(name) {
		switch {
		case i >= longestName:
		case r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	name = strings.Trim(b.String(), "-.")
	if name == "" {
		name = "lab"
	}
	return name + extension
}

// path is where something of the shelf is kept: a study, or what is none.
func (s *Shelf) path(name string) (string, error) {
	if !filepath.IsLocal(name) || filepath.Base(name) != name || name == "." {
		return "", fmt.Errorf("%q is not the name of a study kept here", name)
	}
	return filepath.Join(s.Dir, name), nil
}

// isBeside reports whether a file belongs to a study: its lock, or what was put aside.
func isBeside(info fs.FileInfo) bool {
	return strings.Contains(info.Name(), extension+".") && writable(info)
}

// writable reports whether a file is the shelf's to write. Others share a browser's
// storage with the page; what they have put among its files cannot be written to.
func writable(info fs.FileInfo) bool { return info.Mode().Perm()&0o200 != 0 }

// Why a file is no study of the shelf's.
var (
	errUnreadable = errors.New("the browser cannot read it any more")
	errForeign    = errors.New("this page has not written it; another page of the same host may need it. Download it to see what it is: if it is a study, open the file")
)

// foreign says why a file is no study of the shelf's, whatever it holds; nil: it
// may be one.
func foreign(path string, info fs.FileInfo) error {
	if writable(info) && NameOf(info.Name()) == info.Name() {
		return nil
	}
	f, err := os.Open(path)
	if errors.Is(err, syscall.EIO) {
		return errUnreadable
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	return errForeign
}

// vacant is the name, or the name with a number, that no study has.
func (s *Shelf) vacant(name string) (string, error) {
	base := strings.TrimSuffix(NameOf(name), extension)
	for i := 1; ; i++ {
		name = base + extension
		if i > 1 {
			name = fmt.Sprintf("%s-%d%s", base, i, extension)
		}
		_, err := os.Lstat(filepath.Join(s.Dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// Definition is what a new study is made of.
type Definition struct {
	Name     string // to keep it by; one that is taken gets a number
	Scenario string // of this built-in problem
	Text     string // or of this problem file
	Policy   string // "": the one farsight study new would take
	Seed     uint64
	Dir      string // where its relative file names start from; "": the shelf's folder
}

// New makes a study, and opens it.
func (s *Shelf) New(d Definition) (*study.Live, error) {
	set := study.LiveSettings{Seed: d.Seed, Program: s.Program, Dir: d.Dir}
	text, called := []byte(d.Text), "problem.toml"
	var err error
	if d.Scenario != "" {
		called = d.Scenario
		if text, err = builtin.Text(d.Scenario, d.Seed); err != nil {
			return nil, err
		}
	}
	if d.Policy != "" {
		if set.Policy, err = policy.Parse(d.Policy); err != nil {
			return nil, err
		}
	}
	name, err := s.vacant(d.Name)
	if err != nil {
		return nil, err
	}
	return s.claimed(name, func(path string) (*study.Live, error) {
		return study.CreateLive(path, called, text, set)
	})
}

// Open opens a stored study. The journal's notices list repairs.
func (s *Shelf) Open(name string) (*study.Live, error) {
	return s.claimed(name, func(path string) (*study.Live, error) {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, missing(name)
		}
		if err == nil {
			err = foreign(path, info)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return study.OpenLive(path, journal.Settings{})
	})
}

// missing says that a study is not here, and where it may be.
func missing(name string) error {
	return fmt.Errorf("there is no study %q in this browser: a study stays in the browser it was begun in. Open its file instead, if it was downloaded", name)
}

// claimed opens a study after claiming it. The study that was open before is then closed, and stays
// open if this one cannot be.
func (s *Shelf) claimed(name string, open func(path string) (*study.Live, error)) (*study.Live, error) {
	path, err := s.path(name)
	if err != nil {
		return nil, err
	}
	another := s.open != name
	if another && s.Storage != nil {
		if err := s.Storage.Claim(path); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	l, err := open(path)
	if err != nil {
		if another && s.Storage != nil {
			s.Storage.Release(path)
		}
		return nil, s.inPage(err)
	}
	if another {
		s.Close()
	}
	s.open = name
	return l, nil
}

// inPage says what a page cannot do about an error.
func (s *Shelf) inPage(err error) error {
	if s.Storage != nil && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w. A page has no files but its studies: a problem that reads others is studied with farsight study", err)
	}
	return err
}

// Now is the name of the study that is open; "": none.
func (s *Shelf) Now() string { return s.open }

// Close lets others have the study that is open.
func (s *Shelf) Close() {
	if s.open != "" && s.Storage != nil {
		s.Storage.Release(filepath.Join(s.Dir, s.open))
	}
	s.open = ""
}

// Bytes is a study's file as it is, whatever it has suffered.
func (s *Shelf) Bytes(name string) ([]byte, error) {
	path, err := s.path(name)
	if err != nil {
		return nil, err
	}
	if s.Storage != nil && s.open != name {
		if err := s.Storage.Load(); err != nil {
			return nil, err
		}
	}
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing(name)
	case errors.Is(err, syscall.EIO):
		return nil, fmt.Errorf("%s: %w", name, errUnreadable)
	}
	return b, err
}

// Remove removes a study and what is kept beside it.
func (s *Shelf) Remove(name string) error {
	path, err := s.path(name)
	if err != nil {
		return err
	}
	if s.open == name {
		s.Close()
	}
	if s.Storage != nil { // another tab may be at it
		if err := s.Storage.Claim(path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer s.Storage.Release(path)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return missing(name)
	}
	var beside []string
	if NameOf(name) == name { // any other name may match what belongs to none
		if beside, err = filepath.Glob(path + ".*"); err != nil {
			return err
		}
	}
	// The study first: what is beside it says nothing by itself.
	for _, p := range append([]string{path}, beside...) {
		if err := os.Remove(p); err != nil {
			return err
		}
	}
	if s.Storage != nil {
		return s.Storage.Sync()
	}
	return nil
}
