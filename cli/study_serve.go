package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyServe() *cobra.Command {
	var salvaged bool
	cmd := &cobra.Command{
		Use:   "serve STUDY",
		Short: "answer a program: a request a line on stdin, an answer a line on stdout",
		Long: `Speak with a program in JSON lines until stdin ends: one request a line, one
answer a line, in the order they were asked. Nothing but JSON is on stdout.

A request names what to do and an id, any number or string, which comes back:
  {"id":1,"do":"ask"}
  {"id":2,"do":"tell","ask":7,"value":1.3,"cost":2.5,"note":"a bit cloudy"}
  {"id":3,"do":"tell","at":{"temperature":80,"conc":0.1},"failed":true,"cost":2}
Its fields are the flags of the command of that name: ask, tell, skip, undo,
budget (whose amount is "by"), amend, set and status. What comes back is what that
command prints with --json, in one line, with the id in front; or
  {"id":2,"error":{"kind","what","field","hint"}}
where kind is "request" (not understood; nothing was done), "stale" (others wrote
meanwhile), "answered" (told before, with other numbers), "doubt" (far from the
prediction; "sure":true records it) or "failed". A line that is no request is
answered by an error, too, and the next one is read.

The first line is a greeting: {"farsight":1,"program","do":[what there is]} and
what all study commands share (farsight study --help). After
{"do":"subscribe"} every new line of the study is sent as {"event":{"n","time",
"kind","event"}}, as in the file, and with "from" those from that line on.
{"replaced":true} says that the file was replaced; its lines follow from the first.

docs/python.md has a client.`,
		Example: `farsight study serve lab.study
echo '{"id":1,"do":"ask"}' | farsight study serve lab.study`,
		Args: exactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := studyFlags{salvage: salvaged}
			l, err := f.open(cmd, args[0])
			if err != nil {
				return err
			}
			return (&lineServer{openStudy: &openStudy{Live: l, cmd: cmd, path: args[0]}}).serve()
		},
		ValidArgsFunction: completeStudy,
	}
	cmd.Flags().BoolVar(&salvaged, "salvage", false, "if the study is damaged, continue with its sound lines; the damaged file is kept")
	return cmd
}

// spoken are the commands a program can ask for.
var spoken = []lineVerb{
	{"ask", newStudyAsk, nil},
	{"tell", newStudyTell, nil},
	{"skip", newStudySkip, nil},
	{"undo", newStudyUndo, nil},
	{"budget", newStudyBudget, []string{"by"}},
	{"amend", newStudyAmend, nil},
	{"set", newStudySet, nil},
	{"status", newStudyStatus, nil},
}

// protocol is the version of what is spoken: it changes when a client of before
// would no longer understand.
const protocol = 1

// lineVerb is a command that a program can ask for.
type lineVerb struct {
	name      string
	command   func() *cobra.Command
	arguments []string // the fields that are arguments; all others are flags
}

const subscribe = "subscribe"

// lineServer answers one program about one study: a request a line on stdin, an
// answer a line on stdout, both JSON. A request's fields are the flags of the
// command of that name, and the answer is what it prints with --json, so that
// there is one schema, and what a command learns is spoken at once.
type lineServer struct {
	*openStudy
	mu      sync.Mutex // of stdout: answers and events take turns
	watched bool
}

// verbs are what can be asked for.
func verbs() (names []string) {
	for _, v := range spoken {
		names = append(names, v.name)
	}
	return append(names, subscribe)
}

