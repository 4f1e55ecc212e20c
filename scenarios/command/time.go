package command

import (
	"strings"
	"time"
)

// timeUnits are the names of units of time, as people label costs with them.
var timeUnits = map[string]time.Duration{
	"µs": time.Microsecond, "\u03bcs": time.Microsecond, "us": time.Microsecond, "microsecond": time.Microsecond,
	"ms": time.Millisecond, "msec": time.Millisecond, "millisecond": time.Millisecond,
	"s": time.Second, "sec": time.Second, "second": time.Second,
	"min": time.Minute, "minute": time.Minute,
	"h": time.Hour, "hr": time.Hour, "hour": time.Hour,
	"d": 24 * time.Hour, "day": 24 * time.Hour,
	"wk": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour,
}

// timeUnit is the time that one unit of cost is; 0: it is no unit of time. Short symbols are
// case-sensitive (S is no second), words are not and may be plural. m may be metres or minutes, and
// is not accepted.
func timeUnit(unit string) time.Duration {
	unit = strings.TrimSpace(unit)
	if d, ok := timeUnits[unit]; ok {
		return d
	}
	word := strings.ToLower(unit)
	if one := strings.TrimSuffix(word, "s"); len(one) >= len("min") || one == "hr" || one == "wk" {
		return max(timeUnits[word], timeUnits[one])
	}
	return 0
}
