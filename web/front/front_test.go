package front

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/session"
)

// page is a page that remembers what it was told.
type page struct {
	t     *testing.T
	front *Front
	end   func() error

	mu     sync.Mutex
	told   []Message
	pieces map[string]string
	order  []any
	frame  Message // the last one
	news   *sync.Cond
}

// patience only bounds a failing test.
const patience = 2 * time.Minute

// opened is a page on a link.
func opened(t *testing.T, link string) *page { return begun(t, Message{"link": link}) }

func begun(t *testing.T, start Message) *page {
	t.Helper()
	p := &page{t: t, pieces: map[string]string{}}
	p.news = sync.NewCond(&p.mu)
	p.front = New(p)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.front.Run(ctx) }()
	p.end = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := p.end(); err != nil {
			t.Errorf("the program ended: %v", err)
		}
	})
	m := Message{"t": "start", "w": 100.0, "h": 60.0, "dark": true, "motion": "off"}
	for k, v := range start {
		m[k] = v
	}
	p.front.Receive(m)
	return p
}

func (p *page) Breathe() { runtime.Gosched() }

func (p *page) Send(m Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = append(p.told, m)
	if m["t"] == "frame" {
		p.frame = m
		for _, id := range m["gone"].([]any) {
			delete(p.pieces, id.(string))
		}
		for _, v := range m["pieces"].([]any) {
			piece := v.(map[string]any)
			p.pieces[piece["id"].(string)] = piece["svg"].(string)
		}
		if order, ok := m["order"].([]any); ok {
			p.order = order
		}
	}
	p.news.Broadcast()
}

// until waits for a message, the last ones first.
func (p *page) until(what string, found func(m Message) bool) Message {
	p.t.Helper()
	late := time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.front = nil
		p.news.Broadcast()
	})
	defer late.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		for _, m := range slices.Backward(p.told) {
			if found(m) {
				return m
			}
		}
		if p.front == nil {
			p.t.Fatalf("waited in vain for %s; the last frame says %v", what, p.frame["said"])
		}
		p.news.Wait()
	}
}

// shows waits for a frame whose words have a text in them.
func (p *page) shows(text string) Message {
	p.t.Helper()
	return p.until("a frame with "+text, func(m Message) bool {
		return m["t"] == "frame" && strings.Contains(m.text("title")+"\n"+m.text("said")+"\n"+m.text("link"), text)
	})
}

// forgets forgets what was told, so that what is waited for is new.
func (p *page) forgets() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = nil
}

func (p *page) press(keys ...string) {
	for _, k := range keys {
		p.front.Receive(Message{"t": "key", "key": k})
	}
}

// picture is what the page shows now: the text of the rows.
func (p *page) picture() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, id := range p.order {
		b.WriteString(p.pieces[id.(string)])
	}
	return b.String()
}

// The page shows a replay: its frame in pieces, in words and as a link, and steps
// through it by the terminal's keys, with the numbers of a replay.
func TestExplorerInAPage(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	ready := p.until("ready", func(m Message) bool { return m["t"] == "ready" })
	if n := len(ready["scenarios"].([]any)); n != len(builtin.Names()) {
		t.Errorf("the page is told of %d scenarios", n)
	}
	problem, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	replay, err := study.NewReplay(t.Context(), problem, policy.Must("ei"), study.Settings{}, nil)
	testkit.OK(t, err)
	for step := 1; step < len(replay.Snapshots); step++ {
		p.press("right")
		rows := replay.Snapshots[step].Rows
		row := rows[len(rows)-1]
		m := p.shows(fmt.Sprintf("step=%d", step))
		if want := "EI paid " + chart.Num(row.Cost); row.Counted && !strings.Contains(m.text("said"), want) {
			t.Errorf("step %d says %q, want %q", step, m.text("said"), want)
		}
	}
	svg := p.picture()
	if strings.Contains(svg, "style=") || strings.Contains(svg, "<script") || !strings.Contains(svg, "textLength") {
		t.Error("the frame is not what a page with a strict policy shows")
	}
	if p.frame["w"] != 100 || p.frame["background"] == p.frame["foreground"] {
		t.Errorf("the frame says %v by %v, %v on %v", p.frame["w"], p.frame["h"], p.frame["foreground"], p.frame["background"])
	}
}

// Light and dark, another size, and the words asked for again.
func TestLooksOfAPage(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	dark := p.shows("Next:")["background"]
	p.front.Receive(Message{"t": "look", "dark": false})
	light := p.until("another background", func(m Message) bool { return m["t"] == "frame" && m["background"] != dark })
	p.front.Receive(Message{"t": "size", "w": 60.0, "h": 40.0})
	p.until("another size", func(m Message) bool { return m["t"] == "frame" && m["w"] == 60 && m["h"] == 40 })
	if p.order[len(p.order)-1] != "row39" {
		t.Errorf("the last piece is %v", p.order[len(p.order)-1])
	}
	p.forgets()
	p.front.Receive(Message{"t": "say"})
	if again := p.shows("Next:"); again["background"] != light["background"] {
		t.Errorf("said again on %v", again["background"])
	}
}

