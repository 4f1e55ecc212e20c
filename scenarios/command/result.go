package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
)

// result is the result that a program prints.
type result struct {
	value, cost float64
	hasCost     bool
	sd          float64 // of the value's noise; 0: not given
	failed      bool    // the program reports a failure
}

// quoted is the number of characters of a line that a message shows.
const quoted = 80

// lastLine returns the last line of the output that is not empty; only this line is
// read.
func lastLine(stdout []byte) string {
	text := strings.TrimSpace(strings.TrimPrefix(string(stdout), "\ufeff"))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// readResult reads the last line of what a program printed: one JSON object {"value": …, "cost":
// …}, perhaps with an "sd", or {"failed": true, "cost": …}; else one number, or two if the problem
// file declares it, and nothing else. An unusable result may still have a cost.
func readResult(stdout []byte, two bool) (r result, err error) {
	line := lastLine(stdout)
	switch {
	case line == "":
		return r, errors.New("it printed nothing; " + wanted(two))
	case line[0] == '{':
		r, err = readObject(line)
	default:
		r, err = readNumbers(line, two)
	}
	if err != nil {
		err = ofLine(line, err)
	}
	return r, err
}

// ofLine adds the line to an error.
func ofLine(line string, err error) error {
	return fmt.Errorf(`its last line is "%s": %w`, sanitize.Short(line, quoted), err)
}

// wanted describes what to print.
func wanted(two bool) string {
	numbers := "one number"
	if two {
		numbers = "two numbers, value and cost,"
	}
	return fmt.Sprintf(`print one JSON object on the last line, {"value": …, "cost": …}, or %s and nothing else`, numbers)
}

// readNumbers reads a line of one number, or of two.
func readNumbers(line string, two bool) (r result, err error) {
	fields := strings.Fields(line)
	numbers := make([]float64, len(fields))
	for i, f := range fields {
		if numbers[i], err = number(f); err != nil {
			return r, errors.New(hint(line) + wanted(two))
		}
	}
	switch {
	case two && len(numbers) == 2:
		return result{value: numbers[0], cost: numbers[1], hasCost: true}, nil
	case !two && len(numbers) == 1:
		return result{value: numbers[0]}, nil
	case !two && len(numbers) == 2:
		return r, fmt.Errorf("these are two numbers; say prints = %q in [command] if the second is the cost", PrintsBoth)
	}
	return r, errors.New(wanted(two))
}

// number reads a finite decimal number; Go's words and hexadecimals are none.
func number(s string) (float64, error) {
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, 64) // out of range is an error, too
}

var (
	decimalComma = regexp.MustCompile(`(^|[\s:=])[-+]?\d+,\d+([eE][-+]?\d+)?($|[\s%}]|,\s)`)
	notFinite    = regexp.MustCompile(`(?i)(^|[\s:=+-])(nan|inf|infinity)($|[\s,;}])`)
)

// hint returns the likely cause of an invalid line.
func hint(line string) string {
	switch {
	case sanitize.Text(line) != line:
		return "it holds colours or other characters that do not print; "
	case decimalComma.MatchString(line):
		return "use a decimal point, not a comma; "
	case notFinite.MatchString(line):
		return `a measurement without a finite value is {"failed": true, "cost": …}; `
	case line == "}":
		return "write the JSON object on one line; "
	}
	return ""
}

// readObject reads a line that begins as a JSON object.
func readObject(line string) (r result, err error) {
	d := json.NewDecoder(strings.NewReader(line))
	if !json.Valid([]byte(line)) {
		if d.Decode(new(json.RawMessage)) == nil {
			return r, errors.New("there is text after the JSON object; print nothing behind it")
		}
		return r, fmt.Errorf("%sit is not JSON", hint(line))
	}
	_, _ = d.Token() // the brace; what follows is valid
	fields := map[string]json.RawMessage{}
	for d.More() {
		key, _ := d.Token()
		var raw json.RawMessage
		_ = d.Decode(&raw)
		name, _ := key.(string)
		name = strings.ToLower(name)
		if _, twice := fields[name]; twice {
			return r, fmt.Errorf("its JSON says %q twice", sanitize.Short(name, 40))
		}
		if fields[name] = raw; string(raw) == "null" {
			delete(fields, name) // as good as absent
		}
	}
	// The cost comes first: it was paid even where the rest cannot be used.
	if raw, ok := fields["cost"]; ok {
		if r.cost, err = jsonNumber("cost", raw); err != nil {
			return r, err
		}
		r.hasCost = true
	}
	if raw, ok := fields["failed"]; ok {
		if err := json.Unmarshal(raw, &r.failed); err != nil {
			return r, fmt.Errorf(`"failed" in its JSON is %s, not true or false`, sanitize.Short(string(raw), 40))
		}
	}
	if r.failed { // a value beside it is none
		return r, nil
	}
	raw, ok := fields["value"]
	if !ok {
		return r, errors.New(`its JSON has no "value"`)
	}
	if r.value, err = jsonNumber("value", raw); err != nil {
		return r, err
	}
	if raw, ok = fields["sd"]; ok {
		if r.sd, err = jsonNumber("sd", raw); err != nil {
			return r, err
		}
		if err := scenarios.CheckSd(r.sd); err != nil {
			return r, fmt.Errorf(`"sd" in its JSON is %v; a standard deviation %w`, r.sd, err)
		}
	}
	return r, nil
}

func jsonNumber(name string, raw json.RawMessage) (v float64, err error) {
	if err := json.Unmarshal(raw, &v); err != nil {
		return 0, fmt.Errorf("%q in its JSON is %s, not a finite number", name, sanitize.Short(string(raw), 40))
	}
	return v, nil
}
