package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The other reading of the paper is a problem of its own, with its own label;
// where there is none, that is said.
func TestVariants(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "spec.toml")
	load := func(name, variant string) (Spec, error) {
		text := "replications = 1\n[[problem]]\nname = '" + name + "'\nvariant = '" + variant + "'\n[[problem]]\nname = '" + name + "'\n[[policy]]\nname = 'ei'\n"
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o600))
		return Load(file)
	}
	s, err := load("alpine1", "text")
	testkit.OK(t, err)
	if got := s.Problems[0].Label(); got != "alpine1-text" || s.Problems[1].Label() != "alpine1" {
		t.Errorf("labels %q and %q", got, s.Problems[1].Label())
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	for name, variant := range map[string]string{"dropwave": "text", "alpine1": "code", "alpine1-text": "text"} {
		if _, err := load(name, variant); err == nil || !strings.Contains(err.Error(), "variant") || !strings.Contains(err.Error(), "alpine1 and shekel5") {
			t.Errorf("%s of %s: %v", variant, name, err)
		}
	}
}
