// Package version says which program this is, and holds the command that prints it.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
)

// Command is the command "version",".
func Command() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print which program this is",
		Long:  "Print the program's version, the Go it was built with, and the system it was built for.",
		Example: `farsight version
farsight version --json`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return output.JSON(cmd, Build())
			}
			return Write(cmd)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

func Write(cmd *cobra.Command) error {
	_, err := fmt.Fprintln(cmd.OutOrStdout(), Build())
	return err
}

// Info is what the Go toolchain recorded about this program.
type Info struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // built from a tree with uncommitted changes
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func (v Info) String() string {
	return fmt.Sprintf("farsight %s, %s, %s/%s", v.Version, v.Go, v.OS, v.Arch)
}

func Build() Info {
	v := Info{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
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
