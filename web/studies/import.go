package studies

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"farsight/study"
	"farsight/study/journal"
)

// Import stores a study that was made elsewhere, by the command line or by another page, and opens
// it. A damaged one is refused with a *journal.DamageError, as the command line does, unless
// salvage is set; the result of the salvage is returned. A study that is stored already, line for
// line, is opened; if another study has its name it gets a number.
func (s *Shelf) Import(name string, file []byte, salvage bool) (*study.Live, []string, error) {
	name = NameOf(name)
	if here, err := s.Bytes(name); err == nil && bytes.Equal(here, file) {
		if l, err := s.Open(name); !errors.Is(err, errForeign) {
			return l, nil, err
		}
	}
	// Looked at in a folder that is not kept: nothing is, unless it is a study.
	dir, err := os.MkdirTemp("", "import-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, file, 0o644); err != nil {
		return nil, nil, err
	}
	var said []string
	l, err := study.OpenLive(path, journal.Settings{})
	if damage := (*journal.DamageError)(nil); errors.As(err, &damage) {
		damage.Path = name
		if salvage {
			found, err := study.SalvageLive(path, "", nil, study.LiveSettings{})
			if err != nil {
				return nil, nil, err
			}
			found.Original = ""
			said = append(said, found.String())
			l, err = study.OpenLive(path, journal.Settings{})
			if err != nil {
				return nil, nil, s.inPage(err)
			}
		}
	}
	if l == nil {
		return nil, nil, s.inPage(err)
	}
	for _, n := range l.Journal().Notices() {
		said = append(said, n.String())
	}
	name, err = s.vacant(name)
	if err != nil {
		return nil, nil, err
	}
	live, err := s.claimed(name, func(to string) (*study.Live, error) {
		if err := copyStudy(path, to); err != nil {
			return nil, err
		}
		return study.OpenLive(to, journal.Settings{})
	})
	return live, said, err
}

// copyStudy copies a study with the files set aside from it, the study last: before that it does not
// exist. Its lock is not copied: it refers to another place.
func copyStudy(from, to string) error {
	beside, err := filepath.Glob(from + ".*")
	if err != nil {
		return err
	}
	for _, p := range append(beside, from) {
		if p == from+".lock" {
			continue
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := writeNew(to+p[len(from):], b); err != nil {
			return err
		}
	}
	return nil
}

// writeNew writes a file that must not exist and syncs it, or leaves none.
func writeNew(path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(path)
	}
	return err
}
