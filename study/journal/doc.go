// Package journal stores a live study in one append-only file and computes its state. Nothing that
// was acknowledged is ever lost silently.
//
//	Create, Open, Append, Poll, Salvage   the file
//	Event: Created, Asked, Told, …        the contents of lines
//	State                                 what follows from them; pure
//
// # The file
//
// A journal is UTF-8 text, one JSON object a line, each line ended by one
// newline byte. Line n is exactly (no spaces outside strings, fields in this
// order):
//
//	{"v":1,"n":3,"prev":"…","time":"…","kind":"told","event":{…},"sum":"…"}
//
//	v      the lowest version of this format that can hold the event, 1 to 4; a
//	       reader must refuse an unknown one
//	n      1, 2, 3, …: the line's number
//	prev   sum of the line before; sixteen zeros on line 1
//	time   when the line was written, RFC 3339, UTC
//	kind   what the event is, see below
//	event  the event itself
//	sum    the first 16 hexadecimal digits, lower case, of the SHA-256 of every
//	       byte of the line before `,"sum":`
//
// So the last 26 bytes of a line (without its newline) are `,"sum":"` + 16
// digits + `"}`, and in Python a line is sound when
//
//	hashlib.sha256(line[:-26]).hexdigest()[:16].encode() == line[-18:-2]
//
// Since prev is covered by sum, a line changed, dropped, doubled or moved is
// noticed. The sums guard against accidents, not against forgery.
//
// # The events
//
// Points are in problem units, values in the problem's own sign. A field in
// brackets is left out when it is empty, zero or false.
//
//	created  name, problem (the definition, verbatim), parameters (names),
//	         policy, seed (a decimal string: it has 64 bits), budget,
//	         [charge_initial], [design] (the initial points), [program], [dir]
//	         (where relative file names of the problem start from, as seen from
//	         the journal's folder, with slashes; absent: that folder itself),
//	         [overshoot²] ("keep": see the budget), [moves³] (ways are charged),
//	         [digits⁴] (how precisely suggested points are given,
//	         where the problem does not say it of a parameter).
//	         Line 1 and only line 1.
//	asked    x, [design] (1, 2, …: the initial point it is), [policy],
//	         [decision] (any JSON: how the point was chosen), [as²] (whose it
//	         is), [held²], [expires²] (RFC 3339)
//	told     x, value (absent when failed), cost, [failed], [design],
//	         [answers] (line of the ask it answers), [source], [note], [sd²] (of
//	         the value's noise), [free²] (not charged), [move³] (what getting there from
//	         the point before took from the budget, beside the cost)
//	skipped  line (of the ask that will not be measured), [reason], [expired²]
//	amended² line (of the told event), and the corrected fields: [value], [cost],
//	         [failed], [sd], [note]
//	set²     [policy], [problem] (the whole definition, of the same parameters),
//	         [reason]: in force from here on
//	undone   line (of the told, skipped, amended, set or budget event taken back)
//	budget   delta
//	note     text
//	lost     reason, [kept] (file that holds the damaged original); written
//	         by Salvage in place of a line it could not read
//
// What is marked ² needs version 2, ³ version 3, ⁴ version 4; a line without any of it has version 1, so
// that a study which uses nothing new is still what older programs read. A new
// kind or field needs a new version, so an unknown one is refused.
//
// # Suggestions
//
// An ask is pending until something is told, amended or set: the next one would then be different.
// One that is held, or has an owner ("as"), may be being measured: it is pending until it is told
// or skipped itself, and that leaves all others pending. Of those that are neither only one is
// pending at a time. An expired ask is a skip without a statement about its point, and may still be
// answered by its line. Undoing an event restores the asks that were pending before it and
// withdraws those made since, except the held ones.
//
// # Writing
//
// A writer holds an flock on FILE.lock for one append: it reads what others wrote since, writes its
// line with one call, syncs the file to disk, and only then acknowledges. The lock ends with its
// process. FILE.lock stays in place; from its second byte on it holds the high-water mark, the last
// line ever acknowledged, so that a file cut short at the end of a line is noticed too. (Without
// its mark, say after a copy to another machine, such a cut cannot be distinguished from a shorter
// study.) Readers never lock. While a salvage puts its file in place, the mark of that file is
// written beside the old one: a journal is whole if it matches either.
//
// No link is followed to FILE.lock or to any other file kept beside the study,
// and a study with two names (hard links), which would have two locks, is not
// written to. If the disk neither syncs a line nor takes it back, an
// UncertainError says that it may be there.
//
// # Reading a file that has suffered
//
//   - A last line without its newline is a tear: the writer died before it
//     could acknowledge. Open moves the bytes to FILE.torn-1 (-2, …), cuts them
//     off and leaves a Notice. If the line is whole but for its newline, the
//     newline is put back instead. If the mark says that the line had been
//     acknowledged, it is damage.
//   - Any other unsound line is damage: a DamageError names it, and nothing is
//     changed. Salvage keeps every sound line, puts a lost event in place of
//     each other, and keeps the original as FILE.damaged-1 (-2, …).
//   - A newer version on line 1 is refused as such. Later it is damage: the
//     first line says which version a journal is of.
//
// # The budget
//
// An evaluation is affordable when spent + z ≤ B(1 + 1e-9), spent by compensated summation, z its
// cost and its move. State counts evaluations in the order they were told (those that answer a held
// ask in the order of the asks, so that telling one before the other changes nothing), each if it
// fits the budget remaining after the counted ones before it; one that does not fit is kept,
// uncounted, and may count again once the budget is extended. With overshoot "keep" it counts,
// because it was paid, and the study is over its budget. A failed evaluation always charges its
// cost, even past the budget: nothing but its cost was learned, and the cost was paid. The initial
// design is not charged unless charge_initial is set, and free evaluations never are.
//
// Counting is a function of the evaluations and the budget in force now, not of
// the order in which the budget changed. It follows that a larger budget may
// count an early expensive evaluation and so leave nothing for a later cheap one.
package journal
