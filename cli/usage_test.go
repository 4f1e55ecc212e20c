package cli

import (
	"strings"
	"testing"
)

func TestDidYouMean(t *testing.T) {
	t.Parallel()
	names := []string{"verify", "version", "completion", "help"}
	for typed, want := range map[string]string{
		"verfy":   "verify",
		"vresion": "version",
		"comp":    "completion",
		"HELP":    "help",
		"ver":     "", // two begin so
		"zebra":   "",
		"":        "",
	} {
		got := didYouMean(typed, names, "")
		if want == "" && got != "" || want != "" && !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("didYouMean(%q) = %q, want %q", typed, got, want)
		}
	}
}
