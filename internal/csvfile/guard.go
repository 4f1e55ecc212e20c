package csvfile

import "strings"

// Guard makes text safe for a cell that a spreadsheet may open: what begins as a
// formula would, with =, +, -, @, a tab or a line's end, gets an apostrophe in
// front; so does what has some there already, for Unguard to know. Numbers are no
// text and need none.
func Guard(text string) string {
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard is the text that Guard made safe.
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && formula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}

func formula(text string) bool {
	return text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0
}
