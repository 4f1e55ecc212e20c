package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth is far above what the format needs and far below what a hostile
// file could exhaust the stack with.
const maxDepth = 32

// decode reads one JSON value into map[string]any, []any, json.Number, string,
// bool and nil. Unlike encoding/json it refuses a field given twice, and it
// passes NaN and Infinity, which Python writes, as strings: the reader knows
// where they stand and can say so.
func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(quoteNonFinite(data)))
	dec.UseNumber()
	v, err := decodeValue(dec, 0)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends in the middle of a value")
		}
		line := 1 + bytes.Count(data[:min(int(dec.InputOffset()), len(data))], []byte("\n"))
		return nil, fmt.Errorf("not valid JSON near line %d: %w", line, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not valid JSON: more follows after the end of the value")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder, depth int) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	switch t {
	case json.Delim('{'):
		object := map[string]any{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name := key.(string) // the decoder accepts nothing else here
			if _, twice := object[name]; twice {
				return nil, fmt.Errorf("field %q is given twice", name)
			}
			if object[name], err = decodeValue(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := decodeValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	return t, nil
}

// quoteNonFinite puts quotes around bare NaN, Infinity and -Infinity.
func quoteNonFinite(data []byte) []byte {
	if !bytes.Contains(data, []byte("NaN")) && !bytes.Contains(data, []byte("Infinity")) {
		return data
	}
	var out []byte
	inString := false
	for i := 0; i < len(data); i++ {
		if inString {
			if data[i] == '\\' && i+1 < len(data) {
				out = append(out, data[i])
				i++
			} else if data[i] == '"' {
				inString = false
			}
			out = append(out, data[i])
			continue
		}
		if data[i] == '"' {
			inString = true
		}
		if word := nonFinite(data[i:]); word != "" {
			out = append(out, `"`+word+`"`...)
			i += len(word) - 1
			continue
		}
		out = append(out, data[i])
	}
	return out
}

func nonFinite(s []byte) string {
	for _, word := range []string{"NaN", "-Infinity", "Infinity"} {
		if bytes.HasPrefix(s, []byte(word)) {
			return word
		}
	}
	return ""
}
