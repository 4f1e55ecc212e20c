package tomlfile

import (
	"strings"
	"testing"
)

// What breaks the language itself is said in words, with its field and with what
// to write, not in those of the decoder or of strconv.
func TestSyntaxMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"budget = 40 EUR":             `t:1:13: budget: a number has no unit here: write budget = 40 instead of 40 EUR`,
		"[[a]]\n[[a]]\nlow = 0,1 # x": `t:3:8: a[2].low: 0,1 has a decimal comma: write low = 0.1, with a point`,
		"[a.b]\nx = 1 000":            `t:2:7: a.b.x: a number has nothing between its digits: write x = 1000`,
		"x = 1.500,00":                `t:1:10: x: 1.500,00 is not one number: write it with a decimal point and nothing between thousands; a list needs brackets`,
		"x = .5":                      `t:1:5: x: a digit is missing before the decimal point: write x = 0.5`,
		"x = 5.":                      `t:1:6: x: a digit is missing after the decimal point: write x = 5`,
		"x = 007":                     `t:1:5: x: a number has no zeros in front: write x = 7`,
		"x = 1e999":                   `t:1:5: x: 1e999 is too large a number; write it with a decimal point, below 1e308`,
		"x = 99999999999999999999":    `t:1:5: x: 99999999999999999999 is too large a number; write it with a decimal point, below 1e308`,
		"x = -":                       `t:1:5: x: - is no number`,
		"x = 1 + y":                   `t:1:7: x: an expression must be in quotes: write x = "1 + y"`,
		"x =":                         `t:1:3: x: a value is missing: write x = …`,
		"x = \ny = 1":                 `t:1:5: x: a value is missing: write x = …`,
		"x 20":                        `t:1:3: write x = 20, with an equals sign`,
		"x: 20":                       `t:1:2: write x = 20, with an equals sign`,
		"x y = 20":                    `t:1:3: a name has no blanks: write x-y =`,
		"x = My lab":                  `t:1:5: x: My lab is neither a number nor text in quotes, as in x = "My lab"`,
		"x = “My lab”":                `t:1:5: x: text must be in straight quotes: write x = "My lab"`,
		"x = \"My lab\ny = 1":         `t:1:12: x: the text is not closed: write " at its end, on the same line`,
		`x = "a\lab"`:                 `t:1:7: x: in double quotes a backslash needs a second one, \\, or write the text in single quotes`,
		"x = False":                   `t:1:5: x: write x = false`,
		"x = yes":                     `t:1:5: x: write x = true`,
		"x = [1 2]":                   `t:1:8: x: a list needs commas between its items and a ] at its end`,
		"x = [1,5; 2]":                `t:1:9: x: write commas between the items of a list, and numbers with a decimal point`,
		"x = [1, 2\ny = 1":            `t:2:1: the list begun above is not closed: write ] at its end`,
		"x = 1\nx = 2":                `t:2:1: x: is given twice: keep one of the two`,
		"[a]\n[a]":                    `t:2:2: a: is given twice: where there can be several, write [[a]] in double brackets each time; else put all fields under the first one`,
		"[a]\n[[a]]":                  `t:2:3: a: is given twice: where there can be several, write [[a]] in double brackets each time; else put all fields under the first one`,
		"[a":                          `t:1:2: write the name of a table in brackets, and nothing else on the line: [name]`,
		"[[a]":                        `t:1:4: write the name of a table in as many brackets after it as before it, and nothing else: [[name]]`,
	} {
		_, found := Read("t", []byte(text), 20)
		if found == nil || found.Error() != want {
			t.Errorf("%q:\n%v, want\n%s", text, found, want)
		}
	}
}

// No text makes the search for words fail, or lets an escape sequence through.
func FuzzSyntaxMistakes(f *testing.F) {
	for _, s := range []string{"x = 4 E", "[a\n", "x = \"\x1b[31m", "x = “", "=\n", "x = 1,", "\r\nx = .\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, found := Read("t", []byte(s), 20); found != nil && strings.ContainsRune(found.Error(), 0x1b) {
			t.Errorf("%q: %q", s, found.Error())
		}
	})
}
