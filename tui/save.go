package tui

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/screen"
)

// noteMsg is a message for the footer.
type noteMsg string

// savedNote says where something was saved, or why it was not.
func savedNote(what, file string, err error) tea.Msg {
	if err != nil {
		return noteMsg("The " + what + " could not be saved: " + sanitize.Text(err.Error()))
	}
	return noteMsg("Saved this " + what + " as " + sanitize.Text(file) + ".")
}

// saveFile writes a screen's file.
func (m *Model) saveFile(f screen.File) tea.Cmd {
	if m.options.Guest {
		m.note = "No files are written from here."
		return nil
	}
	write := m.writer()
	return func() tea.Msg {
		name, err := write(fileStem(f.Stem), f.Ext, f.Data)
		return savedNote(f.Said, name, err)
	}
}

// writer writes files: into the current folder, or by the host.
func (m *Model) writer() func(stem, ext string, data []byte) (string, error) {
	if m.options.Save != nil {
		return m.options.Save
	}
	return writeNew
}

// save writes the frame as a picture into the present folder, without the key
// hints, which mean nothing on paper.
func (m *Model) save() tea.Cmd {
	if m.options.Guest {
		m.note = "No files are written from here."
		return nil
	}
	if m.w < screen.LeastWidth || m.h < screen.LeastHeight {
		return nil
	}
	c := chart.New(m.w, m.h, chart.Terminal{})
	page := *m
	page.options.Picture = true
	page.drawFrame(c)
	a := m.about()
	about, _ := m.subject(a)
	o := picture.Options{
		Background: m.theme.Background, Foreground: m.theme.Text, Padding: 8,
		Title: fmt.Sprintf("farsight: %s, %s", about, a.Question),
	}
	stem, write := "farsight-"+fileStem(about), m.writer()
	still := c.Sub(chart.Rect{W: m.w, H: m.h - 1}).Still()
	return func() tea.Msg {
		var svg bytes.Buffer
		if err := picture.SVG(&svg, still, o); err != nil {
			return savedNote("frame", "", err)
		}
		file, err := write(stem, ".svg", svg.Bytes())
		return savedNote("frame", file, err)
	}
}

// fileStem is a problem's name as a part of a file's name.
func fileStem(name string) string {
	stem := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, name)
	if stem = strings.Trim(stem, "-"); stem == "" {
		return "problem"
	}
	return stem[:min(len(stem), 60)]
}

// writeNew writes data to the first of stem-1, stem-2, … that does not exist:
// nothing is ever written over.
func writeNew(stem, ext string, data []byte) (string, error) {
	for n := 1; n < 10_000; n++ {
		name := fmt.Sprintf("%s-%d%s", stem, n, ext)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if e := f.Close(); err == nil {
			err = e
		}
		return name, err
	}
	return "", fmt.Errorf("there are too many files named %s-…%s: move some away", stem, ext)
}

// copyText sends a text to the clipboard.
func (m *Model) copyText(text string) tea.Cmd {
	out, w := m.options.Out, m.w
	switch {
	case text == "":
		return nil
	case out == nil:
		m.note = copiedNote(text, w, io.ErrClosedPipe)
		return nil
	}
	return func() tea.Msg {
		_, err := io.WriteString(out, clipboard(text))
		return noteMsg(copiedNote(text, w, err))
	}
}

// clipboard is the sequence (OSC 52) that has a terminal copy a text, wherever
// the program runs.
func clipboard(text string) string {
	return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
}

// copiedNote says in a window of w columns what was sent: terminals do not answer,
// and some have no clipboard or keep it to themselves.
func copiedNote(text string, w int, err error) string {
	say := "copied: "
	if err != nil {
		say = "no terminal to copy to: "
	}
	parts := strings.Split(strings.ReplaceAll(text, "\n", "  "), "  ")
	note := say + strings.Join(parts, "  ")
	for n := len(parts) - 1; n > 0 && chart.Width(note) > w-2; n-- {
		note = say + strings.Join(parts[:n], "  ") + "  …" // between numbers, never within one
	}
	return note
}
