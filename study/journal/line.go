package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"farsight/internal/jsonlog"
)

const (
	// formatVersion is the version of the format this package reads and writes.
	formatVersion = 4
	// maxFile is the largest journal, in bytes.
	maxFile = 256 << 20
)

const noSum = "0000000000000000" // prev of line 1

// record is a sound line: what it says, and what ties it to its neighbours.
type record struct {
	event     Event
	prev, sum string
	raw       json.RawMessage // the event as written
}

// line is a line as JSON.
type line struct {
	V     int             `json:"v"`
	N     int             `json:"n"`
	Prev  string          `json:"prev"`
	Time  time.Time       `json:"time"`
	Kind  string          `json:"kind"`
	Event json.RawMessage `json:"event"`
	Sum   string          `json:"sum"`
}

// encode writes the line, newline included, that follows one with sum prev.
func encode(e Event, prev string) ([]byte, error) {
	raw, err := marshal(e.Body)
	if err != nil {
		return nil, err
	}
	return encodeRaw(e, prev, raw)
}

// encodeRaw is encode with the event's JSON given.
func encodeRaw(e Event, prev string, raw []byte) ([]byte, error) {
	b := fmt.Appendf(nil, `{"v":%d,"n":%d,"prev":"%s","time":"%s","kind":"%s","event":`,
		e.Body.version(), e.Seq, prev, e.Time.UTC().Format(time.RFC3339Nano), e.Body.Kind())
	b = append(b, raw...)
	b = jsonlog.Seal(b)
	if len(b) > jsonlog.MaxLine {
		return nil, fmt.Errorf("the event needs a line of %d bytes; a line has at most %d", len(b), jsonlog.MaxLine)
	}
	return b, nil
}

// decode reads one line without its newline. The error says what is wrong with
// it, to follow the words "line 3"; a *newerVersion is not damage.
func decode(b []byte) (record, error) {
	if v, ok := version(b); ok && v > formatVersion && !misread(b) {
		return record{}, newerVersion(v)
	}
	switch {
	case len(b) == 0:
		return record{}, errors.New("is empty")
	case !jsonlog.Sound(b):
		return record{}, errors.New("does not match its checksum")
	}
	var l line
	if err := jsonlog.Unmarshal(b, &l); err != nil {
		return record{}, fmt.Errorf("cannot be understood: %w", err)
	}
	body, err := decodeBody(l.Kind, l.Event)
	if err != nil {
		return record{}, fmt.Errorf("cannot be understood: %w", err)
	}
	if l.V != body.version() || len(l.Prev) != len(noSum) || l.N < 1 {
		return record{}, errors.New("cannot be understood: a field of its head is wrong")
	}
	return record{Event{Seq: l.N, Time: l.Time.UTC(), Body: body}, l.Prev, l.Sum, l.Event}, nil
}

// newerVersion is the version of a line this package cannot read.
type newerVersion int

func (v newerVersion) Error() string { return fmt.Sprintf("has version %d", int(v)) }

// stray is what is wrong with a line of that version in a study of ours: the
// first line says whether a newer program made a study.
func (v newerVersion) stray() error {
	return fmt.Errorf("has version %d, and the study was begun by a program that writes at most version %d", int(v), formatVersion)
}

// misread reports whether a line's version is a known one with flipped bits, which is damage; the
// sum decides.
func misread(b []byte) bool {
	rest := b[bytes.IndexByte(b, ','):]
	for v := 1; v <= formatVersion; v++ {
		if jsonlog.Sound(fmt.Appendf(nil, `{"v":%d%s`, v, rest)) {
			return true
		}
	}
	return false
}

// isOurs reports whether b starts as our lines do.
func isOurs(b []byte) bool { return nextLine(b) == 0 }

// nextLine is where the next of our lines starts in b; −1: nowhere.
func nextLine(b []byte) int {
	const head, tail = `{"v":`, `,"n":`
	for at := 0; ; {
		i := bytes.Index(b[at:], []byte(head))
		if i < 0 {
			return -1
		}
		at += i
		if rest := b[at+len(head):]; len(rest) > 0 && rest[0] >= '1' && rest[0] <= '0'+formatVersion && bytes.HasPrefix(rest[1:], []byte(tail)) {
			return at
		}
		at++
	}
}

// version reads the version off a line's start, where every version has it.
func version(b []byte) (v int, ok bool) {
	const start = `{"v":`
	if !bytes.HasPrefix(b, []byte(start)) {
		return 0, false
	}
	for i, c := range b[len(start):] {
		switch {
		case c >= '0' && c <= '9' && i < 9:
			v = 10*v + int(c-'0')
		default:
			return v, i > 0 && c == ','
		}
	}
	return 0, false
}

// marshal is json.Marshal without the escapes meant for web pages.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
