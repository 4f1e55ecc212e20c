package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"farsight/internal/jsonlog"
	"farsight/model"
)

// A line is a Record as JSON with its checksum (internal/jsonlog):
//
//	{"v":3,…,"sum":"…"}
//
// Lines of version 1 have none: they are read, unchecked. Lines of versions 1 and
// 2 do not say how their problem was defined.
const (
	formatVersion = 3
	undefined     = 2 // the version without definitions
	unchecked     = 1 // the version without checksums
)

// encode writes a record as a line, newline included.
func encode(r Record) ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return jsonlog.Seal(b[:len(b)-1]), nil // the closing brace comes after the sum
}

// decode reads a line without its newline. The error follows "line 3".
func decode(b []byte) (Record, error) {
	var l struct {
		Record
		Sum *string `json:"sum"`
	}
	err := jsonlog.Unmarshal(b, &l)
	sound := jsonlog.Sound(b)
	switch {
	case sound && err == nil && (l.Version == formatVersion || l.Version == undefined):
		return l.Record, l.check()
	case err != nil && !sound:
		return Record{}, fmt.Errorf("is not a complete run (%v)", err)
	case err != nil:
		return Record{}, fmt.Errorf("cannot be understood (%v): a newer Farsight may have written it", err)
	case l.Version > formatVersion:
		return Record{}, fmt.Errorf("was written by version %d of the format; this program reads versions up to %d", l.Version, formatVersion)
	case l.Version == unchecked && l.Sum == nil:
		return l.Record, l.check()
	}
	return Record{}, errors.New("does not match its checksum")
}

// check refuses a run that contradicts itself.
func (r Record) check() error {
	n := len(r.Costs)
	switch {
	case len(r.Values) != n || len(r.Bests) != n:
		return fmt.Errorf("has %d costs, %d values and %d best values", n, len(r.Values), len(r.Bests))
	case r.Evaluations < 0 || r.Dim < 0 || !(r.Budget > 0) || math.IsInf(r.Budget, 0):
		return errors.New("has numbers that no run has")
	}
	for i, c := range r.Costs {
		if r.isCondensed() && c >= 0 && !math.IsInf(c, 0) {
			continue // the difference of two sums, which a small cost may leave as it was
		}
		if err := model.CheckCost(c); err != nil {
			return fmt.Errorf("has costs[%d] = %v: a cost %w", i, c, err)
		}
	}
	return nil
}
