package tomlfile

import (
	"os"
	"strings"
)

// Holds tells whether a file of at most so many bytes has a header such as [[scene]]: what kind of file it is, before
// anybody knows whether it has mistakes.
func Holds(path, header string, most int64) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return false
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(strings.ReplaceAll(strings.TrimSpace(line), " ", ""), header) {
			return true
		}
	}
	return false
}