// A link has the sliders: the budget that was set, and those of theorem 1.
func TestLinksHaveSliders(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=theorem-1")
	p.shows("a cheap arm promises")
	p.forgets()
	p.press("+")
	moved := p.shows("EI-PUC takes 9 cheap arms").text("link")
	if !strings.Contains(moved, "epsilon=") {
		t.Fatalf("the link is %q", moved)
	}
	opened(t, moved).shows("EI-PUC takes 9 cheap arms")
	opened(t, "scenario=theorem-1&epsilon=7").until("a link that is refused", func(m Message) bool {
		c, _ := m["closed"].(map[string]any)
		return c != nil && strings.Contains(fmt.Sprint(c["why"]), "sliders")
	})
	p = opened(t, "scenario=myopia&policy=ei&budget=12.5")
	if m := p.shows("of the 12.5 left"); !strings.Contains(m.text("link"), "budget=12.5") {
		t.Errorf("the link is %q", m.text("link"))
	}
}

// A problem whose model was changed in the settings is in the link as a whole.
func TestLinksHaveSettings(t *testing.T) {
	t.Parallel()
	p := &page{t: t, pieces: map[string]string{}}
	p.news = sync.NewCond(&p.mu)
	f := New(p) // it does not run: nothing else changes what it shows
	f.start(Message{"w": 100.0, "h": 40.0, "link": "scenario=myopia&policy=ei"})
	defer f.close()
	se := f.explorer.Session()
	changed := se.Base.Cost
	changed.Fixed, changed.NoiseMin, changed.NoiseMax = nil, 0.002, 0.25
	se.Altered = session.Alterations{Budget: 9, Cost: &changed}
	se.Problem = se.Altered.Of(se.Base)
	l := f.state()
	read, err := parse(l.Name, l.File)
	if err != nil || l.Scenario != "" || read.Budget != 9 || read.Cost.NoiseMax != changed.NoiseMax || read.Cost.Fixed != nil {
		t.Errorf("the link leads to %+v, %v", l, err)
	}
}

// What the mouse measures by hovering ends when it leaves the picture; what a click
// or a key holds stays.
func TestHoverEndsOutside(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	pointer := func(kind, button string) {
		p.front.Receive(Message{"t": "mouse", "kind": kind, "x": 50.0, "y": 12.0, "button": button})
	}
	measured := func(want bool) {
		t.Helper()
		p.until(fmt.Sprintf("a frame that measures: %v", want), func(Message) bool {
			last := ""
			for _, id := range p.order {
				last = p.pieces[id.(string)]
			}
			return strings.Contains(last, ">copy<") == want
		})
	}
	measured(false)
	pointer("motion", "none")
	measured(true)
	pointer("leave", "")
	measured(false)
	pointer("press", "left")
	pointer("release", "left")
	measured(true)
	p.forgets()
	pointer("leave", "")
	p.front.Receive(Message{"t": "say"}) // a frame after it
	p.shows("Next:")
	measured(true)
}

// Screens are reached by keys and by the page's own controls, which follow.
func TestScreensOfAPage(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=2-b-ms-ei+fantasies%3D3&screen=tree&step=1")
	m := p.until("the tree", func(m Message) bool {
		return m["t"] == "frame" && strings.HasPrefix(m.text("place"), "step 1") && m.text("link") == "scenario=myopia&policy=2-b-ms-ei%20fantasies=3&screen=tree&step=1"
	})
	if m["typing"] != false || m["playing"] != false || m["problem"] != "myopia" {
		t.Errorf("the page is told %v %v %v", m["typing"], m["playing"], m["problem"])
	}
	p.press("right")
	p.shows("&screen=tree&step=1&node=")
	p.front.Receive(Message{"t": "open", "what": "screen", "name": "settings"})
	p.shows("screen=settings")
	p.press("esc")
	p.until("the first screen", func(m Message) bool { return m["t"] == "frame" && !strings.Contains(m.text("link"), "screen") })
	p.press(":")
	p.until("the palette", func(m Message) bool { return m["t"] == "frame" && m["typing"] == true })
	p.press("esc", "?")
	p.until("what a page has not", func(m Message) bool {
		return m["t"] == "frame" && strings.Contains(fmt.Sprint(m["pieces"]), "rooms over SSH")
	})
	p.press("esc", "q")
	p.until("that there is nothing to quit", func(m Message) bool {
		return m["t"] == "note" && strings.Contains(m.text("text"), "close the tab")
	})
	p.front.Receive(Message{"t": "open", "what": "predict"})
	p.shows("screen=predict")
	p.front.Receive(Message{"t": "open", "what": "map"})
	p.shows("map=problems")
	p.front.Receive(Message{"t": "open", "what": "cellar"})
	p.until("that there is none", func(m Message) bool { return m["t"] == "note" && strings.Contains(m.text("text"), "cellar") })
}

