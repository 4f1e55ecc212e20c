//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// storage is what files.js keeps in the browser (studies.Storage).
type storage struct{ files js.Value }

func (s storage) Load() error {
	_, err := await(s.files.Call("load"))
	return err
}

func (s storage) Sync() error {
	_, err := await(s.files.Call("sync"))
	return err
}

func (s storage) Claim(path string) error {
	_, err := await(s.files.Call("claim", path))
	return err
}

func (s storage) Release(path string) { _, _ = await(s.files.Call("release", path)) }

func (s storage) Elsewhere() []string {
	list, err := await(s.files.Call("elsewhere"))
	if err != nil {
		return nil // unknown
	}
	out := make([]string, list.Length())
	for i := range out {
		out[i] = list.Index(i).String()
	}
	return out
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errors.New(args[0].Get("message").String())}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-done
	return o.value, o.err
}
