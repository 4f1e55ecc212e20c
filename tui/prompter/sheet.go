// Package prompter shows whoever presents a tour their notes on a second
// terminal, so that the audience never sees them.
//
// The tour keeps a desk: a socket in a folder of the user's own. A prompter in
// another terminal finds it, is told what the audience sees and what there is to
// say, and may send the keys that lead through the tour. Nobody else can: the
// folder is open to its owner alone, and nothing listens on a network.
//
//	sheet.go   what is told and what may be asked
//	desk.go    the tour's end of the socket
//	folder.go  where desks are, and who may reach them
//	visit.go   the prompter's end
//	screen.go  what it shows
package prompter

import (
	"slices"
	"time"

	"farsight/internal/sanitize"
)

// Sheet is what whoever presents is told.
type Sheet struct {
	Tour      string    `json:"tour"`
	Frame, Of int       // as the header counts
	Title     string    `json:"title"`
	Asking    bool      `json:"asking"` // the question is on the screen, its answer is not
	Question  string    `json:"question,omitempty"`
	Said      string    `json:"said"` // what the audience reads, or is about to
	Notes     string    `json:"notes,omitempty"`
	Next      string    `json:"next,omitempty"` // what comes then; "": nothing
	Doubt     string    `json:"doubt,omitempty"`
	Place     string    `json:"place,omitempty"` // if the audience does not see the scene: what they see instead
	Since     time.Time `json:"since"`           // when the tour began
}

// Bounds of what is taken in.
const (
	longest  = 1 << 16 // bytes of a line
	mostText = 4000    // characters of one text
)

// harmless are the sheet's texts as a terminal may show them.
func (s Sheet) harmless() Sheet {
	for _, text := range []*string{&s.Tour, &s.Title, &s.Question, &s.Said, &s.Next, &s.Doubt, &s.Place} {
		*text = sanitize.Short(sanitize.Text(*text), mostText)
	}
	s.Notes = sanitize.Block(s.Notes)
	if r := []rune(s.Notes); len(r) > mostText {
		s.Notes = string(r[:mostText]) + " …"
	}
	return s
}

// Key is what a prompter may ask of the tour.
type Key string

// The keys.
const (
	Next  Key = "next"
	Back  Key = "back"
	First Key = "first"
	Last  Key = "last"
	Auto  Key = "auto"
	Blank Key = "blank"
	Tour  Key = "tour" // back from free exploration
	// Watched tells that somebody has come who wants a sheet.
	Watched Key = "watched"
)

// allowed tells whether a prompter may send it.
func (k Key) allowed() bool {
	return slices.Contains([]Key{Next, Back, First, Last, Auto, Blank, Tour}, k)
}
