package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// parseNumber reads a number as people type it, or says what is wrong with it.
func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil {
		return v, nil
	}
	if advice := decimalPoint(text); advice != "" {
		return 0, errors.New(advice)
	}
	switch number := withUnit.FindStringSubmatch(strings.TrimSpace(text)); {
	case strings.TrimSpace(text) == "":
		return 0, errors.New("a number is missing")
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is too large a number", text)
	case number != nil:
		return 0, fmt.Errorf("%q is not a number: write %s, without a unit", text, number[1])
	}
	return 0, fmt.Errorf("%q is not a number", text)
}

// withUnit is a number with letters or signs after it: "41.5%", "2 h".
var withUnit = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+))\s*[^\s\d.,:=+-][^\d,:=]*$`)

// decimalPoint is what to write in place of a number with a decimal comma; "" if
// text is none.
func decimalPoint(text string) string {
	point := strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if _, err := strconv.ParseFloat(point, 64); err != nil || !strings.Contains(text, ",") {
		return ""
	}
	return fmt.Sprintf("%q has a decimal comma: write %s, with a point", text, point)
}

// wrongValue says what a flag of a type wants instead of the text it was given.
func wrongValue(kind, text string) error {
	switch kind {
	case "float64":
		_, err := parseNumber(text)
		return err
	case "int":
		return fmt.Errorf("%q is not a whole number", text)
	case "uint64":
		return fmt.Errorf("%q is not a whole number from 0 on", text)
	case "duration":
		return fmt.Errorf("%q is no length of time: write 90s, 15m or 2h", text)
	case "bool":
		return fmt.Errorf("%q: write true or false", text)
	}
	return nil
}

// pairs takes apart what a repeated flag was given, as name=value: each may hold
// several, separated by commas. What has no = belongs to the value before it, as
// after a decimal comma, which is said where the value is read.
func pairs(given []string) []string {
	var out []string
	for _, s := range given {
		first := len(out)
		for _, part := range strings.Split(s, ",") {
			if len(out) > first && !strings.Contains(part, "=") {
				out[len(out)-1] += "," + part
				continue
			}
			out = append(out, part)
		}
	}
	return out
}
