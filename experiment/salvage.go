package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"farsight/internal/files"
	"farsight/internal/sanitize"
)

// Salvaged says what Salvage did to one file.
type Salvaged struct {
	File     string
	Kept     int      // lines
	Lost     []string // each line that could not be kept: "line 3 does not …"
	Original string   // where the damaged file is now
}

func (s Salvaged) String() string {
	return fmt.Sprintf("%s: %d runs were kept and %d could not be.\n  %s\nThe file as it was is now %s. Run the experiment again to redo what was lost.",
		sanitize.Text(s.File), s.Kept, len(s.Lost), strings.Join(s.Lost, "\n  "), sanitize.Text(s.Original))
}

// Salvage rewrites every damaged file of results in the directories from its
// sound lines; the original is kept as FILE.damaged-1 (-2, …). No experiment
// may be writing to it.
func Salvage(dirs ...string) ([]Salvaged, error) {
	var all []Salvaged
	for _, dir := range dirs {
		files, err := resultFiles(dir)
		if err != nil {
			return all, err
		}
		for _, f := range files {
			s, err := salvageFile(f)
			if err != nil {
				return all, err
			}
			if len(s.Lost) > 0 {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

func salvageFile(path string) (Salvaged, error) {
	out := Salvaged{File: path}
	var text, kept bytes.Buffer
	err := eachLine(path, func(n int, line []byte, whole bool) error {
		text.Write(line)
		if whole {
			text.WriteByte('\n')
		} else if len(line) > 0 && sound(line[:len(line)-1]) {
			out.Lost = append(out.Lost, fmt.Sprintf("line %d had lost its line end, which was put back", n))
			line = line[:len(line)-1]
		} else if !sound(line) {
			return nil // torn, as by a run that was killed
		}
		if _, err := decode(line); err != nil {
			out.Lost = append(out.Lost, fmt.Sprintf("line %d %s", n, sanitize.Text(err.Error())))
			return nil
		}
		out.Kept++
		kept.Write(line)
		kept.WriteByte('\n')
		return nil
	})
	if err != nil || len(out.Lost) == 0 {
		return out, err
	}
	if err := files.CheckNoLink(path); err != nil {
		return out, err
	}
	if out.Original, err = keepBeside(path, "damaged", text.Bytes()); err != nil {
		return out, fmt.Errorf("the damaged file could not be kept, and nothing was changed: %w", err)
	}
	return out, writeFile(path, func(w io.Writer) error {
		_, err := w.Write(kept.Bytes())
		return err
	})
}

// keepBeside writes the first free of path.WHY-1, -2, … and syncs it.
func keepBeside(path, why string, b []byte) (string, error) {
	for i := 1; ; i++ {
		name := fmt.Sprintf("%s.%s-%d", path, why, i)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(b)
		if err == nil {
			err = f.Sync()
		}
		return name, errors.Join(err, f.Close())
	}
}

// Unchecked counts the lines of earlier versions, which have no checksums.
func Unchecked(dirs ...string) (int, error) {
	n := 0
	for _, dir := range dirs {
		files, err := resultFiles(dir)
		if err != nil {
			return 0, err
		}
		for _, f := range files {
			err := eachLine(f, func(_ int, line []byte, whole bool) error {
				if whole && !sound(line) {
					n++
				}
				return nil
			})
			if err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}
