//go:build js && wasm

package main

import (
	"syscall/js"

	"farsight/web/front"
	"farsight/web/peer"
)

// serve decides for the worker at the other end of a port, but not while hidden.
func serve(p *page, port js.Value) (hide func(hidden bool)) {
	var server *peer.Server
	send := connect(port, func(b []byte) { server.Receive(b) })
	server, hide = front.Serve(p, send)
	return hide
}

// ask has the worker at the other end of a port decide for some policies.
func ask(f *front.Front, port js.Value) *peer.Client {
	var client *peer.Client
	send := connect(port, func(b []byte) { client.Receive(b) })
	client = f.Second(send)
	return client
}

// connect speaks over a port: it returns what sends bytes, and hands those that
// come in to receive.
func connect(port js.Value, receive func([]byte)) (send func([]byte)) {
	port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if b, ok := fromJS(args[0].Get("data")).([]byte); ok {
			receive(b)
		}
		return nil
	}))
	return func(b []byte) {
		bytes := toJS(b)
		port.Call("postMessage", bytes, []any{bytes.Get("buffer")})
	}
}
