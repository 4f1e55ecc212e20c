package session

import "farsight/study"

// View is a session as screens see it: they read it and change nothing. It is
// Update's and Draw's; work in the background captures what it needs.
type View struct{ *Session }

// View is the session to look at.
func (se *Session) View() View { return View{se} }

// RunSettings are those of the run, with as many evaluations as it may make.
func (se *Session) RunSettings() study.Settings { return se.bounded(se.Settings) }

// Guest tells whether the user is not the host's: files are not for guests.
func (se *Session) Guest() bool { return se.options.Guest }
