package output

import (
	"encoding/json"
	"math"

	"github.com/spf13/cobra"
)

// JSON prints v as the one JSON value of the command's output.
func JSON(cmd *cobra.Command, v any) error {
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Finite is null in JSON where there is no number.
func Finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
