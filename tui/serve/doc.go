// Package serve offers the explorer to a room over SSH: an explorer for each
// connection, or one presenter's screen for all.
//
// A guest gets the explorer and nothing else: of all SSH requests, only a terminal with a shell is
// granted, and instead of the shell the explorer runs, which for guests reads and writes no file
// and starts no process.
//
// No guest can slow the others down. Computations are shared and scheduled fairly; a guest who
// floods the explorer with keys is read more slowly; a slow reader delays no one else and is
// disconnected. Work that does not end terminates its guest's session.
//
//	settings.go    what the host decides
//	hostkey.go     the host key
//	credentials.go passwords and authorised keys
//	algorithms.go  what is offered in a handshake
//	room.go        who is connected; opening and closing
//	connection.go  one connection: how far it has come, and its deadlines
//	intake.go      how fast it is read: no faster than it is handled
//	refusals.go    who was refused, and why
//	status.go      how the room is
//	session.go     one terminal: what it may ask for, and its end
//	input.go       keys, no faster than they are handled
//	look.go        colours and characters, the guest's own
//	turns.go       who computes when
//	guest.go       a guest's own explorer
//	watch.go       a study that grows, for reading
//	lecture.go     the presenter's explorer, seen by all
//	vote.go        a game that the room plays by voting
package serve
