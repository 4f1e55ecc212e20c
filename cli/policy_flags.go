package cli

import (
	"github.com/spf13/cobra"

	"farsight/policy"
)

// addPolicyOptions adds a flag for every option that any policy has. A policy
// takes those it has a use for.
func addPolicyOptions(cmd *cobra.Command, into *policy.Options) {
	for _, o := range policy.AllOptions() {
		flag := cmd.Flags().VarPF(optionFlag{o, into}, o.Name, "", o.Usage)
		if o.Type == policy.Switch {
			flag.NoOptDefVal = "true"
		}
		if len(o.Choices) > 0 {
			_ = cmd.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(o.Choices, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// optionFlag is a policy's option on the command line.
type optionFlag struct {
	policy.Option
	into *policy.Options
}

func (f optionFlag) String() string {
	if f.into == nil {
		return ""
	}
	return f.into.Get(f.Name)
}

func (f optionFlag) Set(value string) error {
	if err := f.Check(value); err != nil {
		return err
	}
	*f.into = f.into.With(f.Name, value)
	return nil
}

// Type is the word for the value in a list of flags.
func (f optionFlag) Type() string {
	switch f.Option.Type {
	case policy.Whole:
		return "int"
	case policy.Number:
		return "float"
	case policy.Switch:
		return "bool"
	}
	return "string"
}

// completePolicies offers the policies there are.
func completePolicies(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return policy.IDs(), cobra.ShellCompDirectiveNoFileComp
}
