package front

import (
	"errors"
	"sync"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/tui/session"
)

// edited is the problem that is being typed, in its last version without
// mistakes. It is safe for concurrent use.
type edited struct {
	mu      sync.Mutex
	file    File // of no name: there is none
	problem *scenarios.Problem
}

func (e *edited) set(file File, p *scenarios.Problem) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.file, e.problem = file, p
}

// named is the problem if it has this name; nil: it has not.
func (e *edited) named(name string) (text string, p *scenarios.Problem) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.problem == nil || e.file.Name != name {
		return "", nil
	}
	return e.file.Text, e.problem
}

// checked is what was found in a text.
type checked struct {
	number     int
	name, text string
	problem    *scenarios.Problem
	err        error
}

// edit has a text checked, and run if it is right.
func (f *Front) edit(name, text string) {
	if name == "" {
		name = unnamed
	}
	f.texts++
	number := f.texts
	go func() {
		f.scheduler.pause() // another text may be on its way
		c := checked{number: number, name: name, text: text}
		c.problem, c.err = parse(name, text)
		f.put(c)
	}()
}

// checked reports the mistakes, or opens a valid text. The present explorer keeps its policies,
// screen and step.
func (f *Front) checked(c checked) {
	if c.number != f.texts {
		return
	}
	f.host.Send(found(c))
	if c.err != nil {
		return
	}
	f.edited.set(File{c.name, c.text}, c.problem)
	if c.problem.IsManual() {
		return // there is nothing to replay: what is shown stays
	}
	if f.explorer == nil || f.explorer.Session().IsLive() || f.explorer.Session().Base == nil || len(f.explorer.Session().Policies) == 0 {
		f.openProblem(c.problem, c.name, nil, 0, 0)
		return
	}
	se := f.explorer.Session()
	step := max(se.Step, f.pending.step)
	se.Name = c.name
	f.pending = pending{step: step, run: se.Run + 1}
	f.run(se.Load(c.name, session.ForSeed))
}

// found is the message to the page about a text.
func found(c checked) Message {
	mistakes := []any{}
	var list mistake.List
	switch {
	case errors.As(c.err, &list):
		for _, m := range list {
			mistakes = append(mistakes, map[string]any{"line": m.Line, "column": m.Column, "field": m.Field, "text": m.Message})
		}
	case c.err != nil:
		mistakes = append(mistakes, map[string]any{"line": 0, "column": 0, "field": "", "text": sanitize.Text(c.err.Error())})
	}
	m := Message{"t": "checked", "ok": c.err == nil, "mistakes": mistakes, "name": c.name}
	if c.problem != nil {
		m["text"], m["cannot"], m["manual"] = sanitize.Text(problemfile.Summary(c.problem)), texts(problemfile.Limits(c.problem)), c.problem.IsManual()
	}
	return m
}
