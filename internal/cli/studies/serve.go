package studies

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/internal/cli/version"
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
budget (whose amount is "by") and status. What comes back is what that command
prints with --json, in one line, with the id in front; or
  {"id":2,"error":{"kind","what","field","hint"}}
where kind is "request" (not understood; nothing was done), "stale" (others wrote
meanwhile), "answered" (told before, by other numbers), "doubt" (far from what was
expected; "sure":true records it) or "failed". A line that is no request is
answered by an error, too, and the next one is read.

The first line is a greeting: {"farsight":1,"program","do":[what there is]} and
what all study commands share (farsight study --help). {"do":"subscribe"} has every
line that the study gains, whoever writes it, sent as {"event":{"n","time","kind",
"event"}}, as it stands in the file, and with "from" those from that line on.
{"replaced":true} says that the file was replaced; its lines follow from the first.

docs/python.md has a client.`,
		Example: `farsight study serve lab.study
echo '{"id":1,"do":"ask"}' | farsight study serve lab.study`,
		Args: usage.ExactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := FileFlags{Salvage: salvaged}
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			return (&server{cmd: cmd, path: args[0], live: l}).serve()
		},
		ValidArgsFunction: completeStudy,
	}
	cmd.Flags().BoolVar(&salvaged, "salvage", false, "if the study is damaged, go on with its sound lines; the damaged file is kept")
	return cmd
}

// protocol is the version of what is spoken: it changes when a client of before
// would no longer understand.
const protocol = 1

// verb is a command that a program can ask for.
type verb struct {
	name      string
	command   func() *cobra.Command
	arguments []string // the fields that are arguments; all others are flags
}

var spoken = []verb{
	{"ask", newStudyAsk, nil},
	{"tell", newStudyTell, nil},
	{"skip", newStudySkip, nil},
	{"undo", newStudyUndo, nil},
	{"budget", newStudyBudget, []string{"by"}},
	{"status", newStudyStatus, nil},
}

const subscribe = "subscribe"

// spokenNames is what can be asked for.
func spokenNames() []string {
	var names []string
	for _, s := range spoken {
		names = append(names, s.name)
	}
	return append(names, subscribe)
}

// server answers one program about one study.
type server struct {
	cmd  *cobra.Command
	path string
	live *study.Live

	mu      sync.Mutex // of stdout: answers and events take turns
	watched bool
}

// serve answers until there are no more requests, or until it is asked to end.
func (s *server) serve() error {
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

func (s *server) greet() error {
	v, err := ViewOf(s.live, s.path)
	if err != nil {
		return err
	}
	return s.print(struct {
		Farsight int      `json:"farsight"`
		Program  string   `json:"program"`
		Do       []string `json:"do"`
		standing
	}{protocol, version.Build().Version, spokenNames(), v.standing()})
}

// print writes one line.
func (s *server) print(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return writeStudyJSON(s.cmd.OutOrStdout(), v, "")
}

// answer answers a line; the error is one of stdout's, after which nobody
// listens.
func (s *server) answer(ctx context.Context, l line, watch *sync.WaitGroup) error {
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
		a, saved, err = s.obey(ctx, q)
	}
	if err != nil {
		return s.print(struct {
			ID    json.RawMessage `json:"id"`
			Error errorJSON       `json:"error"`
		}{q.id, errorOf(err)})
	}
	if saved != "" {
		output.Saved(s.cmd, "%s", saved)
	}
	a = bytes.TrimPrefix(bytes.TrimSpace(a), []byte("{"))
	if err := s.print(json.RawMessage(`{"id":` + string(q.id) + "," + string(a))); err != nil {
		return err
	}
	then()
	if f, ok := s.cmd.OutOrStdout().(*output.Faithful); ok {
		f.Saved = "" // it was said
	}
	return nil
}

// obey runs the command a request asks for and returns what it prints, and
// what it has saved.
func (s *server) obey(ctx context.Context, q request) (a json.RawMessage, saved string, err error) {
	var b bytes.Buffer
	out := &output.Faithful{To: &b}
	cmd, words, err := q.command(s.path)
	if err != nil {
		return nil, "", err
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetFlagErrorFunc(usage.FlagError)
	cmd.SetArgs(words)
	cmd.SetIn(strings.NewReader(""))
	cmd.SetOut(out)
	cmd.SetErr(s.cmd.ErrOrStderr())
	began, run := false, cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		began = true
		return run(cmd, args)
	}
	err = cmd.ExecuteContext(context.WithValue(ctx, openedKey{}, s.live))
	if err != nil && !began {
		err = usage.Mistake(err)
	}
	return b.Bytes(), out.Saved, err
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

// errorJSON is what went wrong, for a program and for whoever reads its log.
type errorJSON struct {
	Kind  string `json:"kind"`
	What  string `json:"what"`
	Field string `json:"field,omitempty"`
	Hint  string `json:"hint,omitempty"`
}

// flagNamed finds the flag that a message of a command is about.
var flagNamed = regexp.MustCompile(`(?:^|[ "])--([a-z-]+)`)

func errorOf(err error) errorJSON {
	e := errorJSON{Kind: "failed", What: err.Error()}
	var (
		bad      *requestError
		mistaken usage.Error
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
		e.Kind, e.Hint = "answered", fmt.Sprintf("its answer stands on line %d", answered.Told.Seq)
	case errors.As(err, &doubt):
		e.Kind, e.Hint = "doubt", `"sure":true records it all the same`
	case errors.As(err, &field):
		e.Field = field.Field
	}
	return e
}
