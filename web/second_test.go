//go:build unix

package main

import (
	"testing"

	"farsight/internal/testkit"
)

// relay stands between the two workers and counts what they say; cut lets nothing
// through any more.
const relay = `
window.said = [0, 0];
window.cut = false;
const Channel = window.MessageChannel;
window.MessageChannel = class {
	constructor() {
		const a = new Channel(), b = new Channel();
		this.port1 = a.port1;
		this.port2 = b.port1;
		a.port2.onmessage = ({ data }) => { said[0]++; if (!cut) b.port2.postMessage(data, [data.buffer]); };
		b.port2.onmessage = ({ data }) => { said[1]++; if (!cut) a.port2.postMessage(data, [data.buffer]); };
	}
};
window.workers = [];
const Own = window.Worker;
window.Worker = class extends Own { constructor(...args) { super(...args); workers.push(this); } };
`

// The second policy is decided by the second worker, and what is shown is the same
// as where there is one; if the second dies, the first goes on by itself.
func TestSecondWorker(t *testing.T) {
	url := served(t)
	const over = `(document.getElementById("frame").textContent.match(/computed|did not fit|too little is left|budget spent|nothing left/g) ?? []).length >= 2`
	shown := map[string]any{}
	for _, how := range []string{"alone", "two", "killed"} {
		b := testkit.NewBrowser(t)
		v := visitor{b, t}
		cores := 4
		if how == "alone" {
			cores = 1
		}
		b.Call("Emulation.setHardwareConcurrencyOverride", map[string]any{"hardwareConcurrency": cores}, nil)
		b.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": relay}, nil)
		b.Window(1280, 800, false)
		v.visit(url + "#scenario=myopia")
		if how == "killed" {
			v.Eval(`(() => { cut = true; workers[1].dispatchEvent(new ErrorEvent("error", { message: "killed by a test", cancelable: true })); })()`)
		}
		v.Until(over)
		b.Press("End")
		v.Until(`document.getElementById("frame").textContent.includes("B-MS-EI")`)
		v.Until(`/step=[1-9]/.test(location.hash)`)
		shown[how] = v.Eval(`document.getElementById("words").textContent`)
		switch n := v.Eval(`workers.length`); {
		case how == "alone" && n != 1.0, how != "alone" && n != 2.0:
			t.Errorf("%s: %v workers", how, n)
		}
		if how == "two" && v.Eval(`said[0] >= 3 && said[1] >= 4`) != true {
			t.Errorf("the first worker asked %v times, the second said %v things", v.Eval(`said[0]`), v.Eval(`said[1]`))
		}
		if len(b.Troubles) > 0 {
			t.Errorf("%s: the console says %q", how, b.Troubles)
		}
		t.Log(how, v.Eval(`said.join()`), shown[how])
	}
	for how, text := range shown {
		if text != shown["alone"] || text == "" {
			t.Errorf("%s: %q, alone: %q", how, text, shown["alone"])
		}
	}
}
