package record

import (
	"fmt"

	"farsight/tui/session"
	"farsight/tui/theme"
)

// Steps of a replay by other names than their numbers.
const (
	AllSteps = -1
	LastStep = -2
)

// Take says what to record of an explorer.
type Take struct {
	W, H     int
	Step     int             // a step of the replay, AllSteps or LastStep
	Screen   string          // by its name; "": the one the problem opens on
	Draws    session.DrawsOf // functions drawn over what is believed
	Captions bool            // captions are outside the pictures
	Twin     theme.Theme     // draw every frame in this theme too; zero: in one only
	// Progress, if not nil, is called with the policy and the step being decided.
	Progress func(policy string, step int)
}

// TakeError says that a take asks for something that does not exist.
type TakeError string

func (e TakeError) Error() string { return string(e) }

// takeErrorf is a TakeError in these words.
func takeErrorf(format string, args ...any) error { return TakeError(fmt.Sprintf(format, args...)) }
