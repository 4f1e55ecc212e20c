package csvfile

import "testing"

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
