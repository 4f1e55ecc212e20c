package csvtext

import (
	"encoding/csv"
	"errors"
	"strings"
	"testing"
)

func TestMistakesHaveAPlace(t *testing.T) {
	_, err := csv.NewReader(strings.NewReader("a,b\n1\n")).ReadAll()
	if got := Mistake("t.csv", err).Error(); !strings.HasPrefix(got, "t.csv:2: this row") {
		t.Errorf("a short row: %s", got)
	}
	_, err = csv.NewReader(strings.NewReader("a,b\n1,\"2\n")).ReadAll()
	if got := Mistake("t.csv", err).Error(); !strings.HasPrefix(got, "t.csv:") {
		t.Errorf("an open quote: %s", got)
	}
	if got := Mistake("t.csv", errors.New("gone")).Error(); got != "t.csv: gone" {
		t.Errorf("another error: %s", got)
	}
}

func TestNothingReachesTheTerminal(t *testing.T) {
	if got := name("a\x1b[31m.csv") + Quote("\x1b]0;x\x07"); strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("%q", got)
	}
	if got := Quote(strings.Repeat("x", 100)); len(got) > 50 {
		t.Errorf("%d bytes of a long cell", len(got))
	}
	if _, name, err := Open("no such file"); err == nil || !strings.HasPrefix(err.Error(), name+": ") {
		t.Errorf("a missing file: %v", err)
	}
}

func TestGuard(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "ana": "ana", "4-b-ms-ei": "4-b-ms-ei", "a=b": "a=b",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "'": "'", "'a": "'a", "'=1": "''=1", "''=1": "'''=1",
	} {
		if got := Guard(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		if back := Unguard(Guard(text)); back != text {
			t.Errorf("%q came back as %q", text, back)
		}
	}
}
