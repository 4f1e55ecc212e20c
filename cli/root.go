package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/scenarios/builtin"
	"farsight/tui"
)

func init() {
	cobra.MousetrapHelpText = ""       // started by a double click on Windows, the program runs all the same
	cobra.EnableCommandSorting = false // commands are listed in this order
}

// groups are the commands, by what they are for.
var groups = []struct {
	name     string
	commands []func() *cobra.Command
}{
	{"explore", []func() *cobra.Command{newTour, newExplore, newPredict, newMap, newScenarios, newPolicies}},
	{"study", []func() *cobra.Command{newNew, newCheck, newFit, newAdvise, newStudy}},
	{"experiment", []func() *cobra.Command{newReplay, newSimulate, newExperiment}},
	{"share", []func() *cobra.Command{newExport, newServe}},
}

// Command returns the command tree, for programs that write documentation of it.
func Command() *cobra.Command { return newRoot() }

// newRoot builds the whole command tree.
func newRoot() *cobra.Command {
	var look tui.Look
	var asked bool
	root := &cobra.Command{
		Use:   "farsight",
		Short: "explore budgeted, non-myopic Bayesian optimization",
		Long:  "Budgeted Bayesian optimization that plans ahead: what to measure next, and why.",
		Example: `farsight                         the explorer, where only planning wins
farsight study new my.toml lab   measure for real: ask, tell, undo
farsight help study              what a command does, by example`,
		Args:              noSuchCommand,
		SilenceErrors:     true, // Run prints them, once
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked {
				return writeVersion(cmd)
			}
			return openExplorer(cmd, builtin.First, &problemFlags{}, look)
		},
	}
	addExplorer(root, &look)
	// Not cobra's own: with text/template in it the linker keeps every method there is.
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for farsight")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(showHelp)
	root.SetHelpCommand(newHelp())
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.name, Title: g.name})
		for _, newCommand := range g.commands {
			c := newCommand()
			c.GroupID = g.name
			root.AddCommand(c)
		}
	}
	root.AddCommand(newVersion(), newCompletion())
	root.InitDefaultHelpCmd() // now, so that a walk of the tree finds it
	return root
}

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command ran and failed, or a check did
	exitUsage  = 2 // the command line was not understood; nothing ran
	exitSaved  = 3 // what was to be saved is saved, but could not be printed
)

// Run executes one command line and returns the exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// Asked to stop, a command may first put things in order; asked again, it dies.
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
		// A closing terminal sends the signal more than once: that is no second request.
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGHUP)
		defer signal.Stop(again)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)

	out := &faithfulWriter{to: stdout}
	root := newRoot()
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	root.SetArgs(args)
	started := false
	walk(root, func(c *cobra.Command) {
		if run := c.RunE; run != nil {
			c.RunE = func(cmd *cobra.Command, args []string) error {
				started = true
				return run(cmd, args)
			}
		}
	})

	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		// Cobra shows the help of the last command it understood and is content:
		// "farsight repaly --help" must not pass for an answer.
		err = strayArgument(cmd)
	}
	switch usage := (usageError{}); {
	case out.err != nil && (err == nil || errors.Is(err, out.err)):
		if out.saved != "" {
			say(stderr, fmt.Errorf("%s, but that could not be printed: %w. Do not repeat it", out.saved, out.err))
			return exitSaved
		}
		say(stderr, fmt.Errorf("could not write the output: %w", out.err))
		return exitFailed
	case err == nil:
		return exitOK
	case errors.As(err, &usage), !started:
		say(stderr, err)
		fmt.Fprintf(stderr, "Try: %s --help\n", cmd.CommandPath())
		return exitUsage
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		say(stderr, errors.New("interrupted"))
		return exitFailed
	default:
		say(stderr, err)
		return exitFailed
	}
}

// say prints an error, each of its lines marked as ours.
func say(w io.Writer, err error) { mistake.Print(w, "farsight", err) }

// walk visits a command and everything below it.
func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		walk(sub, visit)
	}
}
