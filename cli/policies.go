package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"farsight/policy"
)

func newPolicies() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "policies [NAME]",
		Short: "list the policies: what each does, when to choose it",
		Long: `List the policies, or describe one: what it does in a sentence, what it maximises,
when to choose it, and its options, which are flags of other commands, fields of
[policy.NAME] in problem files and of [[policy]] in experiments.

With --json a list of
  {"id","title","sentence","formula","choose","ahead":it plans beyond the next
   evaluation,"options":[{"name","about","choices":[...],"default"}]}`,
		Example: `farsight policies
farsight policies b-ms-ei
farsight policies --json`,
		Args: atMostOne("a NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			kinds := policy.All()
			if len(args) > 0 {
				k, err := policy.Find(args[0])
				if err != nil {
					return usageMistake(err)
				}
				kinds = []*policy.Kind{k}
			}
			if asJSON {
				return printJSON(cmd, describe(kinds))
			}
			return writePolicies(cmd.OutOrStdout(), kinds, len(args) > 0)
		},
		ValidArgsFunction: completeNames(policy.IDs),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// policyRow and optionRow are the documented shapes of --json.
type policyRow struct {
	ID       string      `json:"id"`
	Title    string      `json:"title"`
	Sentence string      `json:"sentence"`
	Formula  string      `json:"formula"`
	Choose   string      `json:"choose"`
	Ahead    bool        `json:"ahead"`
	Options  []optionRow `json:"options"`
}

type optionRow struct {
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default,omitempty"`
}

func describe(kinds []*policy.Kind) []policyRow {
	var rows []policyRow
	for _, k := range kinds {
		row := policyRow{k.ID, k.Title, k.Sentence, k.Formula, k.Choose, k.Ahead, []optionRow{}}
		for _, o := range k.Options {
			row.Options = append(row.Options, optionRow{o.Name, o.About, o.Choices, o.Default})
		}
		rows = append(rows, row)
	}
	return rows
}

// writePolicies prints a paragraph a policy; options are spelled out where only
// one is asked for.
func writePolicies(w io.Writer, kinds []*policy.Kind, whole bool) error {
	for i, k := range kinds {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%-10s %s: %s\n%11s%s\n%11schoose it %s\n", k.ID, k.Title, k.Sentence, "", k.Formula, "", k.Choose)
		if k.Prefix != "" {
			fmt.Fprintf(w, "%11s4-%s sets %s to 4\n", "", k.ID, k.Prefix)
		}
		if len(k.Options) == 0 {
			continue
		}
		if !whole {
			names := make([]string, len(k.Options))
			for i, o := range k.Options {
				names[i] = o.Name
			}
			fmt.Fprintf(w, "%11soptions: %s\n", "", strings.Join(names, ", "))
			continue
		}
		for _, o := range k.Options {
			fmt.Fprintf(w, "\n%11s%s: %s\n", "", o.Name, o.About)
			for i, c := range o.Choices {
				fmt.Fprintf(w, "%13s%-14s %s\n", "", c, o.Notes[i])
			}
			if o.Default != "" {
				fmt.Fprintf(w, "%13sdefault %s\n", "", o.Default)
			}
		}
	}
	return nil
}
