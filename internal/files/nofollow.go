package files

// This file opens the files the program keeps beside a user's own. In a
// folder that others can write to, a link planted under such a name would let
// the program write to any file its user can: no link is ever followed.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// errLink says that a name is not a file of our own but leads to another.
var errLink = errors.New("it leads to another file, which must not be written through it")

// OpenNoFollow is os.OpenFile for a regular file with one name. What is anything
// else, a symbolic link, a second name of another file, a pipe, is refused with
// the reason, and nothing is created, cut or waited for.
func OpenNoFollow(path string, flag int, perm fs.FileMode) (*os.File, error) {
	if err := CheckNoLink(path); err != nil {
		return nil, err
	}
	// Cut only once it is known what was opened.
	f, err := os.OpenFile(path, flag&^os.O_TRUNC|NoFollow, perm)
	if err != nil {
		if again := CheckNoLink(path); again != nil {
			return nil, again // planted in between
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkNoLink(path, info)
	}
	if n := 0; err == nil {
		if n, err = CountNames(f); err == nil && n > 1 {
			err = fmt.Errorf("%s is one of %d names (hard links) of a file: %w. Remove it, or choose another name", path, n, errLink)
		}
	}
	if err == nil && flag&os.O_TRUNC != 0 {
		err = f.Truncate(0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// CheckNoLink refuses a name that exists and is not a regular file.
func CheckNoLink(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // opening says why, if it matters
	}
	return checkNoLink(path, info)
}

func checkNoLink(path string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link: %w. Remove it, or choose another name", path, errLink)
	case info.IsDir():
		return fmt.Errorf("%s is a folder, and a file is to be written there", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file; remove it, or choose another name", path)
	}
	return nil
}
