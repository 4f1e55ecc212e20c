//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"
)

// click presses a button of the page.
func click(v visitor, id string) {
	v.t.Helper()
	v.Until(fmt.Sprintf("!document.getElementById(%q).disabled", id)) // frames may come before buttons are ready
	v.Eval(fmt.Sprintf("document.getElementById(%q).click()", id))
}

// Every screen of the explorer that needs no files is there, in a real browser:
// by keys, by buttons and by links, one after the other.
func TestScreensInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia")
	v := visitor{b, t}
	says(b, "compare: who spends 27.3 better?", "EI-PUC: It starts from 6 points", "worth 0.182 by itself")
	b.Press("t")
	says(b, "tree: what does B-MS-EI imagine?")
	b.Press("L")
	says(b, "luck: was it luck?")
	v.shows("mean final best")
	b.Press("Escape")

	// Theorem 1's sliders: ε, then δ; whatever is shown follows.
	b.Eval("location.hash = '#scenario=theorem-1'")
	says(b, "theorem: part 1", "a cheap arm promises 0.399, the expensive one 0.363", "B-MS-EI plans two ahead")
	b.Press("+")
	says(b, "EI-PUC takes 9 cheap arms")
	b.Press("ArrowDown", "+")
	says(b, "the expensive one 0.356")

	b.Eval("location.hash = '#scenario=dropwave&policy=ei-puc'")
	says(b, "EI-PUC: It starts from 6 points, free of charge; the best is 0.153")
	b.Press("m")
	says(b, "map: where does EI-PUC evaluate?")
	b.Press("s")
	says(b, "settings: what if it were otherwise?")
	click(v, "map")
	says(b, "map of problems: when does looking ahead pay?", "better than the best closed form")

	click(v, "tour")
	says(b, "Find the highest point of the dashed curve")
	b.Press(" ")
	says(b, "where it is 95 % sure the true value lies")
	harmless(t, b, address)
}

// The game: a mark is made, the others look, and you have paid.
func TestPredictInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia")
	v := visitor{b, t}
	says(b, "compare: who spends")
	click(v, "predict")
	says(b, "predict: where would you look?", "evaluation 1 27.3 left")
	b.Press("ArrowRight", "ArrowRight", "Enter")
	says(b, "where did the others look?", "You paid", "EI-PUC paid 1.16 at x = 0.257 and found 0.100")
	b.Until("!document.getElementById('words').textContent.includes('27.3 left')")
	harmless(t, b, address)
}

// A problem is typed with a mistake, which is said with its place and how to mend
// it; mended, the explorer is on it.
func TestEditingInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia&policy=ei")
	v := visitor{b, t}
	says(b, "EI: It starts from")
	click(v, "edit")
	b.Until(`document.querySelector("#editor textarea").value !== ""`)
	typed := func(text string) {
		b.Eval(fmt.Sprintf(`(() => { const t = document.querySelector("#editor textarea"); t.value = %q; t.dispatchEvent(new Event("input", { bubbles: true })); })()`, text))
	}
	const right = "name = \"hill\"\ntitle = \"A hill\"\nbudget = 6\ncompare = [\"ei\", \"ei-puc\"]\n\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n\n[objective]\nexpression = \"sin(5*x)\"\n\n[cost]\nexpression = \"1 + x\"\n"
	typed(strings.Replace(right, "budget", "budgte", 1))
	b.Until(`document.getElementById("mistakes").innerText.includes("3:1 budgte: unknown field; did you mean budget?")`)
	typed(right)
	says(b, "of the 6.00 left")
	b.Until(`document.getElementById("mistakes").innerText.trim() === ""`)
	b.Until(`location.hash.length > 100`) // the whole problem is in the link
	harmless(t, b, address)
}

// On a phone it is one column that does not scroll sideways, with keys to touch.
func TestPhoneInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia&policy=ei-puc")
	b.Window(360, 740, true)
	b.Open("about:blank")
	b.Open(address + "#scenario=myopia&policy=ei-puc")
	says(b, "EI-PUC: It starts from 6 points")
	b.Until("document.documentElement.scrollWidth <= 360 && document.querySelector('#frame svg, svg#frame').getBoundingClientRect().width <= 360")
	b.Until("[...document.querySelectorAll('#keys button')].filter(k => k.offsetParent && k.getBoundingClientRect().height >= 44).length >= 5")
	b.Until("Math.max(...[...document.querySelectorAll('#frame text')].map((t) => t.getBoundingClientRect().height)) >= 12 && document.getElementById('frame').getAttribute('viewBox').split(' ')[3] % 24 === 0")
	b.Eval("[...document.querySelectorAll('#keys button')].find(k => k.dataset.key === 'right').click()")
	says(b, "step 1 ", "EI-PUC paid")
	b.Until("!document.getElementById('look-there').checkVisibility()")
	b.Eval("location.hash = '#scenario=myopia&screen=predict'")
	says(b, "predict: where would you look?")
	b.Until("document.getElementById('look-there').getBoundingClientRect().height >= 44")
	b.Press("ArrowRight")
	b.Eval("document.getElementById('look-there').click()")
	says(b, "where did the others look?")
	harmless(t, b, address)
}
