package tomlfile

import "slices"

// titleNesting is how deep a file may be nested of which only the title is read.
const titleNesting = 100

// Title is what a file says of itself, without a look at the rest of it; "": it
// says nothing.
func Title(data []byte) string {
	d, found := Read("", data, titleNesting)
	if found != nil {
		return ""
	}
	return d.Top().Text("title")
}

// WithTitle is a file with another title; all else, comments too, stays as it is.
// A file that cannot be read stays as it is altogether.
func WithTitle(data []byte, title string) []byte {
	d, found := Read("", data, titleNesting)
	if found != nil {
		return data
	}
	e := d.Top().Field("title")
	if e == nil || !e.IsText() {
		return slices.Concat([]byte("title = "+Quote(title)+"\n"), data)
	}
	return slices.Concat(data[:e.At], []byte(Quote(title)), data[e.At+len(e.raw):])
}
