package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
	"farsight/tui/player"
	"farsight/tui/serve"
)

// serveFlags are what the host decides.
type serveFlags struct {
	listen                  string
	most, mostOf            int
	idle                    time.Duration
	password, keys, hostKey string
	follow, status, predict bool
	readOnly                bool
}

func newServe() *cobra.Command {
	var f problemFlags
	var s serveFlags
	var look tui.Look
	cmd := &cobra.Command{
		Use:   "serve [SCENARIO | TOUR --follow | STUDY --read-only]",
		Short: "offer the explorer to a room, over SSH",
		Long: `Offer the explorer over SSH. Each guest gets an explorer of their own and nothing
else: no shell, no files, no commands, no forwarding, no study of yours. With
--follow you explore in this terminal, your own FILE if you like, and all guests
see your screen at their own size and in their own theme; tour, or a tour's file,
leads them through a tour, and its notes are for another terminal of yours
(farsight tour --notes-for last). With --predict all guests vote for the next
point, and you close each vote (docs/predict.md). With --read-only guests
watch a live study of yours as it grows, and can enter nothing.

Only this machine can connect unless --listen says otherwise, and all who can
connect may come in unless --password-file or --authorized-keys says otherwise.
The host key is made on the first start. Ctrl-C ends it, with --follow q does.
Who comes, goes and is refused is logged to standard error; --status adds a line
about seats, load and refusals, which a terminal shows renewed every second.

Guests connect with ssh -p 2222 HOST and find all keys with ?; ctrl+t changes the
colours, ctrl+g the characters, and so does LC_FARSIGHT=light,ascii ssh ….`,
		Example: `farsight serve
farsight serve overspend --listen :2222 --password-file secret.txt
farsight serve --listen 192.168.1.5:2222 --authorized-keys class.keys --max 30
farsight serve --status --max-per-address 64
farsight serve --follow myopia --listen :2222
farsight serve --follow tour --listen :2222
farsight serve --predict myopia --listen :2222
farsight serve lab.study --read-only --listen :2222 --password-file secret.txt`,
		Args: atMostOne("a SCENARIO or STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := builtin.First
			if s.predict {
				name = builtin.Game
			}
			if len(args) == 1 {
				name = args[0]
			}
			switch {
			case s.follow && s.status:
				return usagef("--status needs this terminal, and so does --follow: leave one of them out")
			case s.predict:
				return s.play(cmd, name, &f, look)
			case s.readOnly:
				return s.watch(cmd, args, look)
			case s.follow && isTour(name):
				return s.presentTour(cmd, name, look)
			case s.follow:
				return s.present(cmd, name, &f, look)
			}
			return s.serve(cmd, name, &f, look)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	addLook(cmd, &look)
	fl := cmd.Flags()
	fl.StringVar(&s.listen, "listen", serve.DefaultListen, "address and port to listen on; :2222 means all addresses")
	fl.BoolVar(&s.follow, "follow", false, "explore here, and let all guests see it")
	fl.BoolVar(&s.predict, "predict", false, "play the game of farsight predict here, with every guest voting for the next point")
	fl.BoolVar(&s.readOnly, "read-only", false, "let guests watch a study, and enter nothing")
	fl.IntVar(&s.most, "max", serve.DefaultMost, "guests at a time")
	fl.IntVar(&s.mostOf, "max-per-address", 0, "of them from one address, this machine's own included (0: half)")
	fl.BoolVar(&s.status, "status", false, "show seats, load and refusals: a line renewed every second, or every 30 seconds where this is no terminal")
	fl.DurationVar(&s.idle, "idle", serve.DefaultIdle, "see guests out who press no key for so long")
	fl.StringVar(&s.password, "password-file", "", "file whose first line is the password guests must know")
	fl.StringVar(&s.keys, "authorized-keys", "", "file of public keys guests may come with, as OpenSSH writes it")
	fl.StringVar(&s.hostKey, "host-key", "", "file of the host key, made if missing (default: farsight/host_ed25519 in your configuration folder)")
	return cmd
}

// serve gives every guest an explorer.
func (s *serveFlags) serve(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	switch {
	case isTour(name):
		return usagef("%s is a tour: farsight serve --follow %s leads all guests through it", sanitize.Text(name), sanitize.Text(name))
	case !slices.Contains(builtin.Names(), name) && isStudy(name):
		return usagef("%s is a study; guests may watch it with --read-only", sanitize.Text(name))
	case !slices.Contains(builtin.Names(), name):
		return usagef("%q is not a built-in scenario%s: guests explore those only; with --follow you can show them a file of yours",
			sanitize.Text(name), didYouMean(name, builtin.Names(), ""))
	case f.allow:
		return usagef("--allow-commands: guests run no commands; with --follow you can")
	}
	_, policies, err := f.problem(name)
	if err != nil {
		return err
	}
	told := &ledger{w: cmd.ErrOrStderr()}
	r, err := s.open(cmd, look, told.log)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "Ctrl-C closes the room.")
	if s.status {
		defer told.follow(r)()
	}
	return r.Serve(cmd.Context(), tui.Options{Name: name, Policies: policies, Settings: f.settings()})
}

// lead shows the screen of this terminal to all guests, in their own sizes and colours. Log lines
// would spoil the screen and are printed at the end.
func (s *serveFlags) lead(cmd *cobra.Command, show func(*serve.Room) error) error {
	r, err := s.open(cmd, tui.Look{}, nil)
	if err != nil {
		return err
	}
	err = show(r)
	if st := r.Status(); len(st.Refused) > 0 || st.Lost > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), st)
	}
	return err
}

