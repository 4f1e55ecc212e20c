package usage

import (
	"fmt"
	"strconv"
	"strings"
)

// Number reads a number as people type it, or says what is wrong with it.
func Number(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil {
		return v, nil
	}
	if advice := DecimalPoint(text); advice != "" {
		return 0, fmt.Errorf("%s", advice)
	}
	return 0, fmt.Errorf("%q is not a number", text)
}

// DecimalPoint is what to write in place of a number with a decimal comma; "" if
// text is none.
func DecimalPoint(text string) string {
	point := strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if _, err := strconv.ParseFloat(point, 64); err != nil || !strings.Contains(text, ",") {
		return ""
	}
	return fmt.Sprintf("%q has a decimal comma: write %s, with a point", text, point)
}
