package site

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios/builtin"
	"farsight/tui/predict"
	"farsight/tui/tour"
	"farsight/web/front"
)

// address is the one the site will have, which previews of links need in full; "":
// they are written relative, which some who show previews follow.
type address string

func (a address) of(file string) string {
	if a == "" {
		return file
	}
	return strings.TrimSuffix(string(a), "/") + "/" + file
}

// fill writes texts into the places of a page. A place that is not there, or twice,
// is our own mistake.
func fill(page []byte, places ...string) ([]byte, error) {
	for i := 0; i < len(places); i += 2 {
		if n := bytes.Count(page, []byte(places[i])); n != 1 {
			return nil, fmt.Errorf("a file of the page has %q %d times, and is written by one", places[i], n)
		}
		page = bytes.Replace(page, []byte(places[i]), []byte(places[i+1]), 1)
	}
	return page, nil
}

// Places of the page's template.
const (
	rootPlace    = ` lang="en">`
	titlePlace   = `<title>Farsight</title>`
	galleryPlace = `<!--gallery-->`
	posterPlace  = `<!--poster-->`
)

// page is the explorer's page on an exhibit: its picture and words are shown until the explorer
// replaces them.
func (e *exhibit) page(template []byte, at address) ([]byte, error) {
	words := html.EscapeString(strings.TrimSpace(e.paragraph() + " " + e.said))
	if e.story != nil {
		words += fmt.Sprintf(`</p><p><a href="%s">All of it as pictures and words, to be read or printed</a>`, e.storyFile())
	}
	if e.scene > 0 {
		words += "</p><p>" + e.around()
	}
	return fill(template,
		rootPlace, fmt.Sprintf(` lang="en" data-link="%s">`, html.EscapeString(e.link)),
		titlePlace, "<title>"+html.EscapeString(e.title)+" · Farsight</title>\n"+preview(at, e.name+".html", e.name, e.title, e.lead),
		posterPlace, fmt.Sprintf("<figure id=\"poster\">%s<figcaption><h2>%s</h2><p>%s</p></figcaption></figure>",
			e.picture(), html.EscapeString(e.title), words))
}

// around are links to the scenes before and after one.
func (e *exhibit) around() string {
	stem := strings.TrimSuffix(e.name, fmt.Sprint(e.scene))
	var links []string
	for _, to := range []struct {
		scene int
		word  string
	}{{e.scene - 1, "The scene before"}, {e.scene + 1, "The next scene"}} {
		if to.scene >= 1 && to.scene <= e.of {
			links = append(links, fmt.Sprintf(`<a href="%s%d.html">%s</a>`, stem, to.scene, to.word))
		}
	}
	return strings.Join(links, " · ")
}

// storyFile is the name of the exhibit's story.
func (e *exhibit) storyFile() string { return e.name + storyEnding }

const storyEnding = "-read.html"

// paragraph is the lead without the title it may begin with.
func (e *exhibit) paragraph() string {
	rest, _ := strings.CutPrefix(e.lead, e.title)
	rest = strings.TrimPrefix(strings.TrimLeft(rest, " "), "(constructed example)")
	return strings.TrimLeft(rest, ". ")
}

// picture is the exhibit's, in the visitor's colours and for the window's width;
// poster.js makes the same for links.
func (e *exhibit) picture() string { return inColours(pictures+"/"+e.name, e.title) }

// inColours is a picture that there is in dark and light, wide and narrow.
func inColours(at, alt string) string {
	return fmt.Sprintf(`<picture><source media="print" srcset="%[1]s-light.svg"><source media="(max-width:40rem) and (prefers-color-scheme:light)" srcset="%[1]s-phone-light.svg"><source media="(max-width:40rem)" srcset="%[1]s-phone.svg">`+
		`<source media="(prefers-color-scheme:light)" srcset="%[1]s-light.svg"><img src="%[1]s.svg" alt="%[2]s" fetchpriority="high"></picture>`, at, html.EscapeString(alt))
}

// thumbnail is the upper part of the picture for phones, which can be read when it is
// small. The words beside it say what it is.
func (e *exhibit) thumbnail() string {
	return fmt.Sprintf(`<picture><source media="(prefers-color-scheme:light)" srcset="%[1]s-phone-light.svg"><img src="%[1]s-phone.svg" alt="" loading="lazy"></picture>`, pictures+"/"+e.name)
}

