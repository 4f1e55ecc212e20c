//go:build unix

package serve

import "io/fs"

// exposed reports whether others than its owner can reach a file.
func exposed(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
