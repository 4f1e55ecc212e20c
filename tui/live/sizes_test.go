package live

import (
	"fmt"
	"strings"
	"testing"

	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// desk is what the screen says beside its charts, with single blanks.
func (l *lab) desk(w int) string {
	var b strings.Builder
	for _, line := range strings.Split(l.Text(), "\n") {
		if r := []rune(line); w+2 >= screen.TwoColumns {
			line = string(r[:min(len(r), max(58, w*9/20))])
		}
		b.WriteString(line + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// What the screen says in each of its states is whole at every size.
func TestNothingIsCutOff(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		want []string
	}{
		"a doubt":            {[]string{"5000", "tab", "2", "enter"}, []string{"value 5000 points: expected 2.72 to 7.96 there. Enter again keeps it, esc mends it."}},
		"over budget":        {[]string{"6", "tab", "25", "enter", "enter"}, []string{"The study has ended, 5.00 EUR over its budget: what was paid for counts. u takes the last entry back, + extends the budget.", "If it is mistyped: u takes it back"}},
		"an entry is chosen": {[]string{"v", "down"}, []string{"› 3 6.00"}},
		"an entry revised":   {[]string{"v", "enter", "7"}, []string{"revise this entry", "[7▏"}},
		"another policy":     {[]string{"s", "ei-pucc", "enter"}, []string{`there is no policy "ei-pucc"; did you mean "ei-puc"?`}},
		"one more":           {[]string{"N"}, []string{"2 of 2"}},
	} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {160, 48}, {220, 60}} {
			t.Run(fmt.Sprintf("%s at %dx%d", name, size[0], size[1]), func(t *testing.T) {
				l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), size[0], size[1])
				l.press(c.keys...)
				for _, want := range c.want {
					if !strings.Contains(l.desk(size[0]), want) {
						t.Errorf("%q is not there:\n%s", want, l.Text())
					}
				}
			})
		}
	}
}