// present shows all guests the explorer of this terminal.
func (s *serveFlags) present(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	in, out, ok := terminal(cmd)
	if !ok {
		return errNoStage
	}
	p, policies, err := f.problem(name)
	switch {
	case err != nil:
		return err
	case p.IsManual():
		return fmt.Errorf("%s is measured by a person: there is nothing to replay", sanitize.Text(p.Name))
	}
	return s.lead(cmd, func(r *serve.Room) error {
		return r.Present(cmd.Context(), f.explorer(cmd, look, name, p, policies), in, out)
	})
}

var errNoStage = usagef("--follow shows the room what you do in this terminal, and this is none")

// presentTour leads all guests through a tour from this terminal.
func (s *serveFlags) presentTour(cmd *cobra.Command, name string, look tui.Look) error {
	if err := saidByTour(cmd, name); err != nil {
		return err
	}
	in, out, ok := terminal(cmd)
	if !ok {
		return errNoStage
	}
	t, err := loadTour(name)
	if err != nil {
		return err
	}
	return s.lead(cmd, func(r *serve.Room) error {
		var d mistakeCollector
		o := player.Options{Tour: t, NotesServer: newNotesServer(cmd, name, true), Mistakes: d.take, Explorer: explorerOptions(cmd, look, in, out)}
		o.Explorer.Load, o.Explorer.Note = loadProblem, "" // its words are the tour's
		return errors.Join(r.PresentTour(cmd.Context(), o, in, out), d.end(cmd))
	})
}

// open opens the door and says where it is.
func (s *serveFlags) open(cmd *cobra.Command, look tui.Look, log func(string)) (*serve.Room, error) {
	switch {
	case s.most < 1:
		return nil, usagef("--max %d: at least one guest must have a place", s.most)
	case s.mostOf < 0:
		return nil, usagef("--max-per-address %d: at least one, or 0 for half of all", s.mostOf)
	case s.idle < time.Second:
		return nil, usagef("--idle %v: at least a second, such as 10m", s.idle)
	}
	set := serve.Settings{Listen: s.listen, Most: s.most, MostOf: s.mostOf, Idle: s.idle, Look: look, Log: log}
	var err error
	if s.password != "" {
		if set.Password, err = serve.Password(s.password); err != nil {
			return nil, err
		}
	}
	if s.keys != "" {
		if set.Keys, err = serve.AuthorizedKeys(s.keys); err != nil {
			return nil, err
		}
	}
	file := s.hostKey
	if file == "" {
		if file, err = serve.HostKeyFile(); err != nil {
			return nil, err
		}
	}
	if set.HostKey, err = serve.HostKey(file); err != nil {
		return nil, err
	}
	r, err := serve.Listen(set)
	if err != nil {
		return nil, err
	}
	s.announce(cmd.ErrOrStderr(), r, set)
	return r, nil
}

