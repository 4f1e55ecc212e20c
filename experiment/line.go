package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"farsight/model"
)

// A line is a Record as JSON whose last field is the checksum of what stands
// before it, as in a study's journal:
//
//	{"v":3,…,"sum":"…"}
//
// sum being the first 16 hexadecimal digits of the SHA-256 of every byte before
// `,"sum":`. Lines of version 1 have none: they are read, unchecked. Lines of
// versions 1 and 2 do not say how their problem was defined.
const (
	formatVersion = 3
	undefined     = 2 // the version without definitions
	unchecked     = 1 // the version without checksums

	sumOpen   = `,"sum":"`
	sumDigits = 16
	sumClose  = `"}`
	sumTail   = len(sumOpen) + sumDigits + len(sumClose)
)

func checksum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:sumDigits/2])
}

// encode writes a record as a line, newline included.
func encode(r Record) ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	b = b[:len(b)-1] // the closing brace comes after the sum
	sum := checksum(b)
	return append(append(append(b, sumOpen...), sum...), sumClose+"\n"...), nil
}

// sound says whether a line, without its newline, ends in its checksum.
func sound(b []byte) bool {
	i := len(b) - sumTail
	return i > 0 && bytes.HasPrefix(b[i:], []byte(sumOpen)) && bytes.HasSuffix(b, []byte(sumClose)) &&
		checksum(b[:i]) == string(b[i+len(sumOpen):len(b)-len(sumClose)])
}

// decode reads a line without its newline. The error follows "line 3".
func decode(b []byte) (Record, error) {
	var l struct {
		Record
		Sum *string `json:"sum"`
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	err := dec.Decode(&l)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("something follows its end")
		}
	}
	switch {
	case sound(b) && err == nil && (l.Version == formatVersion || l.Version == undefined):
		return l.Record, l.check()
	case err != nil && !sound(b):
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
		if r.Condensed() && c >= 0 && !math.IsInf(c, 0) {
			continue // the difference of two sums, which a small cost may leave as it was
		}
		if err := model.CheckCost(c); err != nil {
			return fmt.Errorf("has costs[%d] = %v: a cost %w", i, c, err)
		}
	}
	return nil
}
