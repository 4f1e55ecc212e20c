package session

import (
	"context"
	"fmt"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"
)

// streamRoom is more messages than any work sends: a slow terminal must not hold
// up what others may be waiting for.
const streamRoom = 64

// Stream runs work in the background and brings the messages it sends one by
// one, end last. Work that goes on must end with ctx.
func Stream(ctx context.Context, end tea.Msg, work func(send func(tea.Msg))) tea.Cmd {
	return func() tea.Msg {
		updates := make(chan tea.Msg, streamRoom)
		send := func(msg tea.Msg) {
			if ctx.Err() != nil {
				return // a select would still send it half of the time
			}
			select {
			case updates <- msg:
			case <-ctx.Done():
			}
		}
		go func() {
			defer close(updates)
			defer func() {
				if p := recover(); p != nil {
					send(PanicMsg{Value: p, Stack: debug.Stack()})
				}
			}()
			work(send)
		}()
		return streamed(updates, end)
	}
}

// StreamMsg is one message of a stream.
type StreamMsg struct {
	Msg     tea.Msg
	updates <-chan tea.Msg
	end     tea.Msg
}

// streamed waits for the next message of a stream.
func streamed(updates <-chan tea.Msg, end tea.Msg) tea.Msg {
	if msg, ok := <-updates; ok {
		return StreamMsg{msg, updates, end}
	}
	return end
}

// Next waits for what follows this message of a stream.
func (msg StreamMsg) Next() tea.Msg { return streamed(msg.updates, msg.end) }

// PanicMsg brings a panic of the background to the foreground.
type PanicMsg struct {
	Value any
	Stack []byte
}

// Surface panics again, with the stack of the first time.
func (p PanicMsg) Surface() { panic(fmt.Sprintf("%v\n\n%s", p.Value, p.Stack)) }
