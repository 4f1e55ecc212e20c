//go:build linux

package picture_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/picture"
)

// asProgram makes the test binary a program that shows a plot in the terminal it is started in.
const asProgram = "FARSIGHT_TEST_SHOWS"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asProgram); dir != "" {
		showPlot(dir)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// patience is how long a loaded machine may take to start a terminal.
const patience = 2 * time.Minute

var curve = chart.RGB(255, 0, 255)

// showPlot shows a plot until there is a file "leave", and waits for one named "end".
func showPlot(dir string) {
	s := picture.NewScreen(false)
	os.Stdout.WriteString(picture.Query)
	answer := make([]byte, 0, 100)
	in := bufio.NewReader(os.Stdin)
	for !s.Take(answer) {
		b, err := in.ReadByte()
		if err != nil {
			panic(err)
		}
		answer = append(answer, b)
	}
	out := s.Output(os.Stdout)
	fmt.Fprint(out, "\x1b[?1049h\x1b[2J\x1b[?25l\x1b[H")
	c := chart.New(40, 12, chart.Terminal{Pixels: s})
	chart.Plot{X: chart.Axis{Min: 0, Max: 1}, Y: chart.Axis{Min: 0, Max: 1}, Series: []chart.Series{{Y: []float64{0, 1}, Color: curve, Heavy: true}}}.Draw(c, chart.Style{})
	text, mark := paint.CutMark(new(chart.Encoder).Frame(c))
	err := out.(paint.Pictures).WriteFrame([]byte(strings.ReplaceAll(text, "\n", "\r\n")), mark, func(int) bool { return true })
	if err != nil {
		panic(err)
	}
	for step, end := range []string{"leave", "end"} {
		if step == 1 {
			fmt.Fprint(out, "\x1b[?1049l\x1b[2J")
		}
		os.WriteFile(filepath.Join(dir, fmt.Sprintf("done-%d", step)), nil, 0o600)
		for {
			if _, err := os.Stat(filepath.Join(dir, end)); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// In Kitty, the real one, a curve is a smooth line in its colour, and gone when the screen is left.
func TestKitty(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a terminal")
	}
	for _, name := range []string{"kitty", "Xvfb", "import", "stty"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not there", name)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil { // Kitty keeps its sockets there
		t.Fatal(err)
	}
	display := startDisplay(ctx, t, dir)
	kitty := exec.CommandContext(ctx, "kitty", "--config", "NONE", "-o", "linux_display_server=x11", "-o", "font_size=12", "-o", "background=#000000",
		"-o", "remember_window_size=no", "-o", "initial_window_width=60c", "-o", "initial_window_height=20c", "-o", "update_check_interval=0",
		"sh", "-c", `stty raw -echo; exec "$1"`, "sh", os.Args[0])
	kitty.Env = append(os.Environ(), "DISPLAY="+display, asProgram+"="+dir, "LIBGL_ALWAYS_SOFTWARE=1", "KITTY_CONFIG_DIRECTORY="+dir, "XDG_CACHE_HOME="+dir, "XDG_RUNTIME_DIR="+dir)
	said := new(bytes.Buffer)
	kitty.Stderr = said
	if err := kitty.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = kitty.Process.Kill()
		if err := kitty.Wait(); t.Failed() {
			t.Logf("kitty: %v: %s", err, said)
		}
	})
	waitFor(ctx, t, "the plot", func() bool { return exists(dir, "done-0") && coloured(ctx, t, display) > 100 })
	if err := os.WriteFile(filepath.Join(dir, "leave"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	waitFor(ctx, t, "the picture to be gone", func() bool { return exists(dir, "done-1") && coloured(ctx, t, display) == 0 })
	if err := os.WriteFile(filepath.Join(dir, "end"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// startDisplay starts a display nobody sees, and names it.
func startDisplay(ctx context.Context, t *testing.T, dir string) string {
	t.Helper()
	number, err := os.Create(filepath.Join(dir, "display"))
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	x := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "+extension", "GLX")
	x.ExtraFiles = []*os.File{number}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Process.Kill(); _ = x.Wait() })
	var name string
	waitFor(ctx, t, "a display", func() bool {
		b, _ := os.ReadFile(number.Name())
		name = ":" + strings.TrimSpace(string(b))
		return bytes.HasSuffix(b, []byte("\n"))
	})
	return name
}

// coloured counts the pixels of the display that have the curve's colour.
func coloured(ctx context.Context, t *testing.T, display string) (n int) {
	t.Helper()
	shot := exec.CommandContext(ctx, "import", "-silent", "-window", "root", "png:-")
	shot.Env = append(os.Environ(), "DISPLAY="+display)
	out, err := shot.Output()
	if err != nil {
		return -1
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		return -1
	}
	each(img, func(r, g, b uint32) {
		if r > 0xe000 && g < 0x2000 && b > 0xe000 {
			n++
		}
	})
	return n
}

func each(img image.Image, f func(r, g, b uint32)) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			f(r, g, b)
		}
	}
}

// waitFor waits until something holds.
func waitFor(ctx context.Context, t *testing.T, what string, ok func() bool) {
	t.Helper()
	for !ok() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited in vain for %s", what)
		case <-time.After(100 * time.Millisecond):
		}
	}
}
