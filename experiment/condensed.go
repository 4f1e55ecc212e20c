package experiment

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"farsight/internal/files"
	"farsight/internal/jsonlog"
	"farsight/internal/sanitize"
)

// A condensed file holds many runs in little space: what was run, every step of the best value with
// the cost spent until then, and a fingerprint of all bits of the run, so that repeated runs can be
// compared. It is gzip of lines of JSON: a head, then for every policy on a problem what its runs
// share, and a line for each.

const (
	condensedVersion = 1
	// condensedDigits are enough that no two runs share a fingerprint by chance.
	condensedDigits = 24
)

type condensedHead struct {
	Version int `json:"farsight-condensed"`
	Runs    int `json:"runs"`
}

// condensedLine is what the runs of a policy on a problem share (Problem is not
// empty), or one of them.
type condensedLine struct {
	Problem    string     `json:"problem,omitempty"`
	Policy     string     `json:"policy,omitempty"`
	Engine     int        `json:"engine,omitempty"`
	Settings   string     `json:"settings,omitempty"`
	Definition definition `json:"definition,omitempty"`
	Budget     float64    `json:"budget,omitempty"`
	Dim        int        `json:"d,omitempty"`
	Optimum    *float64   `json:"optimum,omitempty"`

	Seed        uint64       `json:"seed,omitempty,string"`
	Replication int          `json:"r,omitempty"`
	Evaluations int          `json:"n,omitempty"`
	Initial     float64      `json:"initial,omitempty"`
	Steps       [][2]float64 `json:"steps,omitempty"` // cost spent and best value, whenever that changed
	Best        *float64     `json:"best,omitempty"`  // where it is not that of the last step
	Stop        string       `json:"stop,omitempty"`
	Fingerprint string       `json:"bits,omitempty"`
}

// isCondensed reports whether the record came from a condensed file: it has its
// steps alone, and neither points nor times.
func (r Record) isCondensed() bool { return r.fingerprint != "" }

// bits is the fingerprint of every bit of a run but its times: points, values, costs, the posterior
// at each step, and how it ended.
func (r Record) bits() string {
	if r.isCondensed() {
		return r.fingerprint
	}
	h := sha256.New()
	write := func(v ...float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(len(v)))
		h.Write(b[:])
		for _, x := range v {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			h.Write(b[:])
		}
	}
	hyper := func(p *hyper) {
		if p != nil {
			write(p.Mean, p.Variance, p.Noise)
			write(p.Scale...)
		}
	}
	io.WriteString(h, r.Stop)
	write(r.Initial, r.Best, r.Budget, float64(r.Evaluations))
	write(r.Costs...)
	write(r.Values...)
	write(r.Bests...)
	for _, x := range r.X {
		write(x...)
	}
	for _, m := range r.Models {
		hyper(&m.Objective)
		hyper(m.Cost)
	}
	return hex.EncodeToString(h.Sum(nil))[:condensedDigits]
}

// steps are the cost spent and the best value whenever it changed.
func (r Record) steps() [][2]float64 {
	var out [][2]float64
	best, spent := r.Initial, 0.0
	for i, c := range r.Costs {
		if spent += c; r.Bests[i] != best {
			best = r.Bests[i]
			out = append(out, [2]float64{spent, best})
		}
	}
	return out
}

// writeCondensed writes runs to a condensed file, in an order of its own: the
// same runs make the same file. Cells of a map are refused, whose tables condense
// them already.
func writeCondensed(w io.Writer, records []Record) error {
	sorted := slices.SortedFunc(slices.Values(records), func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Problem, b.Problem), cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Settings, b.Settings),
			cmp.Compare(a.Definition.key(), b.Definition.key()), cmp.Compare(a.Seed, b.Seed))
	})
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	e := json.NewEncoder(z)
	if err := e.Encode(condensedHead{condensedVersion, len(sorted)}); err != nil {
		return err
	}
	var last condensedLine
	for _, r := range sorted {
		if r.Expected != nil {
			return fmt.Errorf("%s is a cell of a map: farsight experiment report DIR --map FILE.csv condenses those", sanitize.Text(r.Problem))
		}
		shared := condensedLine{Problem: r.Problem, Policy: r.Policy, Engine: r.Engine, Settings: r.Settings, Definition: r.Definition, Budget: r.Budget, Dim: r.Dim, Optimum: r.Optimum}
		if !reflect.DeepEqual(shared, last) {
			last = shared
			if err := e.Encode(shared); err != nil {
				return err
			}
		}
		run := condensedLine{Seed: r.Seed, Replication: r.Replication, Evaluations: r.Evaluations, Initial: r.Initial, Steps: r.steps(), Stop: r.Stop, Fingerprint: r.bits()}
		if n := len(r.Bests); n > 0 && r.Bests[n-1] != r.Best || n == 0 && r.Best != r.Initial {
			run.Best = &r.Best
		}
		if err := e.Encode(run); err != nil {
			return err
		}
	}
	return z.Close()
}

