package tomlfile

// Title is what a file says of itself, without a look at the rest of it; "": it
// says nothing.
func Title(data []byte) string {
	const nesting = 100
	d, found := Read("", data, nesting)
	if found != nil {
		return ""
	}
	return d.Top().Text("title")
}
