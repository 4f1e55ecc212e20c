package studies

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
)

// Entry is a study on the shelf. Its texts are harmless.
type Entry struct {
	Name        string
	Problem     string
	Policy      string
	Evaluations int // counted, after the initial design
	Initial     int // measured points of the initial design
	Budget      float64
	Spent       float64
	Left        float64
	Unit        string // of cost
	Best        string // the best value with its unit; "": none yet
	Stop        string // why there is nothing to ask; ""
	Updated     time.Time
	Trouble     string // why it cannot be opened; ""
	Elsewhere   bool   // it can be, once another tab has closed it
}

// List is what is kept, the last one worked on first. What cannot be opened is
// listed with the reason: it must not hide the others.
func (s *Shelf) List() ([]Entry, error) {
	var elsewhere []string
	if s.Storage != nil {
		if err := s.Storage.Load(); err != nil {
			return nil, err
		}
		elsewhere = s.Storage.Elsewhere()
	}
	files, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, f := range files {
		info, err := f.Info()
		if err != nil || f.IsDir() || isBeside(info) {
			continue
		}
		path := filepath.Join(s.Dir, f.Name())
		e := entryOf(path, info)
		if slices.Contains(elsewhere, path) {
			e.Trouble, e.Elsewhere = "open in another tab", true
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return b.Updated.Compare(a.Updated) })
	return out, nil
}

// entryOf looks at a study without changing anything.
func entryOf(path string, info fs.FileInfo) Entry {
	e := Entry{Name: filepath.Base(path)}
	var l *study.Live
	var now study.Snapshot
	err := foreign(path, info)
	if err == nil {
		l, err = study.OpenLive(path, journal.Settings{ReadOnly: true})
	}
	if err == nil {
		now, err = l.Overview()
	}
	if err != nil {
		e.Trouble = sanitize.Text(err.Error())
		return e
	}
	p, state := l.Problem(), l.State()
	e.Problem, e.Policy = sanitize.Text(p.Title), sanitize.Text(l.Policy().Title())
	e.Evaluations, e.Updated, e.Unit = now.Evaluations, state.Updated, sanitize.Text(p.CostUnit)
	e.Budget, e.Spent, e.Left, e.Stop = state.Budget, state.Spent, state.Remaining(), string(now.Stop)
	for _, r := range now.Rows {
		if r.Initial {
			e.Initial++
		}
	}
	if !math.IsNaN(now.Best) {
		e.Best = strings.TrimSpace(strconv.FormatFloat(now.Best, 'g', study.Figures, 64) + " " + sanitize.Text(p.ValueUnit))
	}
	return e
}
