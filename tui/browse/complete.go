package browse

import (
	"os"
	"path/filepath"
	"strings"
)

// completeFile extends a name by what all problem files and folders that begin
// so have in common.
func completeFile(typed string) string {
	dir, base := filepath.Split(typed)
	entries, err := os.ReadDir(expandHome(filepath.Join(".", dir)))
	if filepath.IsAbs(dir) || strings.HasPrefix(dir, "~") {
		entries, err = os.ReadDir(expandHome(dir))
	}
	if err != nil {
		return typed
	}
	common, found := "", false
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += string(filepath.Separator)
		} else if filepath.Ext(name) != ".toml" {
			continue
		}
		switch {
		case !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && base == "":
		case !found:
			common, found = name, true
		default:
			n := 0
			for n < len(common) && n < len(name) && common[n] == name[n] {
				n++
			}
			common = strings.ToValidUTF8(common[:n], "")
		}
	}
	if len(common) <= len(base) {
		return typed
	}
	return dir + common
}

// expandHome replaces a leading ~ as a shell would.
func expandHome(name string) string {
	rest, ok := strings.CutPrefix(name, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || strings.HasPrefix(rest, "/")) {
		return home + rest
	}
	return name
}
