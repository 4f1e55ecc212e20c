package mistake

import (
	"bytes"
	"errors"
	"io"
	"os"
	"unicode/utf8"

	"farsight/internal/files"
	"farsight/internal/sanitize"
)

// ReadFile reads a file that must be text of at most limit bytes, and removes
// a byte order mark. what names its kind in messages.
func ReadFile(path, what string, limit int) ([]byte, error) {
	f, err := files.Open(path)
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err // the path is shown once, made harmless
		}
		if errors.Is(err, files.ErrNotFile) {
			return nil, OfFile(path, "%v", err)
		}
		return nil, OfFile(path, "cannot be opened: %v", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, OfFile(path, "is a directory; name the %s inside it", what)
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, OfFile(path, "cannot be read: %s", sanitize.Text(err.Error()))
	}
	return CheckText(path, what, data, limit)
}

// CheckText refuses unreadable text and text that is too large.
func CheckText(name, what string, data []byte, limit int) ([]byte, error) {
	switch {
	case len(data) > limit:
		return nil, OfFile(name, "is larger than %d MiB, too large for a %s", limit>>20, what)
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, OfFile(name, "is UTF-16 text; save it as UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, OfFile(name, "is empty")
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, OfFile(name, "is not text but a binary file")
	}
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			r, w := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && w <= 1 {
				break
			}
			at += w
		}
		line, column := Place(data, at)
		return nil, List{{sanitize.Text(name), line, column, "", "is not valid UTF-8; save the file as UTF-8"}}
	}
	return data, nil
}
