package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// addWorkers adds the flag for how much is done at the same time.
func addWorkers(cmd *cobra.Command, n *int, what string) {
	cmd.Flags().IntVar(n, "workers", 0, what+" at the same time, at most one per processor (0: one per processor)")
}

// checkWorkers refuses less than none, and says where more than there are
// processors are asked for: each keeps one busy, and more would only wait.
func checkWorkers(cmd *cobra.Command, n int) error {
	most := runtime.GOMAXPROCS(0)
	switch {
	case n < 0:
		return usageMistake(fmt.Errorf("--workers %d: use 1 or more, or 0 for one per processor", n))
	case n > most:
		fmt.Fprintf(cmd.ErrOrStderr(), "--workers %d: there are %d processors, and so many are used\n", n, most)
	}
	return nil
}
