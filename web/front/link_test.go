package front

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"farsight/scenarios/builtin"
)

// Whatever state a link carries, it is read back as it was.
func TestLinksRoundTrip(t *testing.T) {
	t.Parallel()
	policies := []string{"ei", "4-b-ms-ei", "b-ms-ei steps=3 schedule=off", "ei-puc-cc"}
	rapid.Check(t, func(t *rapid.T) {
		var l Link
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			l.Map = true
		case 1:
			l.Tour, l.Frame, l.Presenter = rapid.StringMatching(`[a-z &=#%+äß.-]{1,20}`).Draw(t, "tour"), rapid.IntRange(0, 99).Draw(t, "frame"), rapid.Bool().Draw(t, "presenter")
		case 2:
			l.Name = rapid.StringMatching(`[A-Za-z0-9 &=#%+ä_.-]{1,30}\.toml`).Draw(t, "name")
			l.File = rapid.StringN(1, 3000, 12000).Draw(t, "file")
		case 3:
			l.Scenario = rapid.SampledFrom(builtin.Names()).Draw(t, "scenario")
		case 4:
			l.Study = rapid.StringMatching(`[a-z &=#%+.-]{1,20}`).Draw(t, "study")
		}
		if rapid.Bool().Draw(t, "slid") {
			l.Budget, l.Epsilon, l.Delta = rapid.Float64Range(1e-9, 1e9).Draw(t, "budget"), rapid.Float64Range(1e-9, 1).Draw(t, "epsilon"), rapid.Float64Range(1e-9, 1).Draw(t, "delta")
			l.Part = rapid.IntRange(0, 2).Draw(t, "part")
		}
		if n := rapid.IntRange(0, 3).Draw(t, "policies"); n > 0 {
			l.Policies = rapid.SliceOfN(rapid.SampledFrom(policies), n, n).Draw(t, "policy")
		}
		l.Seed, l.Step, l.Node = rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 1000).Draw(t, "step"), rapid.IntRange(0, 5000).Draw(t, "node")
		l.Screen = rapid.SampledFrom([]string{"", "tree", "theorem 1", "map of problems"}).Draw(t, "screen")
		fragment := l.String()
		if strings.ContainsAny(fragment, " #\"<>\n") {
			t.Fatalf("%q does not stand in an address", fragment)
		}
		if got, err := ParseLink(fragment); err != nil || !reflect.DeepEqual(got, l) {
			t.Fatalf("%+v became %q and then %+v, %v", l, fragment, got, err)
		}
	})
}

// bomb is a link of a few bytes that unpacks into very many.
func bomb(n int) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	for range n {
		_, _ = w.Write(make([]byte, 1<<10))
	}
	_ = w.Close()
	return "problem=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Links come from anybody.
func TestHostileLinks(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		strings.Repeat("a", mostLink+1):         "too long",
		"budget=-1":                             "no number above 0",
		"epsilon=NaN":                           "no number above 0",
		"part=3":                                "no number from 0 to 2",
		"%zz":                                   "damaged",
		"scenario=%00":                          "nothing that cannot be seen",
		"scenario=my%1b[31mopia":                "nothing that cannot be seen",
		"scenario=" + strings.Repeat("x", 101):  "at most 100",
		"scenario=%ff":                          "no name of ours",
		"scenario=nowhere":                      `no scenario "nowhere"`,
		"scenario=myopia&scenario=lda":          "says scenario twice",
		"policy=nobody":                         "nobody",
		"policy=99-b-ms-ei":                     "plan from",
		"step=-1":                               "no number from 0",
		"step=1e9":                              "no number from 0",
		"node=99999999999999999999":             "no number from 0",
		"seed=x":                                "no whole number",
		"seed=-1":                               "no whole number",
		"frame=NaN":                             "no number from 0",
		"problem=!!!":                           "damaged",
		"problem=AAAA":                          "damaged",
		"problem=":                              "damaged",
		"problem=" + pack("\xff\xfe"):           "no text",
		"scenario=lda&problem=" + pack("a = 1"): "it can do one",
		bomb(1 << 14):                           "larger than 256 kB",
		strings.Repeat("policy=ei&", mostPolicies) + "policy=ei": "more than",
	} {
		if l, err := ParseLink(link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %+v, %v; want %q", link, l, err, want)
		} else if strings.ContainsAny(err.Error(), "\x00\x1b") || !utf8.ValidString(err.Error()) || len(err.Error()) > 300 {
			t.Errorf("%.60q: the mistake itself is not harmless: %q", link, err)
		}
	}
	if len(bomb(1<<14)) > mostLink {
		t.Error("the bomb is refused for its length alone: this tests nothing")
	}
	for link, want := range map[string]Link{
		"":                              {},
		"later=unheard&step=3":          {Step: 3},
		"problem=" + pack("a = 1"):      {Name: unnamed, File: "a = 1"},
		"name=lda&problem=" + pack("a"): {Name: unnamed, File: "a"}, // it would hide the scenario
		"name=stray.toml":               {},
	} {
		if got, err := ParseLink(link); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, %v; want %+v", link, got, err, want)
		}
	}
}

func FuzzParseLink(f *testing.F) {
	for _, link := range []string{"", "scenario=myopia&policy=ei&step=3&screen=tree&node=4", "tour=tour&frame=2", "map=problems", "name=a.toml&problem=" + pack("budget = 1"), bomb(4)} {
		f.Add(link)
	}
	f.Fuzz(func(t *testing.T, link string) {
		l, err := ParseLink(link)
		if err != nil {
			return
		}
		if again, err := ParseLink(l.String()); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q is %+v, and read again %+v, %v", link, l, again, err)
		}
	})
}

// closed waits for a frame that says of a link that it cannot be opened, and why;
// "": of none.
func (p *page) closed(link, why string) Message {
	p.t.Helper()
	return p.until("a frame that says of "+link+" that "+why, func(m Message) bool {
		c, ok := m["closed"].(map[string]any)
		return ok && m["t"] == "frame" && c["link"] == link && strings.Contains(c["why"].(string), why)
	})
}

// A wrong link is said to be wrong, and something is shown all the same; a link
// that is followed later leads there.
func TestFollowingLinks(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=nowhere")
	if m := p.closed("scenario=nowhere", "no scenario"); m["link"] != "scenario="+builtin.First {
		t.Errorf("instead of it %v is shown", m["link"])
	}
	for _, link := range []string{"problem=" + pack("nonsense"), "problem=" + pack("[command]\n"), "tour=tour&frame=999"} {
		p.forgets()
		p.front.Receive(Message{"t": "link", "link": link})
		p.closed(link, "")
	}
	p.front.Receive(Message{"t": "link", "link": "policy=ei-puc-cc&scenario=theorem-1&screen=tree"})
	p.until("a word about the screen", func(m Message) bool { return m["t"] == "note" })
	p.closed("", "")
	p.front.Receive(Message{"t": "link", "link": "scenario=overspend&policy=ei-puc&step=2"})
	p.shows("scenario=overspend&policy=ei-puc&step=2")
	p.forgets()
	p.front.Receive(Message{"t": "link", "link": "scenario=overspend&policy=ei-puc&step=2"})
	p.press("left")
	p.shows("scenario=overspend&policy=ei-puc&step=1")
}
