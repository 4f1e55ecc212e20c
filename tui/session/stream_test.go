package session

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// A stream brings what work sends in order, its end last; cancelled, nothing but
// the end.
func TestStreamsBringAllInOrder(t *testing.T) {
	t.Parallel()
	work := func(send func(tea.Msg)) {
		for i := range 3 {
			send(i)
		}
	}
	collect := func(ctx context.Context) (out []tea.Msg) {
		msg := Stream(ctx, "end", work)()
		for {
			s, ok := msg.(StreamMsg)
			if !ok {
				return append(out, msg)
			}
			out, msg = append(out, s.Msg), s.Next()
		}
	}
	if got := fmt.Sprint(collect(t.Context())); got != "[0 1 2 end]" {
		t.Errorf("the stream brought %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := fmt.Sprint(collect(ctx)); got != "[end]" {
		t.Errorf("a cancelled stream brought %s", got)
	}
}

// A panic of the background comes as a message, and surfaces with its own stack.
func TestPanicsComeAsMessages(t *testing.T) {
	t.Parallel()
	msg, ok := Stream(t.Context(), nil, func(func(tea.Msg)) { panic("broken") })().(StreamMsg)
	p, isPanic := msg.Msg.(PanicMsg)
	if !ok || !isPanic {
		t.Fatalf("a panic comes as %v", msg)
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "broken\n") || !strings.Contains(text, "stream_test.go") {
			t.Errorf("it surfaces as %s", text)
		}
	}()
	p.Surface()
}
