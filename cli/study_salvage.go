package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study"
)

func newStudySalvage() *cobra.Command {
	var f liveFlags
	var asJSON bool
	var problem string
	cmd := &cobra.Command{
		Use:   "salvage STUDY",
		Short: "rebuild a damaged study from its sound lines",
		Long: `Rebuild a study whose file was damaged: every sound line is kept under its own
number, each other line is replaced by a note that it was lost, and the damaged
file is kept beside it as STUDY.damaged-1. The other commands do the same with
--salvage. A study that is not damaged is left as it is.

If the first line is damaged, which holds the problem, --problem gives it again;
pass the --policy and --seed the study was made with, too.

--json prints what all study commands share (farsight study --help).`,
		Example: `farsight study salvage lab.study
farsight study salvage lab.study --problem problem.toml --policy ei-puc`,
		Args: exactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := f.live(cmd)
			if err != nil {
				return err
			}
			if f.auto {
				return usagef("--policy auto chooses one for a new study: name the policy that this one was made with")
			}
			var text []byte
			if problem != "" {
				if text, s.Dir, err = problemText(problem, f.seed); err != nil {
					return err
				}
			}
			if err := salvage(cmd, args[0], problem, text, s); err != nil {
				return err
			}
			l, err := (&studyFlags{}).open(cmd, args[0])
			if err != nil {
				return err
			}
			mended := openStudy{l, cmd, args[0], asJSON}
			v, err := mended.view()
			if err != nil {
				return err
			}
			return mended.say(v, nil, "%s\n", v.progress())
		},
		ValidArgsFunction: completeStudy,
	}
	f.addLive(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	cmd.Flags().StringVar(&problem, "problem", "", "FILE or SCENARIO the study was made from, if its first line is lost")
	return cmd
}

// salvage rebuilds a study and says on stderr what was lost.
func salvage(cmd *cobra.Command, path, name string, text []byte, s study.LiveSettings) error {
	out, err := study.SalvageLive(path, name, text, s)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", sanitize.Block(out.String()))
	if out.Original != "" {
		name := shellArgument(path)
		fmt.Fprintf(cmd.ErrOrStderr(), "  to see what was kept       farsight study status %s\n"+
			"  to enter again what is lost farsight study tell %s --at NAME=VALUE --value … --cost …\n"+
			"  to correct what was kept   farsight study amend %s --line LINE --value …\n", name, name, name)
	}
	return nil
}