// announce says where the room is, who may come in and by what it is known.
func (s *serveFlags) announce(w io.Writer, r *serve.Room, set serve.Settings) {
	host, port, _ := net.SplitHostPort(r.Addr().String())
	ip := net.ParseIP(host)
	reach := "at this address"
	switch {
	case ip.IsUnspecified():
		reach = "at all addresses of this machine"
		var err error
		if host, err = os.Hostname(); err != nil {
			host = "HOST"
		}
	case ip.IsLoopback():
		reach = "for this machine only"
	}
	fmt.Fprintf(w, "The room is open: ssh -p %s %s\n", port, sanitize.Text(host))
	fmt.Fprintf(w, "It listens on %s, %s\n", r.Addr(), reach)
	keys := "keys"
	if len(set.Keys) == 1 {
		keys = "key"
	}
	switch {
	case set.Password != "" && len(set.Keys) > 0:
		fmt.Fprintf(w, "Guests come in with the password, or with one of %d %s\n", len(set.Keys), keys)
	case set.Password != "":
		fmt.Fprintln(w, "Guests come in with the password")
	case len(set.Keys) > 0:
		fmt.Fprintf(w, "Guests come in with one of %d %s\n", len(set.Keys), keys)
	default:
		fmt.Fprintln(w, "Everybody who can reach this address may come in, without a password or key (--password-file, --authorized-keys).")
	}
	fmt.Fprintf(w, "Its key is %s\n", r.Fingerprint())
}

// roomFlags are the flags of a room, whatever it shows.
var roomFlags = []string{"listen", "max", "max-per-address", "idle", "password-file", "authorized-keys", "host-key", "status", "theme", "glyphs", "read-only", "help"}

// watch lets guests watch a study.
func (s *serveFlags) watch(cmd *cobra.Command, args []string, look tui.Look) error {
	if len(args) == 0 {
		return usagef("--read-only is for watching a study: name its file")
	}
	if g := stray(cmd, func(name string) bool { return !slices.Contains(roomFlags, name) }); g != "" {
		return usagef("guests watch %s as it is: leave out --%s", sanitize.Text(args[0]), g)
	}
	l, err := study.OpenLive(args[0], journal.Settings{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no study %s; farsight study new makes one: %w", args[0], err)
	case errors.Is(err, journal.ErrNotJournal):
		return usagef("%s is no study, and only studies can be watched: %w", sanitize.Text(args[0]), err)
	case err != nil:
		return err
	}
	told := &ledger{w: cmd.ErrOrStderr()}
	r, err := s.open(cmd, look, told.log)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Guests watch %s, and can enter nothing. Ctrl-C closes the room.\n", sanitize.Text(l.Problem().Name))
	if s.status {
		defer told.follow(r)()
	}
	return r.Watch(cmd.Context(), args[0])
}

// isStudy reports whether a file is a study, sound or not.
func isStudy(path string) bool {
	_, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
	var damage *journal.DamageError
	return err == nil || errors.As(err, &damage)
}

// play has the room play the game of farsight predict, led from this terminal.
func (s *serveFlags) play(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	in, out, ok := terminal(cmd)
	switch {
	case s.follow || s.readOnly || s.status:
		return usagef("--predict is a game that this terminal leads: leave out --follow, --read-only and --status")
	case !ok:
		return usagef("--predict is led from this terminal, and this is none")
	}
	p, policies, err := loadPlayable(f, name)
	if err != nil {
		return err
	}
	return s.lead(cmd, func(r *serve.Room) error {
		return r.Predict(cmd.Context(), f.explorer(cmd, look, name, p, policies), in, out)
	})
}

// How often the status is printed: on a terminal in place, elsewhere as lines.
const (
	statusRenewed = time.Second
	statusLine    = 30 * time.Second
)

// ledger prints the events of a room line by line and, on a terminal, the status below them.
type ledger struct {
	w io.Writer

	mu     sync.Mutex
	status string // shown in the last line; "": none is
}

// log prints an event. The status stays below it.
func (l *ledger) log(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	fmt.Fprintf(l.w, "%s %s\n", time.Now().Format(time.TimeOnly), line)
	fmt.Fprint(l.w, l.status)
}

// clear takes the status away.
func (l *ledger) clear() {
	if l.status != "" {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// follow prints the room's status until end is called, and once more then.
func (l *ledger) follow(r *serve.Room) (end func()) {
	tell, every := func() { l.log(r.Status().String()) }, statusLine
	if f, ok := l.w.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" {
		tell, every = func() { l.renew(f, r.Status().String()) }, statusRenewed
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			tell()
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		l.mu.Lock()
		l.clear()
		l.status = ""
		l.mu.Unlock()
		l.log(r.Status().String())
	}
}

// renew shows a status in place of the last.
func (l *ledger) renew(f *os.File, status string) {
	status = fitting(status, tui.Columns(f))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	l.status = status
	fmt.Fprint(l.w, l.status)
}

// fitting is as much of a status as a line has room for: one that wraps could not
// be taken away. It is cut where an item ends, for half a number is a wrong one.
func fitting(status string, columns int) string {
	if len(status) < columns {
		return status
	}
	at := strings.LastIndexAny(status[:max(0, columns-2)], ",;:")
	return status[:max(0, at)] + " …"
}
