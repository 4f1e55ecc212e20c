//go:build unix

package testkit

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Browser is a headless Chromium with one page, spoken to in its DevTools
// protocol over two pipes: objects in JSON, a NUL after each. It does one thing
// at a time.
type Browser struct {
	t       *testing.T
	in, out *os.File
	reader  *bufio.Reader
	number  int // of the last question
	session string
	loads   int // pages loaded

	Requests []string // addresses asked for, by workers too
	Troubles []string // errors and warnings of the console, and exceptions
}

// browserMessage is an answer or an event.
type browserMessage struct {
	ID     int
	Method string
	Params struct {
		SessionID        string // of a worker that has begun
		Request          struct{ URL string }
		Type             string
		Args             []struct{ Value any }
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
		Entry struct{ Level, Text string }
	}
	Result json.RawMessage
	Error  *struct{ Message string }
}

// browserPatience is the timeout of one answer of the browser; a busy machine is slow.
const browserPatience = time.Minute

// NewBrowser starts Chromium, or skips the test where there is none.
func NewBrowser(t *testing.T) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH: the page is not opened in a browser (.ci/run installs it where it can)")
	}
	in, toBrowser := browserPipe(t)
	fromBrowser, out := browserPipe(t)
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{in, out} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	out.Close()
	b := &Browser{t: t, in: toBrowser, out: fromBrowser, reader: bufio.NewReaderSize(fromBrowser, 1<<20)}
	t.Cleanup(func() {
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		b.in.Close() // without its pipe it quits
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
		b.out.Close()
	})
	b.Tab()
	return b
}

// Tab opens another tab and continues there. back returns to the previous tab and, with end, first
// kills the new one, as if it had crashed.
func (b *Browser) Tab() (back func(end bool)) {
	b.t.Helper()
	before := b.session
	b.session = ""
	var target struct{ TargetID string }
	b.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log", "Accessibility"} {
		b.Call(domain+".enable", nil, nil)
	}
	b.Call("Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}, nil)
	return func(end bool) {
		b.t.Helper()
		b.session = ""
		if end {
			b.Call("Target.closeTarget", map[string]any{"targetId": target.TargetID}, nil)
		}
		b.session = before
	}
}

func browserPipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// Call asks the browser and waits for the answer.
func (b *Browser) Call(method string, params, result any) {
	b.t.Helper()
	asked := b.ask(b.session, method, params)
	for {
		m := b.next(method)
		if m.ID != asked {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
		return
	}
}

// ask asks the browser and does not wait.
func (b *Browser) ask(session, method string, params any) (number int) {
	b.t.Helper()
	b.number++
	call := map[string]any{"id": b.number, "method": method}
	if params != nil {
		call["params"] = params
	}
	if session != "" {
		call["sessionId"] = session
	}
	text, err := json.Marshal(call)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatalf("the browser is gone: %v", err)
	}
	return b.number
}

// next takes one message in.
func (b *Browser) next(waitingFor string) browserMessage {
	b.t.Helper()
	_ = b.out.SetReadDeadline(time.Now().Add(browserPatience))
	text, err := b.reader.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("waiting for %s: %v", waitingFor, err)
	}
	var m browserMessage
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatalf("%v in %.200s", err, text)
	}
	switch m.Method {
	case "Target.attachedToTarget": // it waits, so that nothing it does is missed
		for _, method := range []string{"Network.enable", "Runtime.enable", "Log.enable", "Runtime.runIfWaitingForDebugger"} {
			b.ask(m.Params.SessionID, method, nil)
		}
	case "Page.loadEventFired":
		b.loads++
	case "Network.requestWillBeSent":
		b.Requests = append(b.Requests, m.Params.Request.URL)
	case "Runtime.consoleAPICalled":
		b.Troubles = append(b.Troubles, fmt.Sprint("console.", m.Params.Type, " ", m.Params.Args))
	case "Runtime.exceptionThrown":
		b.Troubles = append(b.Troubles, m.Params.ExceptionDetails.Text+" "+m.Params.ExceptionDetails.Exception.Description)
	case "Log.entryAdded":
		b.Troubles = append(b.Troubles, m.Params.Entry.Level+": "+m.Params.Entry.Text)
	}
	return m
}

// Open goes to an address and waits until it is loaded.
func (b *Browser) Open(url string) {
	b.t.Helper()
	before := b.loads
	b.Call("Page.navigate", map[string]any{"url": url}, nil)
	for b.loads == before {
		b.next("the page to load")
	}
}

// Eval computes an expression in the page.
func (b *Browser) Eval(expression string) any {
	b.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails.Exception.Description)
	}
	return r.Result.Value
}

// browserKeys are the numbers of keys that are no letters.
var browserKeys = map[string]int{" ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}

// Press presses keys, one after another.
func (b *Browser) Press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		event := map[string]any{"type": "rawKeyDown", "key": k, "code": strings.Replace(k, " ", "Space", 1), "windowsVirtualKeyCode": browserKeys[k]}
		if k == " " {
			event["type"], event["text"] = "keyDown", " "
		}
		b.Call("Input.dispatchKeyEvent", event, nil)
		event["type"] = "keyUp"
		delete(event, "text")
		b.Call("Input.dispatchKeyEvent", event, nil)
	}
}

// Window makes the page so many pixels large, as on a phone or not.
func (b *Browser) Window(w, h int, phone bool) {
	b.t.Helper()
	scale := 1
	if phone {
		scale = 2
	}
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": w, "height": h, "deviceScaleFactor": scale, "mobile": phone}, nil)
}

// Prefers sets whether the reader's system is dark or light.
func (b *Browser) Prefers(scheme string) {
	b.t.Helper()
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Shot is what the page looks like, as a PNG.
func (b *Browser) Shot() []byte {
	b.t.Helper()
	var r struct{ Data string }
	b.Call("Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	picture, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	return picture
}

// Fresh is a text that no address has had, so that a page is not cached.
func (b *Browser) Fresh() string {
	b.number++
	return fmt.Sprint(b.number)
}

// For reports further failures to another test, such as a subtest.
func (b *Browser) For(t *testing.T) { b.t = t }

// Until evaluates an expression until it is true, and fails the test if that takes
// longer than anything does.
func (b *Browser) Until(expression string) {
	b.t.Helper()
	WaitFor(b.t, expression, func() bool { return b.Eval("!!("+expression+")") == true })
}
