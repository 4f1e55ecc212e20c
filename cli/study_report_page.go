package cli

import (
	"io"
	"time"

	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
)

// labReport is a study at one moment, and who asks for it.
type labReport struct {
	Study   *study.Live
	Path    string    // as it can be typed
	Made    time.Time // when the report was
	Program string    // by which version

	problem *scenarios.Problem
	state   journal.State
	events  []journal.Event
	now     study.Snapshot // without models: its rows are the state's evaluations
	models  study.Snapshot // with them, once there is something to believe
}

// Write writes the page.
func (r labReport) Write(w io.Writer) error {
	var err error
	if r.now, err = r.Study.Overview(); err != nil {
		return err
	}
	if r.models, err = r.Study.Snapshot(); err != nil {
		return err
	}
	// Nobody polls the study here: all of this is of one moment.
	r.events = r.Study.Journal().Events()
	r.state, r.problem = r.Study.State(), r.now.Problem
	var p reportPage
	p.begin(r.title())
	r.head(&p)
	r.asked(&p)
	r.result(&p)
	r.spending(&p)
	r.history(&p)
	r.belief(&p)
	r.foreseen(&p)
	r.happened(&p)
	r.onward(&p)
	r.definition(&p)
	p.printf("<footer>Written by %s on %s UTC, from line %d of the study. The study is the record; this page is a view of it.</footer>\n", text(r.Program), when(r.Made), r.state.Seq)
	p.end()
	if p.err != nil {
		return p.err
	}
	_, err = w.Write(p.Bytes())
	return err
}

// title is what is studied, in the problem's words.
func (r *labReport) title() string {
	if r.problem.Title != "" {
		return r.problem.Title
	}
	return r.problem.Name
}
