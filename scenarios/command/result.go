package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
)

// result is what a program says of a point.
type result struct {
	value, cost float64
	hasCost     bool
	sd          float64 // of the value's noise; 0: it says nothing of that
	failed      bool    // there is no value, and that is what it says
}

// readResult finds the result in what a program printed: a JSON object
// {"value": …, "cost": …}, perhaps with an "sd", or {"failed": true, "cost": …} at the end of it, else
// its last number, whose cost the caller measures.
func readResult(stdout []byte) (result, error) {
	text := strings.TrimSpace(string(stdout))
	if text == "" {
		return result{}, errors.New(`it printed nothing; print {"value": …, "cost": …} or a number last`)
	}
	if strings.HasSuffix(text, "}") {
		return readObject(text)
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;:=()[]\"'|", r) })
	for i := len(fields) - 1; i >= 0; i-- {
		v, err := strconv.ParseFloat(strings.TrimSuffix(fields[i], "%"), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			continue
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return result{}, fmt.Errorf("its last number is %s, not a finite one", sanitize.Short(fields[i], 40))
		}
		return result{value: v}, nil
	}
	return result{}, fmt.Errorf("there is no number in its output, which ends with %s", quoteEnd(text))
}

// readObject reads the JSON object that ends the output: the longest one that
// starts a line. Falling back on its digits could take the cost for the value.
func readObject(text string) (result, error) {
	for i := 0; i >= 0 && i < len(text); {
		if line := strings.TrimLeft(text[i:], " \t"); strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			return objectNumbers([]byte(line))
		}
		next := strings.IndexByte(text[i:], '\n')
		if next < 0 {
			break
		}
		i += next + 1
	}
	return result{}, fmt.Errorf("its output ends with %s, which is not JSON", quoteEnd(text))
}

func objectNumbers(object []byte) (r result, err error) {
	var o struct {
		Value, Cost, Sd *json.RawMessage
		Failed          *json.RawMessage
	}
	if err := json.Unmarshal(object, &o); err != nil {
		return r, err
	}
	if o.Failed != nil {
		if err := json.Unmarshal(*o.Failed, &r.failed); err != nil {
			return r, fmt.Errorf(`"failed" in its JSON is %s, not true or false`, sanitize.Short(string(*o.Failed), 40))
		}
	}
	switch {
	case r.failed: // a value beside it is none
	case o.Value == nil:
		return r, errors.New(`its JSON has no "value"`)
	default:
		if r.value, err = jsonNumber("value", *o.Value); err != nil {
			return r, err
		}
		if o.Sd != nil {
			if r.sd, err = jsonNumber("sd", *o.Sd); err != nil {
				return r, err
			}
			if err := scenarios.CheckSd(r.sd); err != nil {
				return r, fmt.Errorf(`"sd" in its JSON is %v; a standard deviation %w`, r.sd, err)
			}
		}
	}
	if o.Cost == nil {
		return r, nil
	}
	r.cost, err = jsonNumber("cost", *o.Cost)
	r.hasCost = err == nil
	return r, err
}

func jsonNumber(name string, raw json.RawMessage) (float64, error) {
	var v *float64
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&v); err != nil || v == nil {
		return 0, fmt.Errorf("%q in its JSON is %s, not a finite number", name, sanitize.Short(string(raw), 40))
	}
	return *v, nil
}

// quoteEnd shows the end of a program's output.
func quoteEnd(s string) string {
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	s = sanitize.Text(strings.TrimSpace(s))
	if r := []rune(s); len(r) > 60 {
		s = "…" + string(r[len(r)-59:])
	}
	return `"` + s + `"`
}
