package mistake

import "testing"

func TestDistance(t *testing.T) {
	// The textbook pairs: kitten/sitting 3, ca/abc 3 in the restricted form.
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"budget", "bugdet", 1}, {"ca", "abc", 3}, {"naïve", "naive", 1}} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := editDistance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

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
