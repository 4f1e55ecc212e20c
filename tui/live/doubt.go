package live

import (
	"fmt"
	"strings"

	"farsight/study"
	"farsight/study/journal"
)

// A number far from what is expected, or a cost that ends the study, may be a
// slip: it is asked about once.

// doubtError says that an entry was not written because it may be a slip.
type doubtError struct{ doubts []study.Doubt }

func (e *doubtError) Error() string {
	var parts []string
	for _, d := range e.doubts {
		parts = append(parts, d.Text)
	}
	return strings.Join(parts, "; ")
}

// tell writes the answer of a form, unless there are doubts that its teller has
// not been asked about.
func (s *Screen) tell(f *entry, a study.Answer) func(seq int) (journal.Event, error) {
	live, sure := s.live, f.source != "" || f.sure == f.numbers()
	return func(seq int) (journal.Event, error) {
		if !sure {
			// Where nothing can be expected there is nothing to doubt.
			if doubts, err := live.Doubts(a); err == nil && len(doubts) > 0 {
				return journal.Event{}, &doubtError{doubts}
			}
		}
		return live.Tell(seq, a)
	}
}

// numbers are all that a doubt can be about.
func (e *entry) numbers() string {
	return fmt.Sprint(e.point(), e.Text(valueField), e.Text(costField), e.failed())
}

// doubt asks about an entry: as it is, it will be written the next time.
func (s *Screen) doubt(e *doubtError) {
	f := s.form
	if f == nil {
		return
	}
	f.sure, f.asked = f.numbers(), true
	for _, d := range e.doubts {
		if f.Find(d.Field) != nil {
			f.FocusOn(d.Field)
			break
		}
	}
	s.say(toneWarning, e.Error()+". Enter again keeps it, esc mends it.")
}
