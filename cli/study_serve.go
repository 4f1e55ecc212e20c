package cli

import (
	"errors"
	"io"

	"github.com/spf13/cobra"
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
		Args: exactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := studyFlags{Salvage: salvaged}
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			server := &lineServer{
				Path: args[0], Live: l, Verbs: spoken,
				Standing: func() (any, error) {
					v, err := viewOf(l, args[0])
					if err != nil {
						return nil, err
					}
					return v.standing(), nil
				},
				Write: func(w io.Writer, v any) error { return writeStudyJSON(w, v, "") },
				Kind: func(err error) (kind, hint string) {
					if doubt := (doubted{}); errors.As(err, &doubt) {
						return "doubt", `"sure":true records it all the same`
					}
					return "", ""
				},
			}
			return server.Serve(cmd)
		},
		ValidArgsFunction: completeStudy,
	}
	cmd.Flags().BoolVar(&salvaged, "salvage", false, "if the study is damaged, go on with its sound lines; the damaged file is kept")
	return cmd
}

// spoken are the commands a program can ask for.
var spoken = []lineVerb{
	{Name: "ask", Command: newStudyAsk},
	{Name: "tell", Command: newStudyTell},
	{Name: "skip", Command: newStudySkip},
	{Name: "undo", Command: newStudyUndo},
	{Name: "budget", Command: newStudyBudget, Arguments: []string{"by"}},
	{Name: "amend", Command: newStudyAmend},
	{Name: "set", Command: newStudySet},
	{Name: "status", Command: newStudyStatus},
}