// serve answers requests until stdin ends or the context does.
func (s *lineServer) serve() error {
	ctx, end := context.WithCancel(s.cmd.Context())
	defer end()
	if err := s.greet(); err != nil {
		return err
	}
	var watch sync.WaitGroup
	defer watch.Wait()
	defer end() // the watch looks once more, and ends
	lines := make(chan line)
	go readLines(ctx, s.cmd.InOrStdin(), lines)
	for {
		select {
		case l, more := <-lines:
			if !more {
				return nil
			}
			if err := s.answer(ctx, l, &watch); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *lineServer) greet() error {
	v, err := s.view()
	if err != nil {
		return err
	}
	hello, err := joined(struct {
		Farsight int      `json:"farsight"`
		Program  string   `json:"program"`
		Do       []string `json:"do"`
	}{protocol, buildInfo().Version, verbs()}, v.shared())
	if err != nil {
		return err
	}
	return s.print(hello)
}

// print writes one line.
func (s *lineServer) print(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return writeJSON(s.cmd.OutOrStdout(), v, "")
}

// joined is the fields of two objects, which have some, as one.
func joined(a, b any) (json.RawMessage, error) {
	var parts [2]bytes.Buffer
	for i, v := range []any{a, b} {
		enc := json.NewEncoder(&parts[i])
		enc.SetEscapeHTML(false) // as the commands write it
		if err := enc.Encode(v); err != nil {
			return nil, err
		}
	}
	first, second := bytes.TrimSpace(parts[0].Bytes()), bytes.TrimSpace(parts[1].Bytes())
	return append(append(first[:len(first)-1], ','), second[1:]...), nil
}

// answer answers a line; the error is one of stdout, after which answers are useless.
func (s *lineServer) answer(ctx context.Context, l line, watch *sync.WaitGroup) error {
	if l.err == nil && len(bytes.TrimSpace(l.text)) == 0 {
		return nil
	}
	q, err := readRequest(l)
	var a json.RawMessage
	saved, then := "", func() {}
	switch {
	case err != nil:
	case q.do == subscribe:
		a, then, err = s.subscribe(ctx, q, watch)
	default:
		a, saved, err = s.handle(ctx, q)
	}
	if err == nil {
		a, err = joined(fields{"id": q.id}, a)
	}
	if err != nil {
		if a, err = joined(fields{"id": q.id}, fields{"error": errorOf(err)}); err == nil {
			err = s.print(a)
		}
		return err
	}
	if saved != "" {
		noteSaved(s.cmd, "%s", saved)
	}
	if err := s.print(a); err != nil {
		return err
	}
	then()
	if f, ok := s.cmd.OutOrStdout().(*faithfulWriter); ok {
		f.saved = "" // it was printed
	}
	return nil
}

// handle runs the command a request asks for and returns what it prints, and
// what it has saved.
func (s *lineServer) handle(ctx context.Context, q request) (a json.RawMessage, saved string, err error) {
	var b bytes.Buffer
	out := &faithfulWriter{to: &b}
	cmd, words, err := s.command(q)
	if err != nil {
		return nil, "", err
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetFlagErrorFunc(flagError)
	cmd.SetArgs(words)
	cmd.SetIn(strings.NewReader(""))
	cmd.SetOut(out)
	cmd.SetErr(s.cmd.ErrOrStderr())
	began, run := false, cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		began = true
		return run(cmd, args)
	}
	err = cmd.ExecuteContext(context.WithValue(ctx, openedKey{}, s.Live))
	if err != nil && !began {
		err = usageMistake(err)
	}
	return b.Bytes(), out.saved, err
}

// openedKey is where a command finds the study that a server has open.
type openedKey struct{}

// opened is the study a server has open, brought up to date; nil outside one.
func opened(cmd *cobra.Command) (*study.Live, error) {
	l, _ := cmd.Context().Value(openedKey{}).(*study.Live)
	if l == nil {
		return nil, nil
	}
	if _, err := l.Poll(); err != nil {
		return nil, err
	}
	_, err := l.Overview() // its problem may have changed
	return l, err
}

// errorJSON is an error, for programs and for readers of their logs.
type errorJSON struct {
	Kind  string `json:"kind"`
	What  string `json:"what"`
	Field string `json:"field,omitempty"`
	Hint  string `json:"hint,omitempty"`
}

// flagNamed finds the flag that a message of a command is about.
var flagNamed = regexp.MustCompile(`(?:^|[ "])--([a-z-]+)`)

func errorOf(err error) errorJSON {
	e := errorJSON{Kind: "failed", What: mistake.Plain(err)}
	var (
		bad      *requestError
		mistaken usageError
		field    *journal.FieldError
		stale    *journal.StaleError
		answered *study.AnsweredError
		doubt    doubted
	)
	switch {
	case errors.As(err, &bad):
		e.Kind, e.Field, e.Hint = "request", bad.field, bad.hint
	case errors.As(err, &mistaken):
		e.Kind = "request"
		if m := flagNamed.FindStringSubmatch(e.What); m != nil {
			e.Field = m[1]
		}
	case errors.As(err, &stale):
		e.Kind, e.Hint = "stale", "ask for the status, then repeat it if it still holds"
	case errors.As(err, &answered):
		e.Kind, e.Hint = "answered", fmt.Sprintf("its answer is on line %d", answered.Told.Seq)
	case errors.As(err, &doubt):
		e.Kind, e.Hint = "doubt", `"sure":true records it all the same`
	case errors.As(err, &field):
		e.Field = field.Field
	}
	return e
}

// watchEvery is how often the file is looked at for a subscriber.
const watchEvery = 250 * time.Millisecond

// subscribe is answered before the first event is sent: that is what then does.
func (s *lineServer) subscribe(ctx context.Context, q request, watch *sync.WaitGroup) (a json.RawMessage, then func(), err error) {
	from := 0
	for _, f := range q.fields {
		if f.name != "from" {
			return nil, nil, &requestError{what: fmt.Sprintf("%s has no field %q", subscribe, f.name), field: f.name, hint: "it has from, id"}
		}
		n, err := strconv.Atoi(string(f.value))
		if err != nil || n < 1 {
			return nil, nil, f.wants("the number of a line")
		}
		from = n
	}
	if s.watched {
		return nil, nil, &requestError{what: "events are being sent already", hint: "one subscription is enough"}
	}
	// Its own view of the file, so that it misses nothing that commands take in.
	j, err := journal.Open(s.Live.Journal().Path(), journal.Settings{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	if _, err := s.Live.Poll(); err != nil {
		return nil, nil, err
	}
	v, err := s.view()
	if err != nil {
		return nil, nil, err
	}
	known := j.Events()
	if from == 0 {
		from = len(known) + 1
	}
	s.watched = true
	a, err = joined(v.shared(), fields{"from": from})
	return a, func() { watch.Go(func() { s.watch(ctx, j, known, from) }) }, err
}

// watch sends events until ctx ends, and then what came before that.
func (s *lineServer) watch(ctx context.Context, j *journal.Journal, known []journal.Event, from int) {
	send := func(events []journal.Event) bool {
		for _, e := range events {
			if e.Seq < from {
				continue
			}
			if s.print(fields{"event": e}) != nil {
				return false // stdout is closed: the answers fail, too
			}
		}
		return true
	}
	if !send(known) {
		return
	}
	said := ""
	for ended := false; ; {
		c, err := j.Poll()
		switch {
		case err != nil && err.Error() != said:
			said = err.Error()
			if s.print(fields{"error": errorOf(err)}) != nil {
				return
			}
		case err == nil:
			said = ""
		}
		if c.Replaced {
			from = 1
			if s.print(fields{"replaced": true}) != nil {
				return
			}
		}
		if !send(c.Events) || ended {
			return
		}
		select {
		case <-ctx.Done():
			ended = true // once more: an answer may have been given since
		case <-time.After(watchEvery):
		}
	}
}
