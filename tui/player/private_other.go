//go:build !unix

package player

import "io/fs"

// private is true where permissions are not kept in a file's mode: there the
// folder of temporary files is the user's own.
func private(fs.FileInfo) bool { return true }
