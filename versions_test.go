package main

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// leastVersions are those of the modules that read what a stranger sends or wrote:
// guests of a room, authors of problem files and studies. An older one must not
// come back with some other change of go.mod. Raise one when a newer version mends
// what can be reached, and say what.
var leastVersions = []struct{ module, version, why string }{
	{"golang.org/x/crypto", "v0.56.0",
		"all of SSH: one packet ended the program before v0.52.0 (CVE-2026-46597), unasked answers stopped a connection's " +
			"goroutines for ever (CVE-2026-39830, and CVE-2026-56855 and CVE-2026-78662 before v0.56.0)"},
	{"github.com/charmbracelet/ssh", "v0.0.0-20250128164007-98fd5ae11894",
		"logins of guests: forgets the key of a try that failed (CVE-2024-45337)"},
	{"golang.org/x/net", "v0.53.0",
		"not in the program; if something brings it in: HTTP/2 that does not end before v0.53.0 (CVE-2026-33814)"},
	{"golang.org/x/image", "v0.43.0",
		"text of others drawn in pictures; its decoders, which nothing here imports, panic and take all memory before v0.43.0 " +
			"(CVE-2026-46601, CVE-2026-46602)"},
	{"github.com/pelletier/go-toml/v2", "v2.4.3",
		"problem files: brackets in brackets overflowed the stack before v2.4.3, which nothing can recover from"},
}

func TestModulesThatReadStrangersBytes(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(words) >= 2 && strings.HasPrefix(words[1], "v") {
			versions[words[0]] = words[1]
		}
		if strings.Contains(line, "=>") {
			t.Errorf("%s: a module in another's place is not the version that go.mod names", strings.TrimSpace(line))
		}
	}
	for _, least := range leastVersions {
		version, required := versions[least.module]
		if !required && least.module != "golang.org/x/net" {
			t.Errorf("go.mod requires no %s: take it from this table, with what it was there for", least.module)
		}
		if required && compareVersions(version, least.version) < 0 {
			t.Errorf("%s %s is older than %s: %s", least.module, version, least.version, least.why)
		}
	}
}

// compareVersions compares v1.2.3 by its numbers, and v0.0.0-20250128164007-98fd5ae11894
// by the time in it.
func compareVersions(a, b string) int {
	split := func(v string) ([]int, string) {
		numbers, rest, _ := strings.Cut(strings.TrimPrefix(v, "v"), "-")
		var parts []int
		for part := range strings.SplitSeq(numbers, ".") {
			n, _ := strconv.Atoi(part)
			parts = append(parts, n)
		}
		return parts, cmp.Or(rest, "~") // v1.2.3 is newer than v1.2.3-rc.1
	}
	as, aRest := split(a)
	bs, bRest := split(b)
	return cmp.Or(slices.Compare(as, bs), strings.Compare(aRest, bRest))
}