// scanCondensed hands the runs of a condensed file to each.
func scanCondensed(path string, each func(Record) error) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	wrong := func(err error) error {
		return fmt.Errorf("%s is not a whole file of condensed runs, nor a directory of results: %w", sanitize.Text(path), err)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return wrong(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, jsonlog.MaxLine)
	var head condensedHead
	if !lines.Scan() {
		return wrong(cmp.Or(lines.Err(), io.ErrUnexpectedEOF))
	}
	if err := jsonlog.Unmarshal(lines.Bytes(), &head); err != nil {
		return wrong(err)
	}
	if head.Version != condensedVersion {
		return fmt.Errorf("%s was written by version %d of the format; this program reads version %d", sanitize.Text(path), head.Version, condensedVersion)
	}
	var shared condensedLine
	n, line := 0, 1
	for lines.Scan() {
		line++
		var l condensedLine
		if err := jsonlog.Unmarshal(lines.Bytes(), &l); err != nil {
			return wrong(fmt.Errorf("line %d: %w", line, err))
		}
		if l.Problem != "" {
			shared = l
			continue
		}
		r, err := l.record(shared)
		if err != nil {
			return wrong(fmt.Errorf("line %d: %w", line, err))
		}
		if err := each(r); err != nil {
			return err
		}
		n++
	}
	if lines.Err() != nil {
		return wrong(lines.Err())
	}
	if n != head.Runs {
		return wrong(fmt.Errorf("it has %d runs of %d", n, head.Runs))
	}
	return nil
}

// record is the run of a line. Its evaluations are its steps.
func (l condensedLine) record(shared condensedLine) (Record, error) {
	if shared.Problem == "" || len(l.Fingerprint) != condensedDigits {
		return Record{}, errors.New("a run does not say what it is of")
	}
	r := Record{
		Version: formatVersion, Problem: shared.Problem, Policy: shared.Policy, Engine: shared.Engine, Settings: shared.Settings, Definition: shared.Definition,
		Replication: l.Replication, Seed: l.Seed, Budget: shared.Budget, Dim: shared.Dim, Evaluations: l.Evaluations, Initial: l.Initial, Best: l.Initial,
		Optimum: shared.Optimum, Stop: l.Stop, fingerprint: l.Fingerprint,
	}
	before := 0.0
	for _, s := range l.Steps {
		r.Costs, r.Values, r.Bests = append(r.Costs, s[0]-before), append(r.Values, s[1]), append(r.Bests, s[1])
		before, r.Best = s[0], s[1]
	}
	if l.Best != nil {
		r.Best = *l.Best
	}
	return r, r.check()
}

// WriteCondensedFile writes runs to a file, whole or not at all.
func WriteCondensedFile(path string, records []Record) error {
	return writeFile(path, func(w io.Writer) error { return writeCondensed(w, records) })
}

// Again says whether runs that were done again came out the same to the bit.
type Again struct {
	Groups    []againGroup
	Different []againDifference
	Same      int
	Unknown   int   // runs that were not kept and cannot be checked
	Engines   []int // of kept runs, where it is not that of the run done again
}

// againGroup counts the runs of a policy on a problem.
type againGroup struct {
	Problem, Policy string
	Runs, Same      int
}

// againDifference is a run that did not come out the same.
type againDifference struct {
	Problem, Policy string
	Seed            uint64
	What            string
}

// CheckAgain holds runs against those that were kept, run by run, in the order of
// problems, policies and seeds.
func CheckAgain(runs, kept []Record) Again {
	type key struct {
		problem, policy string
		seed            uint64
	}
	have := map[key]Record{}
	for _, r := range kept {
		have[key{r.Problem, r.Policy, r.Seed}] = r
	}
	var out Again
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Problem, b.Problem), cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Seed, b.Seed))
	})
	for _, r := range sorted {
		k, ok := have[key{r.Problem, r.Policy, r.Seed}]
		if !ok {
			out.Unknown++
			continue
		}
		if n := len(out.Groups); n == 0 || out.Groups[n-1].Problem != r.Problem || out.Groups[n-1].Policy != r.Policy {
			out.Groups = append(out.Groups, againGroup{Problem: r.Problem, Policy: r.Policy})
		}
		g := &out.Groups[len(out.Groups)-1]
		g.Runs++
		if r.Engine != k.Engine && !slices.Contains(out.Engines, k.Engine) {
			out.Engines = append(out.Engines, k.Engine)
		}
		if what := differsFrom(r, k); what != "" {
			out.Different = append(out.Different, againDifference{r.Problem, r.Policy, r.Seed, what})
			continue
		}
		g.Same++
		out.Same++
	}
	return out
}

// differsFrom says in what a run differs from the one that was kept.
func differsFrom(r, kept Record) string {
	if r.Engine != kept.Engine {
		return fmt.Sprintf("computed by engine %d, kept of engine %d", r.Engine, kept.Engine)
	}
	if r.Settings != kept.Settings {
		return fmt.Sprintf("it was run otherwise (%q, kept %q)", sanitize.Text(r.Settings), sanitize.Text(kept.Settings))
	}
	if what := kept.Definition.differences(r.Definition); len(what) > 0 {
		return "its definition differs: " + strings.Join(what, ", ")
	}
	switch {
	case r.bits() == kept.bits():
		return ""
	case r.Evaluations != kept.Evaluations:
		return fmt.Sprintf("%d evaluations, kept %d", r.Evaluations, kept.Evaluations)
	case r.Best != kept.Best:
		return fmt.Sprintf("best value %v, kept %v", r.Best, kept.Best)
	}
	return "the same best value by other evaluations"
}
