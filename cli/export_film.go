package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/picture"
)

// filmRate is the frames of a film a second. Nothing moves between two steps.
const filmRate = 5

// ffmpeg is the program that makes films.
const ffmpeg = "ffmpeg"

// canFilm says before the work that the program for it is missing.
func canFilm() error {
	if _, err := exec.LookPath(ffmpeg); err != nil {
		return errors.New("mp4 needs the program ffmpeg, which is not found: install it, or take --format gif, which plays everywhere and needs nothing")
	}
	return nil
}

// film makes an mp4 of frames, by ffmpeg: into a file of its own, for the format is
// not written from the beginning to the end.
func film(w io.Writer, frames []picture.Frame, o picture.Options) error {
	if err := canFilm(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "farsight-film-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "film.mp4")
	// Most players want even sizes and this form of colours; no date and no version is written.
	cmd := exec.Command(ffmpeg, "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", strconv.Itoa(filmRate), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", out)
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	sent := picture.Stills(in, frames, o, filmRate)
	in.Close()
	if err := cmd.Wait(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("ffmpeg made no film (%w): %s; --format gif needs no other program", err, sanitize.Text(lines[len(lines)-1]))
	}
	if sent != nil {
		return sent
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}
