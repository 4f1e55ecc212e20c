package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/study"
	"farsight/study/journal"
)

// protocol is the version of what is spoken: it changes when a client of before
// would no longer understand.
const protocol = 1

// lineVerb is a command that a program can ask for.
type lineVerb struct {
	Name      string
	Command   func() *cobra.Command
	Arguments []string // the fields that are arguments; all others are flags
}

const subscribe = "subscribe"

// lineServer answers one program about one study: a request a line on stdin, an
// answer a line on stdout, both JSON. A request's fields are the flags of the
// command of that name, and the answer is what it prints with --json, so that
// there is one schema, and what a command learns is spoken at once.
type lineServer struct {
	Path     string // as it was typed
	Live     *study.Live
	Verbs    []lineVerb
	Standing func() (any, error)                 // the object that all answers begin with
	Write    func(w io.Writer, v any) error      // an object, as the commands write it
	Kind     func(err error) (kind, hint string) // of errors only the commands know; "": another

	cmd     *cobra.Command
	mu      sync.Mutex // of stdout: answers and events take turns
	watched bool
}

// names is what can be asked for.
func (s *lineServer) names() []string {
	var names []string
	for _, v := range s.Verbs {
		names = append(names, v.Name)
	}
	return append(names, subscribe)
}

// Serve answers until there are no more requests, or until it is asked to end.
func (s *lineServer) Serve(cmd *cobra.Command) error {
	s.cmd = cmd
	ctx, end := context.WithCancel(cmd.Context())
	defer end()
	if err := s.greet(); err != nil {
		return err
	}
	var watch sync.WaitGroup
	defer watch.Wait()
	defer end() // the watch looks once more, and ends
	lines := make(chan line)
	go readLines(ctx, cmd.InOrStdin(), lines)
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
	standing, err := s.Standing()
	if err != nil {
		return err
	}
	hello, err := joined(struct {
		Farsight int      `json:"farsight"`
		Program  string   `json:"program"`
		Do       []string `json:"do"`
	}{protocol, buildInfo().Version, s.names()}, standing)
	if err != nil {
		return err
	}
	return s.print(hello)
}

// print writes one line.
func (s *lineServer) print(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Write(s.cmd.OutOrStdout(), v)
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

// answer answers a line; the error is one of stdout's, after which nobody
// listens.
func (s *lineServer) answer(ctx context.Context, l line, watch *sync.WaitGroup) error {
	if l.err == nil && len(bytes.TrimSpace(l.text)) == 0 {
		return nil
	}
	q, err := readRequest(l, s.names())
	var a json.RawMessage
	saved, then := "", func() {}
	switch {
	case err != nil:
	case q.do == subscribe:
		a, then, err = s.subscribe(ctx, q, watch)
	default:
		a, saved, err = s.obey(ctx, q)
	}
	type named struct {
		ID json.RawMessage `json:"id"`
	}
	if err == nil {
		a, err = joined(named{q.id}, a)
	}
	if err != nil {
		return s.print(struct {
			named
			Error errorJSON `json:"error"`
		}{named{q.id}, s.errorOf(err)})
	}
	if saved != "" {
		noteSaved(s.cmd, "%s", saved)
	}
	if err := s.print(a); err != nil {
		return err
	}
	then()
	if f, ok := s.cmd.OutOrStdout().(*faithfulWriter); ok {
		f.Saved = "" // it was said
	}
	return nil
}

// obey runs the command a request asks for and returns what it prints, and
// what it has saved.
func (s *lineServer) obey(ctx context.Context, q request) (a json.RawMessage, saved string, err error) {
	var b bytes.Buffer
	out := &faithfulWriter{To: &b}
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

func (s *lineServer) errorOf(err error) errorJSON {
	e := errorJSON{Kind: "failed", What: mistake.Plain(err)}
	var (
		bad      *requestError
		mistaken usageError
		field    *journal.FieldError
		stale    *journal.StaleError
		answered *study.AnsweredError
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
	case errors.As(err, &field):
		e.Field = field.Field
	}
	if kind, hint := s.Kind(err); kind != "" {
		e.Kind, e.Hint = kind, hint
	}
	return e
}
