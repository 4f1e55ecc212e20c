package cli

import (
	"strings"
	"testing"
)

// Without ffmpeg a film is refused before anything is computed, and what works
// without it is named.
func TestFilmsNeedAProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	f := exportFlags{out: "planning.mp4"}
	err := f.checkOut(newExport(), "planning", exporter{name: "mp4"})
	if err == nil || !strings.Contains(err.Error(), "ffmpeg") || !strings.Contains(err.Error(), "--format gif") {
		t.Errorf("error %v", err)
	}
}
