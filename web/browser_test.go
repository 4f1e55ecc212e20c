//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/chart"
)

// visit opens the site in a browser on a state.
func visit(t *testing.T, fragment string) (b *testkit.Browser, address string) {
	t.Helper()
	address = served(t)
	b = testkit.NewBrowser(t)
	b.Window(1440, 900, false)
	b.Open(address + "#" + fragment)
	return b, address
}

// says waits until the frame in words has all of some texts, whatever their lines.
func says(b *testkit.Browser, texts ...string) {
	for _, text := range texts {
		b.Until(fmt.Sprintf("(document.getElementById('words').textContent + ' ').replace(/\\s+/g, ' ').includes(%q)", text))
	}
}

// harmless fails the test for requests outside the folder, and for anything the
// browser complains of.
func harmless(t *testing.T, b *testkit.Browser, address string) {
	t.Helper()
	for _, r := range b.Requests {
		if !strings.HasPrefix(r, address) && !strings.HasPrefix(r, "data:") && r != "about:blank" {
			t.Errorf("the page asks for %s", r)
		}
	}
	if !strings.Contains(strings.Join(b.Requests, " "), "course.json") {
		t.Errorf("what the worker asks for was not seen among %q", b.Requests)
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}

// The page in a real browser: it loads, shows replays of closed forms and of trees,
// steps through them with the numbers of farsight replay, follows its address, and
// asks for nothing else.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia&policy=ei-puc")
	says(b, "EI-PUC: It starts from 6 points")
	if n := b.Eval("document.querySelectorAll('#frame svg text, svg text').length").(float64); n < 30 {
		t.Errorf("the first frame has %v texts", n)
	}
	runs := [][3]string{{"myopia", "b-ms-ei", "B-MS-EI"}, {"overspend", "ei", "EI"}, {"sequencing", "ei-pes", "EI-PES"}, {"myopia", "ei-puc", "EI-PUC"}, {"overspend", "4-b-ms-ei", "4-B-MS-EI"}}
	for _, run := range runs[:testkit.SweepSize(0, 3, len(runs))] {
		b.Eval(fmt.Sprintf("location.hash = '#scenario=%s&policy=%s&step=0'", run[0], run[1]))
		says(b, "step 0 ", run[2]+": It starts from")
		for i, row := range replayed(t, run[0], run[1]) {
			b.Press("ArrowRight")
			says(b, fmt.Sprintf("step %d ", i+1), chart.Num(row.Cost), chart.Num(row.X[0]))
			if row.Counted {
				says(b, fmt.Sprintf("paid %s at x=%s and found %s", chart.Num(row.Cost), chart.Num(row.X[0]), chart.Num(row.Y)))
			}
			b.Until(fmt.Sprintf("location.hash.includes('step=%d')", i+1))
		}
	}
	harmless(t, b, address)
}

// A link leads to a node of a tree, and a wrong one is said to be wrong.
func TestLinksInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia&policy=2-b-ms-ei%20fantasies=3&screen=tree&step=1&node=2")
	says(b, "tree: what does", "step 1 ")
	b.Until("location.hash.includes('screen=tree') && location.hash.includes('node=2')")
	b.Eval("location.hash = '#scenario=nowhere'")
	b.Until("document.body.innerText.includes('there is no scenario')")
	b.Eval("location.hash = '#scenario=overspend&policy=ei&step=1'")
	says(b, "EI paid")
	harmless(t, b, address)
}

// Back and Forward go between problems, screens and the tour, to the step that each
// was left at.
func TestBackInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "")
	b.Open(address + "myopia.html")
	says(b, "EI-PUC: It starts from 6 points")
	b.Press("t")
	says(b, "tree: what does")
	b.Press("n")
	says(b, "step 1 ")
	b.Until("location.hash.includes('screen=tree&step=1')")
	b.Until("!document.getElementById('tour').disabled")
	b.Eval("document.getElementById('tour').click()")
	says(b, "Find the highest point of the dashed curve")
	b.Until("location.pathname.endsWith('/tour.html')")
	b.Eval("history.back()")
	says(b, "tree: what does", "step 1 ")
	b.Eval("history.back()")
	says(b, "compare: who spends")
	b.Eval("history.forward()")
	says(b, "tree: what does", "step 1 ")
	b.Until("location.href.includes('myopia.html#scenario=myopia&screen=tree&step=1')")
	harmless(t, b, address)
}

// What the page's policy does not allow is refused: pictures and scripts from
// elsewhere, talk with anybody, scripts in the page.
func TestPolicyOfThePage(t *testing.T) {
	t.Parallel()
	b, _ := visit(t, "scenario=myopia&policy=ei")
	says(b, "EI: It starts from")
	b.Eval("document.body.append(Object.assign(new Image(), {src: 'https://example.invalid/x.png'}))")
	b.Eval("fetch('https://example.invalid/').catch(() => 0)")
	b.Eval("document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.inline = 1'}))")
	b.Eval("new Promise(done => setTimeout(done, 100))")
	if all := strings.Join(b.Troubles, "\n"); strings.Count(all, "Content Security Policy") < 3 || b.Eval("window.inline === undefined") != true {
		t.Errorf("the page's policy refuses too little: %s", all)
	}
}

// replayed are the evaluations of a policy as farsight replay makes them: by the
// test itself, with assembly where there is any.
func replayed(t *testing.T, scenario, name string) (rows []study.Row) {
	t.Helper()
	p, err := builtin.Load(scenario, 0)
	testkit.OK(t, err)
	r, err := study.NewReplay(t.Context(), p, policy.Must(name), study.Settings{}, nil)
	testkit.OK(t, err)
	for _, row := range r.Last().Rows {
		if !row.Initial {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s does nothing on %s", name, scenario)
	}
	return rows
}
