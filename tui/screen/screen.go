// Package screen defines the screens of the explorer. A screen reads a View and returns requests
// (Wants); the program executes them. Keys and actions are here too: one table drives dispatch,
// footer and help.
//
//	screen.go   the contract: Screen, About, Wants, and the messages it gets
//	layout.go   a screen's part of the window, how it is divided, the footer
//	actions.go  what keys ask for
//	cross.go    the crosshair: its place and its values
package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/session"
)

// Screen is one way of looking. It keeps only what is its own; the rest is the
// session's.
type Screen interface {
	// Name is what the screen is called, by other screens too.
	Name() string
	// Available reports whether the screen makes sense for the present problem. If not, it only
	// gets messages.
	Available(v View) bool
	// About is what the frame around the screen says.
	About(v View) About
	// Update takes one message: the program's (below) or one of the screen's own
	// commands. It computes nothing that takes time.
	Update(v View, msg tea.Msg) Wants
	// Draw fills the canvas between title and footer. It only reads: the same
	// screen is drawn for other terminals too.
	Draw(v View, c chart.Canvas)
	// Close ends the screen's background work for good.
	Close()
}

// Endless is a screen with nothing to end that the run does not.
type Endless struct{}

// Close is a no-op.
func (Endless) Close() {}

// About is what the frame around a screen says, and which keys it has.
type About struct {
	Question string // the question that the screen answers, for the title
	Subject  string // what it is about; "": the problem
	// Apart says that the screen is not a place of the replay: the title's other
	// end then says Place.
	Apart bool
	Place string
	// Caption is what a picture of the screen says in words, where no policy's
	// story does.
	Caption string

	Keys    []Binding // the screen's own; they win over the global ones
	Globals []Binding // the global keys that make sense here: GlobalKeys, or some

	// Beside is for screens beside the others, such as forms: they have their own key, and tab
	// skips them.
	Beside bool
	// SideBySide says that all visible policies are shown, not the focused one.
	SideBySide bool
	// Formula is what the screen has to say in symbols; nil: the formulas of the
	// policies shown.
	Formula func() (title string, lines []string)
}

// Messages of the program to a screen. Answers to commands, which carry what
// they were asked for, come to all screens, shown or not.
type (
	// EnteredMsg says that the screen is now shown.
	EnteredMsg struct{}
	// LeftMsg says that another screen is now shown.
	LeftMsg struct{}
	// LookMsg tells the shown screen that the step may have changed, or that more of it is known.
	LookMsg struct{}
	// SizeMsg tells the shown screen that the window has another size.
	SizeMsg struct{}
	// TypedMsg offers the screen shown a key as text, before it is looked up.
	// Want Taken while a form is open.
	TypedMsg struct {
		Key string // one key, as bubbletea names it
		Msg tea.KeyMsg
	}
	// ActMsg asks the shown screen to handle an action. It returns Taken, or the program does the
	// default.
	ActMsg struct{ Act Action }
	// ClickMsg is a click into the screen shown, by cells of its body. Return Taken to get the
	// movements of the mouse while the button is held.
	ClickMsg struct{ X, Y int }
	// DragMsg is where the mouse is then, perhaps outside the body.
	DragMsg struct{ X, Y int }
)

// BackgroundMsg brings a terminal's background, answered late.
type BackgroundMsg struct{ Dark bool }

// Wants are requests of a screen; the zero value requests nothing. The program executes them in the
// order of the fields.
type Wants struct {
	Taken bool    // a TypedMsg, ActMsg or ClickMsg was handled
	Cmd   tea.Cmd // to be run in the background

	GiveUp  bool          // forget the load in progress
	Forgive bool          // forget why the last load failed
	Load    *Load         // read a problem in the background and open it
	Plan    *session.Plan // run this from now on, if it is another
	Study   *Study        // show a study on all screens

	Computed *session.ComputedMsg // show this run, which was computed aside

	Home  bool   // go to the screen a problem opens on
	Show  string // go to a screen by its name
	Mouse bool   // ask the terminal for the mouse, or give it back
	Note  string // a message for the footer
	Copy  string // to be put on the clipboard
	Save  *File  // to be written into the present folder
}

// File is a file to be written: no file is ever overwritten.
type File struct {
	Stem, Ext string // the name, between which a number is put
	Data      []byte
	Said      string // what it is, for the message: "setting"
}

// Load is a problem to be read and opened.
type Load struct {
	Name string // a scenario's or a file's; with Find, only for messages
	// Find, if not nil, loads it instead, in its turn. The problem is then run with Policies and
	// Seed.
	Find     func() (*scenarios.Problem, error)
	Policies []policy.Policy
	Seed     uint64
	Note     string  // a message once it is open
	Then     tea.Msg // brought to all screens once it is open; may be nil
}

// Study is a study to be shown by all screens.
type Study struct {
	Problem *scenarios.Problem // as it was loaded
	Policy  policy.Policy
	Snap    *study.Snapshot // nil: nothing is known yet
	Scene   *session.Scene  // of Snap; may be nil
}
