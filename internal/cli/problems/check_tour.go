package problems

import (
	"errors"
	"fmt"
	"time"

	"farsight/internal/mistake"
	"farsight/tui/tour"
)

// checkTourFile is what farsight check says of a tour.
func checkTourFile(r checkReport, file string) checkReport {
	t, err := tour.Load(file)
	var mistakes mistake.List
	if r.err = err; errors.As(err, &mistakes) {
		r.Mistakes = mistakes
	}
	if err == nil {
		length := t.Length().Round(time.Second)
		r.OK, r.Summary = true, fmt.Sprintf("a tour, %d scenes, %d:%02d by itself", len(t.Scenes), int(length.Minutes()), int(length.Seconds())%60)
	}
	return r
}
