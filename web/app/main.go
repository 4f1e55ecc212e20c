//go:build js && wasm

// Command app is the explorer as a page's worker runs it: it carries messages
// between the page and web/front.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"

	"farsight/web/front"
)

// page is the worker's end of the talk: messages go out by postMessage, and come
// in by what worker.js calls.
type page struct {
	post    js.Value
	port    js.Value // a message to ourselves, which comes after the page's
	timer   js.Value // setTimeout
	resume  js.Func
	resumed chan struct{}
	timed   time.Time // when timers had their turn
}

func newPage() *page {
	channel := js.Global().Get("MessageChannel").New()
	p := &page{post: js.Global().Get("postMessage"), port: channel.Get("port2"), timer: js.Global().Get("setTimeout"), resumed: make(chan struct{}, 1)}
	p.resume = js.FuncOf(func(js.Value, []js.Value) any {
		p.resumed <- struct{}{}
		return nil
	})
	channel.Get("port1").Set("onmessage", p.resume)
	return p
}

// Send posts a message to the page.
func (p *page) Send(m front.Message) { p.post.Invoke(toJS(map[string]any(m))) }

// timersEvery is how long timers may wait for messages: some hosts do not let them
// overtake.
const timersEvery = 100 * time.Millisecond

// Breathe waits for a message to ourselves: the events that were there before it
// are over then. (A timer would do too, but takes up to 4 ms: every tenth time.)
func (p *page) Breathe() {
	if now := time.Now(); now.Sub(p.timed) >= timersEvery {
		p.timed = now
		p.timer.Invoke(p.resume, 0)
	} else {
		p.port.Call("postMessage", nil)
	}
	<-p.resumed
}

// The page's memory is collected a quarter as often as by default, because there is only one
// thread.
const collectAt = 400 // percent

func main() {
	debug.SetGCPercent(collectAt)
	p := newPage()
	f := front.New(p)
	keep(p, f)
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if m, ok := fromJS(args[0]).(map[string]any); ok {
			f.Receive(m)
		}
		return nil
	})
	js.Global().Call("programIsReady", take, js.FuncOf(keepFile))
	if err := f.Run(context.Background()); err != nil {
		p.Send(front.Message{"t": "fatal", "text": err.Error()})
	}
}

// keep stores studies in the browser and reports its refusals.
func keep(p *page, f *front.Front) {
	files := js.Global().Get("files")
	files.Set("told", js.FuncOf(func(_ js.Value, args []js.Value) any {
		why := args[0].String()
		p.Send(front.Message{"t": "kept", "ok": why == "", "why": why})
		return nil
	}))
	files.Set("changed", js.FuncOf(func(js.Value, []js.Value) any {
		p.Send(front.Message{"t": "changed"})
		return nil
	}))
	f.Keep("/studies", storage{files}, fmt.Sprintf("farsight in a page, %s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH))
}

// keepFile writes a file that came with the page to where problems find it. It
// answers a promise: files are written by events.
func keepFile(_ js.Value, args []js.Value) any {
	name, _ := fromJS(args[0]).(string)
	data, _ := fromJS(args[1]).([]byte)
	done := args[2]
	go func() {
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil {
			err = os.WriteFile(name, data, 0o644)
		}
		if err != nil {
			done.Invoke(fmt.Sprint(err))
			return
		}
		done.Invoke("")
	}()
	return nil
}

// toJS converts a message to JavaScript.
func toJS(v any) js.Value {
	switch v := v.(type) {
	case []byte:
		out := js.Global().Get("Uint8Array").New(len(v))
		js.CopyBytesToJS(out, v)
		return out
	case []any:
		out := js.Global().Get("Array").New(len(v))
		for i, e := range v {
			out.SetIndex(i, toJS(e))
		}
		return out
	case map[string]any:
		out := js.Global().Get("Object").New()
		for k, e := range v {
			out.Set(k, toJS(e))
		}
		return out
	}
	return js.ValueOf(v)
}

// fromJS converts a message to Go; unsupported values are nil.
func fromJS(v js.Value) any {
	switch v.Type() {
	case js.TypeString:
		return v.String()
	case js.TypeNumber:
		return v.Float()
	case js.TypeBoolean:
		return v.Bool()
	case js.TypeObject:
		switch {
		case js.Global().Get("Array").Call("isArray", v).Bool():
			out := make([]any, v.Length())
			for i := range out {
				out[i] = fromJS(v.Index(i))
			}
			return out
		case v.InstanceOf(js.Global().Get("Uint8Array")):
			out := make([]byte, v.Length())
			js.CopyBytesToGo(out, v)
			return out
		}
		out := map[string]any{}
		names := js.Global().Get("Object").Call("keys", v)
		for i := range names.Length() {
			name := names.Index(i).String()
			out[name] = fromJS(v.Get(name))
		}
		return out
	}
	return nil
}