// preview is what those who show a link's preview read.
func preview(at address, file, name, title, lead string) string {
	var b strings.Builder
	for _, m := range [][2]string{
		{"og:type", "website"}, {"og:site_name", "Farsight"}, {"og:title", title}, {"og:description", cut(lead, 300)},
		{"og:url", at.of(file)}, {"og:image", at.of(pictures + "/" + name + ".png")}, {"og:image:width", "1200"}, {"og:image:height", fmt.Sprint((deskShot.h - 1) * previewHeight)},
		{"og:image:alt", title},
	} {
		if m[1] != "" {
			fmt.Fprintf(&b, "<meta property=\"%s\" content=\"%s\">\n", m[0], html.EscapeString(m[1]))
		}
	}
	b.WriteString(`<meta name="twitter:card" content="summary_large_image">`)
	return b.String()
}

// cut shortens a text at a blank.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return s[:strings.LastIndexByte(s[:most], ' ')] + " …"
}

// kinds are the groups of the gallery, with their headings.
var kinds = [][2]string{
	{"course", "Of this course"},
	{"teaching", "To begin with: one question each"},
	{"applied", "After real problems"},
	{"benchmark", "Benchmarks"},
}

// slogan is what the gallery begins with.
const slogan = "Bayesian optimization on a budget, where every measurement has its own price: see where short sight costs you, and what looking ahead sees."

// startPage is the gallery. Links of the explorer lead to it too, by the part after their #.
func startPage(template []byte, all []exhibit, c course, at address) ([]byte, error) {
	find := func(name string) *exhibit {
		if i := slices.IndexFunc(all, func(e exhibit) bool { return e.name == name }); i >= 0 {
			return &all[i]
		}
		return &all[0]
	}
	first := find(builtin.First)
	if all[0].kind == "course" {
		first = &all[0]
	}
	var b strings.Builder
	way := func(href, name, says string) {
		fmt.Fprintf(&b, `<a class="way" href="%s"><b>%s</b><span>%s</span></a>`+"\n", html.EscapeString(href), html.EscapeString(name), html.EscapeString(says))
	}
	fmt.Fprintf(&b, "<main id=\"gallery\">\n<section class=\"hero\"><div><p class=\"lead\">%s</p>\n<nav class=\"ways\" aria-label=\"Where to begin\">\n", html.EscapeString(slogan))
	way(first.name+".html", "Explore", "policies side by side, step by step")
	for _, t := range c.Tours {
		way("index.html#"+front.Link{Tour: t.Name}.String(), cmp.Or(tomlfile.Title([]byte(t.Text)), sanitize.Text(t.Name)), "the tour of this course")
	}
	way(tour.Default+".html", "The tour", "why look ahead? In five minutes")
	if told := find(tour.Default); told.story != nil {
		way(told.storyFile(), "Read the tour", "the same as pictures and words, also on paper")
	}
	way(article+"/", "The article", "the same as a text with six figures to move")
	way(tour.Long+".html", "The long tour", "the same story with all that was left out")
	way(builtin.Game+".html#"+front.Link{Scenario: builtin.Game, Screen: predict.Name}.String(), "Play", "where would you look? Against the policies")
	way(builtin.Game+".html?make", "Make your own", "write a problem and see who solves it")
	way("map.html", "The map of problems", "when does looking ahead pay?")
	fmt.Fprintf(&b, "</nav></div>\n<figure><a href=\"%s.html\">%s</a><figcaption>%s</figcaption></figure></section>\n", first.name, first.picture(), html.EscapeString(first.title+". "+first.said))
	for _, kind := range kinds {
		cards := 0
		for i := range all {
			e := &all[i]
			if e.kind != kind[0] {
				continue
			}
			if cards++; cards == 1 {
				fmt.Fprintf(&b, "<h2>%s</h2>\n<ul class=\"cards\">\n", html.EscapeString(kind[1]))
			}
			name, says, named := strings.Cut(e.title, ": ")
			if !named {
				name, says = e.title, ""
			}
			fmt.Fprintf(&b, "<li><a href=\"%s.html\">%s<b>%s</b> <span>%s</span></a></li>\n", e.name, e.thumbnail(), html.EscapeString(name), html.EscapeString(says))
		}
		if cards > 0 {
			b.WriteString("</ul>\n")
		}
	}
	b.WriteString("<p class=\"quiet\">It runs in this page and nowhere else. Nothing you do leaves your browser.</p>\n</main>")
	return fill(template,
		rootPlace, ` lang="en" class="start">`,
		titlePlace, "<title>Farsight: Bayesian optimization on a budget</title>\n"+preview(at, "", first.name, "Farsight: Bayesian optimization on a budget", slogan),
		galleryPlace, b.String())
}
