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
)

// readResult finds the result in what a program printed: a JSON object
// {"value": …, "cost": …} at the end of it, else its last number, whose cost
// the caller measures.
func readResult(stdout []byte) (value, cost float64, hasCost bool, err error) {
	text := strings.TrimSpace(string(stdout))
	if text == "" {
		return 0, 0, false, errors.New(`it printed nothing; print {"value": …, "cost": …} or a number last`)
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
			return 0, 0, false, fmt.Errorf("its last number is %s, not a finite one", sanitize.Short(fields[i], 40))
		}
		return v, 0, false, nil
	}
	return 0, 0, false, fmt.Errorf("there is no number in its output, which ends with %s", quoteEnd(text))
}

// readObject reads the JSON object that ends the output: the longest one that
// starts a line. Falling back on its digits could take the cost for the value.
func readObject(text string) (value, cost float64, hasCost bool, err error) {
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
	return 0, 0, false, fmt.Errorf("its output ends with %s, which is not JSON", quoteEnd(text))
}

func objectNumbers(object []byte) (value, cost float64, hasCost bool, err error) {
	var r struct{ Value, Cost *json.RawMessage }
	if err := json.Unmarshal(object, &r); err != nil {
		return 0, 0, false, err
	}
	if r.Value == nil {
		return 0, 0, false, errors.New(`its JSON has no "value"`)
	}
	if value, err = jsonNumber("value", *r.Value); err != nil || r.Cost == nil {
		return value, 0, false, err
	}
	cost, err = jsonNumber("cost", *r.Cost)
	return value, cost, true, err
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
