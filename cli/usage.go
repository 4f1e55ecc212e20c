package cli

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/mistake"
)

// usageError marks a mistake in the command line that only the running command
// could see. What cobra refuses before a command runs counts as one anyway.
type usageError struct{ error }

// usagef is a mistake in the command line, in words.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// usageMistake marks an error as a mistake in the command line.
func usageMistake(err error) error { return usageError{err} }

func (e usageError) Unwrap() error { return e.error }

// noSuchCommand is the Args of a command that takes subcommands only.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(cmd, args)
}

// strayArgument returns the error for the arguments of a command with subcommands, which cobra does
// not check before it prints help or reports a flag.
func strayArgument(cmd *cobra.Command) error {
	if !cmd.HasSubCommands() {
		return nil
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		return usageMistake(err)
	}
	return nil
}

func unknownCommand(parent *cobra.Command, args []string) error {
	var names []string
	for _, c := range parent.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("unknown command %q%s", args[0], didYouMean(args[0], names, ""))
}

// flagError rewords a mistake in a flag, with the nearest flag if there is one.
func flagError(cmd *cobra.Command, err error) error {
	// In "farsight repaly --json" the command is the mistake, not the flag.
	if stray := strayArgument(cmd); stray != nil {
		return stray
	}
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		if wrong := wrongValue(invalid.GetFlag().Value.Type(), invalid.GetValue()); wrong != nil {
			return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, wrong)
		}
	}
	missing := &pflag.NotExistError{}
	if !errors.As(err, &missing) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	name, typed := missing.GetSpecifiedName(), "--"+missing.GetSpecifiedName()
	if short := missing.GetSpecifiedShortnames(); short != "" {
		name, typed = short, "-"+short
	}
	return fmt.Errorf("%s has no flag %s%s", cmd.CommandPath(), typed, didYouMean(name, names, "--"))
}

// arguments is the Args of a command that takes from least to most of what.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		name, n := cmd.CommandPath(), len(args)
		switch {
		case n >= least && n <= most:
			return nil
		case most == 0:
			return fmt.Errorf("%s takes no argument; got %q", name, args[0])
		case least == 0:
			return fmt.Errorf("%s takes one argument at most, %s; got %d", name, what, n)
		case most == 1:
			return fmt.Errorf("%s needs exactly one argument, %s; got %d", name, what, n)
		case most == 2:
			return fmt.Errorf("%s needs two arguments, %s; got %d", name, what, n)
		}
		return fmt.Errorf("%s needs at least one %s to work on", name, what)
	}
}

func exactlyOne(what string) cobra.PositionalArgs   { return arguments(1, 1, what) }
func atMostOne(what string) cobra.PositionalArgs    { return arguments(0, 1, what) }
func atLeastOne(what string) cobra.PositionalArgs   { return arguments(1, math.MaxInt, what) }
func twoArguments(what string) cobra.PositionalArgs { return arguments(2, 2, what) }

var noArguments = arguments(0, 0, "")

// stray is the first flag given that unwanted names; "" if there is none.
func stray(cmd *cobra.Command, unwanted func(name string) bool) (name string) {
	cmd.Flags().Visit(func(g *pflag.Flag) {
		if name == "" && unwanted(g.Name) {
			name = g.Name
		}
	})
	return name
}

// oneOf is the Args of a command that takes one of a few words.
func oneOf(what string, words []string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		list := strings.Join(words, ", ")
		switch {
		case len(args) != 1:
			return fmt.Errorf("%s needs one %s: %s", cmd.CommandPath(), what, list)
		case !slices.Contains(words, args[0]):
			return fmt.Errorf("unknown %s %q%s (there are %s)", what, args[0], didYouMean(args[0], words, ""), list)
		}
		return nil
	}
}

// didYouMean names the nearest of names, or nothing where none is near. A unique
// beginning counts as near: "ver" means "version" where nothing else starts so.
func didYouMean(typed string, names []string, dashes string) string {
	name, near := mistake.Nearest(typed, names)
	var longer []string
	for _, n := range names {
		if strings.HasPrefix(n, strings.ToLower(typed)) {
			longer = append(longer, n)
		}
	}
	if len(longer) == 1 && typed != "" {
		name, near = longer[0], true
	}
	if !near {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", dashes+name)
}

// completeNames completes the first argument from a list.
func completeNames(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// parseNumber reads a number as people type it, or says what is wrong with it.
func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil {
		return v, nil
	}
	if advice := decimalPoint(text); advice != "" {
		return 0, errors.New(advice)
	}
	switch number := withUnit.FindStringSubmatch(strings.TrimSpace(text)); {
	case strings.TrimSpace(text) == "":
		return 0, errors.New("a number is missing")
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is too large a number", text)
	case number != nil:
		return 0, fmt.Errorf("%q is not a number: write %s, without a unit", text, number[1])
	}
	return 0, fmt.Errorf("%q is not a number", text)
}

// withUnit is a number with letters or signs after it: "41.5%", "2 h".
var withUnit = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+))\s*[^\s\d.,:=+-][^\d,:=]*$`)

// decimalPoint is what to write in place of a number with a decimal comma; "" if
// text is none.
func decimalPoint(text string) string {
	point := strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if _, err := strconv.ParseFloat(point, 64); err != nil || !strings.Contains(text, ",") {
		return ""
	}
	return fmt.Sprintf("%q has a decimal comma: write %s, with a point", text, point)
}

// wrongValue returns the error for a flag of a type with an invalid text.
func wrongValue(kind, text string) error {
	switch kind {
	case "float64":
		_, err := parseNumber(text)
		return err
	case "int":
		return fmt.Errorf("%q is not a whole number", text)
	case "uint64":
		return fmt.Errorf("%q is not a whole number from 0 on", text)
	case "duration":
		return fmt.Errorf("%q is no length of time: write 90s, 15m or 2h", text)
	case "bool":
		return fmt.Errorf("%q: write true or false", text)
	}
	return nil
}

// pairs splits the values of a repeated flag, name=value: each may hold several, separated by
// commas. A part without = belongs to the value before it, as after a decimal comma, which is
// reported where the value is parsed.
func pairs(given []string) []string {
	var out []string
	for _, s := range given {
		first := len(out)
		for _, part := range strings.Split(s, ",") {
			if len(out) > first && !strings.Contains(part, "=") {
				out[len(out)-1] += "," + part
				continue
			}
			out = append(out, part)
		}
	}
	return out
}
