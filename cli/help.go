package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "explain a command by example",
		Long:  "Print what `farsight COMMAND --help` prints.",
		Example: `farsight help
farsight help replay`,
		ValidArgsFunction: func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if sub.IsAvailableCommand() && strings.HasPrefix(sub.Name(), prefix) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = unknownCommand(topic, rest)
			}
			if err != nil {
				return usageMistake(err)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// showHelp leads with examples: most readers need nothing else. That of the
// program itself fits on a screen of 24 lines.
func showHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	writeExamples(w, cmd)
	if !cmd.HasParent() {
		fmt.Fprintf(w, "\n%s\n", cmd.Long)
		last := ""
		for _, sub := range cmd.Commands() {
			if sub.GroupID == last {
				fmt.Fprintf(w, "%12s%-12s%s\n", "", sub.Name(), sub.Short)
			} else if sub.GroupID != "" {
				last = sub.GroupID
				fmt.Fprintf(w, "%-12s%-12s%s\n", last, sub.Name(), sub.Short)
			}
		}
		fmt.Fprint(w, "also        version, completion; flags --theme, --glyphs, --motion, --mouse\n")
		return
	}
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	fmt.Fprintf(w, "\n%s\n\nUsage:\n  %s\n", strings.TrimSpace(long), cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(w, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	if flags := cmd.LocalFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsages())
	}
	if flags := cmd.InheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags of every command:\n%s", flags.FlagUsages())
	}
}

// shortHelp is the answer to a bare `farsight`.
func shortHelp(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	writeExamples(w, cmd)
	_, err := fmt.Fprintf(w, "\n%s\n\n`%s --help` lists every command.\n", strings.TrimSpace(cmd.Long), cmd.CommandPath())
	return err
}

func writeExamples(w io.Writer, cmd *cobra.Command) {
	fmt.Fprint(w, "Examples:\n")
	for line := range strings.Lines(strings.TrimSpace(cmd.Example)) {
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(line, "\n"))
	}
}

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script that completes farsight's commands in your shell",
		Long: `Print a completion script for bash, zsh, fish or powershell.
Load it in the running shell as the examples show; to keep it, put the same
line into the file your shell reads at start.`,
		Example: `source <(farsight completion bash)
source <(farsight completion zsh)
farsight completion fish | source
farsight completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: shells,
		Args:      oneOf("shell", shells),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), cmd.OutOrStdout()
			write := map[string]func() error{
				"bash":       func() error { return root.GenBashCompletionV2(w, true) },
				"zsh":        func() error { return root.GenZshCompletion(w) },
				"fish":       func() error { return root.GenFishCompletion(w, true) },
				"powershell": func() error { return root.GenPowerShellCompletionWithDesc(w) },
			}
			return write[args[0]]()
		},
	}
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print which program this is",
		Long:  "Print the program's version, the Go it was built with, and the system it was built for.",
		Example: `farsight version
farsight version --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return printJSON(cmd, buildInfo())
			}
			return writeVersion(cmd)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

func writeVersion(cmd *cobra.Command) error {
	_, err := fmt.Fprintln(cmd.OutOrStdout(), buildInfo())
	return err
}

// versionInfo is what the Go toolchain recorded about this program.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // built from a tree with uncommitted changes
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func (v versionInfo) String() string {
	return fmt.Sprintf("farsight %s, %s, %s/%s", v.Version, v.Go, v.OS, v.Arch)
}

func buildInfo() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
