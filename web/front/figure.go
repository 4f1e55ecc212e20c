package front

import "context"

// drawnFigure is a figure of the article that was asked for.
type drawnFigure struct {
	name       string
	at         int
	svg, words string
	done       bool // or else it is on its way
	err        error
}

// figure draws a figure of the article in the background; what was asked for before is
// given up.
func (f *Front) figure(m Message) {
	of, ok := FigureNamed(m.text("name"))
	if !ok {
		return
	}
	if f.giveUp != nil {
		f.giveUp()
	}
	var ctx context.Context
	ctx, f.giveUp = context.WithCancel(context.Background())
	columns := max(NarrowFigure, min(m.integer("columns"), WideFigure))
	th := themed(m.truth("dark"))
	at := m.integer("at")
	hand := func(d Drawing, done bool, err error) {
		out := drawnFigure{name: of.Name, at: at, words: d.Words, done: done, err: err}
		if err == nil {
			out.svg, out.err = d.SVG(th, d.Words)
		}
		if ctx.Err() == nil {
			f.put(out)
		}
	}
	go func() {
		d, err := of.Draw(ctx, at, columns, th, f.scheduler, func(d Drawing) { hand(d, false, nil) })
		hand(d, true, err)
	}()
}

// sendFigure sends the page a figure.
func (f *Front) sendFigure(d drawnFigure) {
	m := Message{"t": "figure", "name": d.name, "at": d.at, "svg": d.svg, "words": d.words, "done": d.done}
	if d.err != nil {
		m["words"], m["wrong"] = d.err.Error(), true
	}
	f.host.Send(m)
}
