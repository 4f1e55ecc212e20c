// Package preferences is the file of saved settings of the explorer. It is read once, at the start,
// and changed one field at a time.
package preferences

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"farsight/internal/files"
	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
)

// Choices are the saved settings; "" is none.
type Choices struct {
	Theme  string // a theme's name, or a theme's file
	Motion string // on, off or auto
	Mouse  string // on or off
}

// variable names the file instead of the usual one.
const variable = "FARSIGHT_CONFIG"

// Default is where the choices are kept: Variable's file, or one in the user's
// configuration folder; "" where there is neither.
func Default() string {
	if file := os.Getenv(variable); file != "" {
		return file
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "farsight", "explorer.toml")
}

// limit is far more than the file ever holds; nesting is deeper than it.
const limit, nesting = 1 << 16, 8

// File is where choices are kept.
type File struct {
	Path string

	mu      sync.Mutex
	queued  sync.Mutex // of pending
	pending []func(*Choices)
}

// Later changes the choices, to be run whenever there is time. Changes are made in the order
// in which they were asked for, whichever is run first.
func (f *File) Later(change func(*Choices)) func() error {
	f.queued.Lock()
	f.pending = append(f.pending, change)
	f.queued.Unlock()
	return f.Flush
}

// Flush makes the changes that wait for it; those in progress are on disk when it
// returns.
func (f *File) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queued.Lock()
	pending := f.pending
	f.pending = nil
	f.queued.Unlock()
	if len(pending) == 0 {
		return nil
	}
	return f.change(func(c *Choices) {
		for _, change := range pending {
			change(c)
		}
	})
}

// Read reads the choices; a file that does not exist holds none. One that cannot
// be understood is an error, and none of it counts.
func (f *File) Read() (Choices, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read()
}

func (f *File) read() (Choices, error) {
	if err := files.CheckNoLink(f.Path); err != nil {
		return Choices{}, err
	}
	if info, err := os.Lstat(f.Path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return Choices{}, nil
	}
	data, err := mistake.ReadFile(f.Path, "file of preferences", limit)
	if err != nil {
		return Choices{}, err
	}
	return parse(f.Path, data)
}

func parse(name string, data []byte) (Choices, error) {
	d, found := tomlfile.Read(name, data, nesting)
	if found != nil {
		return Choices{}, found
	}
	top := d.Top()
	c := Choices{
		Theme:  top.RawText("theme"),
		Motion: top.Choice("motion", "on", "off", "auto"),
		Mouse:  top.Choice("mouse", "on", "off"),
	}
	d.Close()
	if len(d.Mistakes) > 0 {
		return Choices{}, d.Mistakes.InOrder()
	}
	return c, nil
}

// change changes the choices as they are in the file now, which another program
// may have written since. The file is whole at every moment. One that was not
// understood, or is none of ours, is left alone, and that is the error.
func (f *File) change(change func(*Choices)) error {
	c, err := f.read()
	if err != nil {
		return err
	}
	before := c
	if change(&c); c == before {
		return nil
	}
	dir := filepath.Dir(f.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	// A new file with an unpredictable name, renamed to the old one's.
	part, err := os.CreateTemp(dir, "."+filepath.Base(f.Path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // already renamed on success
	_, err = part.WriteString(c.text())
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	if err := files.CheckNoLink(f.Path); err != nil {
		return err
	}
	return os.Rename(part.Name(), f.Path)
}

// text is the file.
func (c Choices) text() string {
	var w tomlfile.Writer
	w.Line("# What the explorer remembers. Flags win over it; without it all is as at first.")
	w.Text("theme", c.Theme)
	w.Text("motion", c.Motion)
	w.Text("mouse", c.Mouse)
	return w.String()
}
