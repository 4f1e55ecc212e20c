package sanitize

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "temperature (°C), ε = 0.1, 温度", "temperature (°C), ε = 0.1, 温度"},
		{"colour", "a\x1b[31mred\x1b[0m", "ared"},
		{"window title, BEL", "a\x1b]0;owned\x07b", "ab"},
		{"window title, ST", "a\x1b]0;owned\x1b\\b", "ab"},
		{"hyperlink", "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", "text"},
		{"clipboard", "a\x1b]52;c;aGk=\x07b", "ab"},
		{"device control", "a\x1bP$q\"p\x1b\\b", "ab"},
		{"unclosed title ends with its line", "a\x1b]0;owned\nb", "a b"},
		{"eight-bit CSI", "a\u009b31mred", "ared"},
		{"eight-bit OSC", "a\u009d0;owned\u009cb", "ab"},
		{"charset", "a\x1b(0b", "ab"},
		{"reset", "a\x1bcb", "ab"},
		{"lone escape", "a\x1b", "a"},
		{"nested introducers", "\x1b\x1b[31m[32m", "[32m"},
		{"bell, backspace, delete", "a\x07\x08\x7fb", "ab"},
		{"direction override", "a\u202eb\u2066c", "abc"},
		{"soft hyphen and byte order mark", "\ufeffa\u00adb", "ab"},
		{"lines", "a\r\nb\tc\rd\u2028e", "a b c d e"},
		{"invalid UTF-8", "a\xffb", "a\ufffdb"},
		{"nul", "a\x00b", "ab"},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
	if got, want := Block("a\x1b[2J\r\nb\tc"), "a\nb c"; got != want {
		t.Errorf("Block = %q, want %q", got, want)
	}
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöüß", 2, "ä…"}, {"\x1b[1mab", 2, "ab"}} {
		if got := Short(c.in, c.n); got != c.want {
			t.Errorf("Short(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

// Whatever comes in, nothing a terminal would act on goes out, and cleaning
// twice changes nothing.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a\x1b[31mb", "\x1b]0;t\x07", "\x9b", "\xff\x1b", "\u202e", "\u009d\x1b\\", "\x1b\x1b]\x1b["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, out := range []string{Text(s), strings.ReplaceAll(Block(s), "\n", "")} {
			if !utf8.ValidString(out) {
				t.Errorf("%q gives invalid UTF-8 %q", s, out)
			}
			for _, r := range out {
				if unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
					t.Errorf("%q leaves %U", s, r)
				}
			}
			if again := Text(out); again != out {
				t.Errorf("%q cleaned twice: %q then %q", s, out, again)
			}
		}
	})
}

func TestTextKeepsPlainTextWithoutCopy(t *testing.T) {
	s := "learning rate (1/s), ε ≤ 0.1"
	if n := testing.AllocsPerRun(100, func() { _ = Text(s) }); n != 0 {
		t.Errorf("Text of plain text allocates %v times", n)
	}
}
