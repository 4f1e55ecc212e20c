//go:build !unix

package serve

import "io/fs"

// exposed is false where permissions are not kept in a file's mode: the user's
// own folder is not open to others.
func exposed(fs.FileInfo) bool { return false }
