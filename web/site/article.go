package site

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"path"

	"farsight/tui/theme"
	"farsight/web/front"
)

// articlePage is the article as the page's files have it, with places for figures.
const articlePage = "learn.html"

// addArticle writes the article with its figures in their first state.
func addArticle(ctx context.Context, files map[string][]byte) error {
	text := files[articlePage]
	delete(files, articlePage)
	places := []string{"<body>", fmt.Sprintf(`<body data-wide="%d" data-narrow="%d">`, front.WideFigure, front.NarrowFigure)}
	for _, f := range front.Figures() {
		figure, err := drawnFigure(ctx, f, files)
		if err != nil {
			return fmt.Errorf("figure %s of the article: %w", f.Name, err)
		}
		places = append(places, "<!--figure:"+f.Name+"-->", figure)
	}
	text, err := fill(text, places...)
	files[path.Join(article, index)] = text
	return err
}

// drawnFigure draws a figure for all windows and colours, and returns its place in the
// article. Its slider is hidden until something computes.
func drawnFigure(ctx context.Context, f front.Figure, files map[string][]byte) (string, error) {
	dark, light := themes()
	at, words := path.Join(pictures, "learn-"+f.Name), ""
	for _, one := range []struct {
		ending  string
		columns int
		theme   theme.Theme
	}{{".svg", front.WideFigure, dark}, {"-light.svg", front.WideFigure, light}, {"-phone.svg", front.NarrowFigure, dark}, {"-phone-light.svg", front.NarrowFigure, light}} {
		d, err := f.Draw(ctx, f.First, one.columns, one.theme, nil, nil)
		if err != nil {
			return "", err
		}
		svg, err := d.SVG(one.theme, d.Words)
		if err != nil {
			return "", err
		}
		files[at+one.ending], words = []byte(svg), d.Words
	}
	var labels []string
	for _, v := range f.Values {
		labels = append(labels, f.Show(v))
	}
	list, err := json.Marshal(labels)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`<figure id="%[1]s" data-name="%[1]s" data-labels="%[2]s">%[3]s
<label class="slider" hidden><span>%[4]s</span><input type="range" min="0" max="%[5]d" value="%[6]d" aria-valuetext="%[7]s"><output>%[7]s</output></label>
<figcaption><span class="words" aria-live="polite">%[8]s</span><span class="first">%[4]s: %[7]s. %[8]s</span></figcaption></figure>`,
		f.Name, html.EscapeString(string(list)), inColours("../"+at, words), html.EscapeString(f.Slider), len(f.Values)-1, f.First, html.EscapeString(labels[f.First]), html.EscapeString(words)), nil
}
