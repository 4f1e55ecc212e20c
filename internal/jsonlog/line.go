// Package jsonlog is the file under studies and under the results of experiments: text that grows
// by whole lines, each a JSON object whose last field is the checksum of the text before it.
//
//	{…,"sum":"0123456789abcdef"}
//
// sum is the first 16 hexadecimal digits, lower case, of the SHA-256 of every byte of the line
// before `,"sum":`. It guards against accidents, not against forgery. The meaning and order of
// lines is up to the writer.
package jsonlog

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line, in bytes with its newline.
const MaxLine = 16 << 20

const (
	// SumDigits is the length of a checksum.
	SumDigits = 16
	// SealLength is how many bytes of a line, without its newline, the checksum
	// does not cover.
	SealLength = len(sumOpen) + SumDigits + len(sumClose)

	sumOpen  = `,"sum":"`
	sumClose = `"}`
)

// Checksum returns that of some bytes.
func Checksum(b []byte) string { return digits(sha256.Sum256(b)) }

func digits(h [sha256.Size]byte) string { return hex.EncodeToString(h[:SumDigits/2]) }

// Seal appends to a JSON object that lacks its closing brace its checksum, the
// brace and a newline.
func Seal(b []byte) []byte { return append(append(b, End(Checksum(b))...), '\n') }

// End is how a line with that checksum ends, but for its newline.
func End(sum string) string { return sumOpen + sum + sumClose }

// Sound reports whether a line, without its newline, ends in its checksum.
func Sound(b []byte) bool {
	i := len(b) - SealLength
	return i >= 0 && sealed(b, i) && Checksum(b[:i]) == Sum(b)
}

// Sum is the checksum that a sealed line, without its newline, ends in.
func Sum(b []byte) string { return string(b[len(b)-len(sumClose)-SumDigits : len(b)-len(sumClose)]) }

// sealed reports whether b[i:] begins with a checksum, right or wrong.
func sealed(b []byte, i int) bool {
	return len(b) >= i+SealLength && bytes.HasPrefix(b[i:], []byte(sumOpen)) &&
		bytes.HasPrefix(b[i+len(sumOpen)+SumDigits:], []byte(sumClose))
}

// SoundPrefix is the length of the sound line b starts with, 0 if none: the byte after it, usually
// a newline, may be damaged.
func SoundPrefix(b []byte) int {
	h := sha256.New()
	done := 0
	for {
		i := bytes.Index(b[done:], []byte(sumOpen))
		if i < 0 {
			return 0
		}
		i += done
		h.Write(b[done:i])
		if sealed(b, i) && digits([sha256.Size]byte(h.Sum(nil))) == Sum(b[:i+SealLength]) {
			return i + SealLength
		}
		h.Write(b[i : i+1])
		done = i + 1
	}
}

// LongError is the number of a line that is longer than MaxLine.
type LongError int

func (n LongError) Error() string {
	return fmt.Sprintf("line %d is longer than %d bytes, the most a line may have", int(n), MaxLine)
}

// Lines calls f with every complete line, without its newline, and its number, and returns the text
// after the last newline. It reads one line at a time; f must not keep it.
func Lines(r io.Reader, f func(n int, b []byte) error) (tail []byte, err error) {
	br := bufio.NewReaderSize(r, 64<<10)
	var long []byte
	for n := 1; ; {
		part, err := br.ReadSlice('\n')
		if len(long)+len(part) > MaxLine {
			return nil, LongError(n)
		}
		switch {
		case err == nil:
			whole := part
			if len(long) > 0 {
				long = append(long, part...)
				whole = long
			}
			if err := f(n, whole[:len(whole)-1]); err != nil {
				return nil, err
			}
			long = long[:0]
			n++
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
		case errors.Is(err, io.EOF):
			return bytes.Clone(append(long, part...)), nil
		default:
			return nil, err
		}
	}
}

// Unmarshal is json.Unmarshal that refuses unknown fields: skipping one would lose data silently.
func Unmarshal(b []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something follows its end")
	}
	return nil
}
