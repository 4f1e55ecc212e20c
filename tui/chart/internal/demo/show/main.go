// Show prints the demonstration frame: a way to look at the drawing layer in a real terminal.
//
//	go run ./tui/chart/internal/demo/show -size 160x48 -theme dark -glyphs braille -profile truecolor
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"farsight/tui/chart"
	"farsight/tui/chart/internal/demo"
	"farsight/tui/render"
	"farsight/tui/theme"
)

func main() {
	size := flag.String("size", "160x48", "columns x rows")
	name := flag.String("theme", "dark", "theme")
	glyphs := flag.Int("glyphs", 0, "0 braille, 1 blocks, 2 ascii")
	profile := flag.Int("profile", 0, "0 truecolor, 1 256, 2 16, 3 none")
	screen := flag.String("screen", "compare", "compare or gallery or tree")
	file := flag.String("o", "", "write a picture, .png or .svg, instead")
	hold := flag.Bool("hold", false, "stay until interrupted")
	flag.Parse()
	var w, h int
	fmt.Sscanf(*size, "%dx%d", &w, &h)
	th, ok := theme.Named(*name)
	if !ok {
		fmt.Fprintln(os.Stderr, "themes:", theme.Names())
		os.Exit(2)
	}
	c := chart.New(w, h, chart.Terminal{Glyphs: chart.Glyphs(*glyphs), Profile: chart.Profile(*profile)})
	switch *screen {
	case "gallery":
		demo.Gallery(c, th)
	case "tree":
		demo.ScenarioTree(th).Draw(c, th.Style())
	default:
		left, right := demo.Columns()
		demo.Compare(c, th, left, right)
	}
	if *file != "" {
		if err := write(*file, c, th); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	fmt.Print(c.ANSI())
	if *hold {
		fmt.Print("\x1b[?25l")
		time.Sleep(time.Minute)
	}
}

func write(name string, c chart.Canvas, th theme.Theme) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	o := render.Options{Background: th.Background, Foreground: th.Text, Title: "farsight"}
	if filepath.Ext(name) == ".svg" {
		return render.SVG(f, c, o)
	}
	return render.PNG(f, c, o)
}
