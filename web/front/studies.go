package front

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
	"farsight/web/studies"
)

// lab are the visitor's studies. What is done with them waits for the browser's
// storage, so that it is done beside the loop, one thing after the other.
type lab struct {
	mu    sync.Mutex
	shelf studies.Shelf
	shown *tui.Model // the study on the screen; nil: none
	name  string     // of it
}

// Keep says where studies are kept, by what storage, and who makes them.
func (f *Front) Keep(dir string, s studies.Storage, program string) {
	f.lab.mu.Lock()
	defer f.lab.mu.Unlock()
	f.lab.shelf = studies.Shelf{Dir: dir, Storage: s, Program: program}
}

// studied is the result of a request.
type studied struct {
	did, name   string
	live        *study.Live // to be shown; nil: nothing is
	said        []string
	file        []byte
	err         error
	list        []studies.Entry
	open        string
	unavailable error // why nothing is kept
}

// study does what the page asks for with studies.
func (f *Front) study(m Message) {
	go func() {
		f.lab.mu.Lock()
		defer f.lab.mu.Unlock()
		f.scheduler.pause()
		f.put(f.lab.do(m, f.definition(m)))
	}()
}

// definition is what a new study is made of. A problem that is named is a
// scenario, or a file that came with the page.
func (f *Front) definition(m Message) studies.Definition {
	d := studies.Definition{Name: m.text("name"), Text: m.text("text"), Policy: m.text("policy")}
	if d.Text == "" {
		d.Scenario = m.text("scenario")
		for _, p := range f.course.Problems {
			if p.Name == d.Scenario {
				d.Scenario, d.Text, d.Dir = "", p.Text, courseFolder
			}
		}
	}
	return d
}

// do executes one request and lists the studies afterwards.
func (l *lab) do(m Message, d studies.Definition) studied {
	out := studied{did: m.text("do"), name: m.text("name")}
	switch out.did {
	case "list":
	case "new":
		if text := m.text("seed"); text != "" {
			if d.Seed, out.err = strconv.ParseUint(text, 10, 64); out.err != nil {
				out.err = errors.New("the seed is no whole number")
				break
			}
		}
		out.live, out.err = l.shelf.New(d)
	case "open":
		out.live, out.err = l.shelf.Open(out.name)
	case "take":
		out.live, out.said, out.err = l.shelf.Import(out.name, m.bytes("bytes"), m.truth("salvage"))
	case "download":
		out.file, out.err = l.shelf.Bytes(out.name)
	case "remove":
		out.err = l.shelf.Remove(out.name)
	case "close":
		l.shelf.Close()
	default:
		out.err = errors.New("nothing of the kind can be done with a study")
	}
	if out.live != nil {
		out.name = l.shelf.Now()
		if out.did != "take" { // which has reported it
			for _, n := range out.live.Journal().Notices() {
				out.said = append(out.said, n.String())
			}
		}
	}
	out.list, out.unavailable = l.shelf.List()
	out.open = l.shelf.Now()
	return out
}

// studied shows a study, and sends the result of the request to the page.
func (f *Front) studied(s studied) {
	if s.live != nil {
		f.openStudy(s.live, s.name)
	}
	answer := Message{"t": "study", "did": s.did, "name": sanitize.Text(s.name), "ok": s.err == nil, "why": sanitize.Text(strings.Join(s.said, " "))}
	if s.err != nil {
		var damage *journal.DamageError
		answer["why"], answer["salvageable"] = sanitize.Text(s.err.Error()), errors.As(s.err, &damage)
	}
	f.host.Send(listed(s))
	switch {
	case s.err != nil && s.did == "open" && f.awaited == Link{Study: s.name}.String(): // and nothing else was opened meanwhile
		f.refuse(f.awaited, s.err)
	case s.did != "list":
		f.host.Send(answer)
	}
	if s.file != nil {
		f.host.Send(Message{"t": "file", "name": s.name, "type": "application/jsonl", "bytes": s.file})
	}
	if s.live == nil && f.lab.shown != nil && s.open == "" { // taken from under it
		f.lab.shown, f.lab.name = nil, ""
		if err := f.openLink(Link{Scenario: builtin.First}); err != nil {
			f.complain(err)
		}
	}
}

// listed is the message with the list of studies.
func listed(s studied) Message {
	list := []any{}
	for _, e := range s.list {
		list = append(list, map[string]any{
			"name": e.Name, "title": e.Problem, "policy": e.Policy, "evaluations": e.Evaluations, "initial": e.Initial,
			"budget": rounded(e.Budget), "spent": rounded(e.Spent), "left": rounded(e.Left), "unit": e.Unit, "best": e.Best,
			"stop": e.Stop, "updated": e.Updated.Format(time.RFC3339), "trouble": e.Trouble, "elsewhere": e.Elsewhere,
		})
	}
	keeps := map[string]any{"ok": s.unavailable == nil, "why": ""}
	if s.unavailable != nil {
		keeps["why"] = sanitize.Text(s.unavailable.Error())
	}
	return Message{"t": "studies", "list": list, "open": s.open, "keeps": keeps}
}

// rounded is an amount of budget for display.
func rounded(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', study.Figures, 64), 64)
	return r
}

// openStudy shows a study.
func (f *Front) openStudy(l *study.Live, name string) {
	o := f.options()
	o.Problem, o.Policies, o.Live = l.Problem(), []policy.Policy{l.Policy()}, l
	m := tui.New(o)
	f.lab.shown, f.lab.name = m, name
	f.show(m, m, nil)
}

// leaveStudy lets other tabs have the study once something else is shown.
func (f *Front) leaveStudy(s Shown) {
	if f.lab.shown == nil || s == Shown(f.lab.shown) {
		return
	}
	f.lab.shown, f.lab.name = nil, ""
	f.study(Message{"do": "close"})
}
