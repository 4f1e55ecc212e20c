// Results computes the claims of the documents from results of experiments: whether knowing the
// budget pays (known-budget), how policies compare over many problems (pool), how much there is to
// gain at all (ceiling, bounds), and whether repeated runs are the same to the bit (condense,
// again).
//
//	go run ./internal/tools/results pool out/map --against ei-pc
//	go run ./internal/tools/results help pool
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
)

// usage marks a mistake in the command line: exit code 2 instead of 1.
type usage struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := &cobra.Command{Use: "results", Short: "ask of the results of experiments what the documents claim", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(newKnownBudget(), newPool(), newCondense(), newAgain(), newCeiling(), newBounds())
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return
	}
	mistake.Print(os.Stderr, cmd.CommandPath(), err)
	if errors.As(err, &usage{}) {
		os.Exit(2)
	}
	os.Exit(1)
}
