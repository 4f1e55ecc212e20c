package mistake

import "testing"

func TestName(t *testing.T) {
	names := []string{"budget", "name", "note", "low", "high", "ei", "ei-puc", "b-ms-ei"}
	for _, c := range []struct {
		typed, want string
		near        bool
	}{
		{"bugdet", "budget", true},
		{"Budget", "budget", true},
		{"EI_PUC", "ei-puc", true},
		{"hihg", "high", true},
		{"bms-ei", "b-ms-ei", true},
		{"elephant", "", false},
		{"zz", "", false},
	} {
		got, near := Nearest(c.typed, names)
		if near != c.near || near && got != c.want {
			t.Errorf("Name(%q) = %q, %v; want %q, %v", c.typed, got, near, c.want, c.near)
		}
	}
	if _, near := Nearest("x", nil); near {
		t.Error("a name near nothing")
	}
}
