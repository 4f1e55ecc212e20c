package experiment

import (
	"fmt"
	"strings"

	"farsight/internal/jsonlog"
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

func salvageFile(path string) (out Salvaged, err error) {
	out.File = path
	out.Original, err = rewrite(path, "damaged", func(n int, line []byte, endless bool) (keep, same bool, _ error) {
		lost := len(out.Lost)
		if endless {
			out.Lost = append(out.Lost, fmt.Sprintf("line %d had lost its line end, which was put back", n))
		}
		if _, err := decode(line); err != nil {
			out.Lost = append(out.Lost, fmt.Sprintf("line %d %s", n, sanitize.Text(err.Error())))
			return false, false, nil
		}
		out.Kept++
		return true, lost == len(out.Lost), nil
	})
	return out, err
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
			err := eachLine(f, func(_ int, line []byte, _ bool) error {
				if !jsonlog.Sound(line) {
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