// A tour is begun from an explorer, explored from, and left for where one was.
func TestTourInAPage(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=overspend&policy=ei&step=1")
	p.shows("step=1")
	p.front.Receive(Message{"t": "open", "what": "tour", "presenter": true})
	p.shows("tour=tour&frame=1&presenter=on")
	p.press(" ")
	p.shows("frame=2")
	p.press("q")
	p.forgets()
	p.shows("scenario=overspend&policy=ei&step=1")
}

// What the page's makers put into it is found, opened first and toured.
func TestCourseInAPage(t *testing.T) {
	t.Parallel()
	text, err := builtin.Text("overspend", 0)
	testkit.OK(t, err)
	mine := strings.Replace(string(text), "title", "title = \"Of our course\"\n#title", 1)
	mine = strings.Replace(mine, `name = "overspend"`, `name = "ours"`, 1)
	tour := "title = \"Our tour\"\nproblem = \"myopia\"\npolicies = [\"ei\"]\n[[scene]]\ntitle = \"One\"\ncaption = \"Look.\"\n"
	p := begun(t, Message{"link": "", "problems": []any{map[string]any{"name": "ours.toml", "text": mine}}, "tours": []any{map[string]any{"name": "t.toml", "text": tour}}})
	ready := p.until("ready", func(m Message) bool { return m["t"] == "ready" })
	if got := fmt.Sprint(ready["problems"], ready["tours"]); !strings.Contains(got, "Of our course") || !strings.Contains(got, "Our tour") || !strings.Contains(got, "Why look ahead?") {
		t.Errorf("the page is told of %s", got)
	}
	p.shows("name=ours.toml&problem=")
	p.front.Receive(Message{"t": "open", "what": "tour", "name": "t.toml"})
	p.shows("tour=t.toml")
	p.front.Receive(Message{"t": "open", "what": "problem", "name": "ours.toml"})
	p.front.Receive(Message{"t": "source", "name": "."})
	if m := p.until("its text", func(m Message) bool { return m["t"] == "source" }); m["text"] != mine || m["file"] != "ours.toml" {
		t.Errorf("its text is %v", m)
	}
}

// Pictures and numbers are handed to the page.
func TestWhatAPageIsHanded(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	p.press("w")
	file := p.until("a picture", func(m Message) bool { return m["t"] == "file" })
	if file["name"] != "farsight-myopia.svg" || !strings.HasPrefix(string(file.bytes("bytes")), "<svg") {
		t.Errorf("the picture is %v, %.40s", file["name"], file.bytes("bytes"))
	}
	p.press("]", "y")
	if m := p.until("a text to copy", func(m Message) bool { return m["t"] == "copy" }); !strings.HasPrefix(m.text("text"), "x ") {
		t.Errorf("copied %q", m.text("text"))
	}
	for name, want := range map[string]string{"": "[objective]", "manual": "person", "lda": "[table]", ".": "myopia"} {
		p.forgets()
		p.front.Receive(Message{"t": "source", "name": name})
		if m := p.until("a text", func(m Message) bool { return m["t"] == "source" }); !strings.Contains(m.text("text"), want) {
			t.Errorf("the text of %q has no %q: %v", name, want, m)
		}
	}
}

// An article asks for figures without an explorer; what is asked of one again is given
// up, and what is no figure is not heard.
func TestFigureOfTheArticle(t *testing.T) {
	t.Parallel()
	p := begun(t, Message{"t": "figures"})
	p.front.Receive(Message{"t": "figure", "name": "nothing"})
	p.front.Receive(Message{"t": "figure", "name": "cost", "at": 0.0, "columns": 96.0})
	p.front.Receive(Message{"t": "figure", "name": "cost", "at": 6.0, "columns": 96.0, "dark": true})
	m := p.until("the figure", func(m Message) bool { return m["t"] == "figure" && m["at"] == 6 && m["done"] == true })
	if svg := m.text("svg"); !strings.HasPrefix(svg, "<svg") || !strings.Contains(m.text("words"), "best 1.34") {
		t.Errorf("%.60s, %s", svg, m.text("words"))
	}
}

// Where the sliders are open the page is told where a finger holds them.
func TestGripOfTheSliders(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei&policy=ei-puc")
	p.until("the explorer", func(m Message) bool { return m["t"] == "frame" && m["grip"] == nil })
	p.front.Receive(Message{"t": "key", "key": "S"})
	m := p.until("the sliders", func(m Message) bool { return m["t"] == "frame" && m["grip"] != nil })
	if g := m["grip"].(map[string]any); g["w"].(int) < 20 || g["y"].(int) < 10 || g["h"].(int) < 1 {
		t.Errorf("they are held at %v", g)
	}
}
