package front

import (
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/pane"
)

// description is the text of a frame, as last sent to the page.
type description struct {
	title, place, text, link string
	closed                   closed
}

// closed is a link that could not be opened, and why. The message stays until the visitor chooses
// something else.
type closed struct{ link, why string }

// describe returns what is shown in words, for screen readers.
func (f *Front) describe() description {
	s := description{link: f.state().fragment(f.packer.pack), closed: f.closed}
	if f.tour != nil {
		_, title, text, free := f.tour.Now()
		s.title, s.text = title, text
		if free {
			s.place = "exploring; T goes back to the tour"
		}
		return s
	}
	m := f.explorer
	se, about := m.Session(), m.Shown().About(m.ScreenView())
	s.title = sanitize.Text(se.Problem.Name)
	if about.Subject != "" {
		s.title = about.Subject
	}
	s.place = strings.Join(strings.Fields(m.Place()), " ")
	parts := []string{m.Shown().Name() + ": " + about.Question, s.place}
	if about.Caption != "" {
		parts = append(parts, about.Caption)
	}
	if !about.Apart && len(se.Tracks) > 0 {
		shown := []int{se.Focused()}
		if about.SideBySide {
			shown = se.SideBySide()
		}
		for _, i := range shown {
			words := "computing"
			if snap, _ := se.Shown(i); snap != nil {
				words = strings.TrimSpace(pane.Narrate(snap, false))
			}
			parts = append(parts, se.Tracks[i].Title()+": "+words)
		}
	}
	s.text = strings.Join(parts, "\n")
	return s
}
