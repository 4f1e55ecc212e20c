package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"farsight/internal/jsonlog"
	"farsight/internal/testkit"
)

// The line and its sum were made by a Python program that follows doc.go.
func TestLineIsAsDocumented(t *testing.T) {
	t.Parallel()
	const want = `{"v":1,"n":2,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05.678Z","kind":"told","event":{"x":[0.5,1e-7],"value":0,"cost":2,"source":"<é>"},"sum":"db7b1300f8272f99"}` + "\n"
	e := Event{Seq: 2, Time: time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC), Body: Told{X: []float64{0.5, 1e-7}, Cost: 2, Source: "<é>"}}
	got, err := encode(e, "0123456789abcdef")
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// Every line of a whole journal satisfies doc.go's rule, applied here without
// this package's code, and is JSON.
func TestWholeJournalAsDocumented(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	prev := "0000000000000000"
	for i, line := range strings.Split(strings.TrimSuffix(string(readBytes(t, path)), "\n"), "\n") {
		sum := sha256.Sum256([]byte(line[:len(line)-26]))
		if got := hex.EncodeToString(sum[:])[:16]; got != line[len(line)-18:len(line)-2] {
			t.Errorf("line %d has the wrong sum", i+1)
		}
		var l map[string]any
		testkit.OK(t, json.Unmarshal([]byte(line), &l))
		v := 1.0
		if i > 0 && script[i-1].version() == 2 {
			v = 2
		}
		if l["v"] != v || l["n"] != float64(i+1) || l["prev"] != prev {
			t.Errorf("line %d: head %v, %v, %v", i+1, l["v"], l["n"], l["prev"])
		}
		prev = l["sum"].(string)
	}
}

// seal gives a line's head its right sum.
func seal(head string) string { return strings.TrimSuffix(string(jsonlog.Seal([]byte(head))), "\n") }

// A sound sum does not make a line understood.
func TestSealedNonsense(t *testing.T) {
	t.Parallel()
	const head = `{"v":1,"n":2,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05Z",`
	for name, l := range map[string]string{
		"unknown kind":        head + `"kind":"dance","event":{}`,
		"unknown field":       head + `"kind":"note","event":{"text":"a","colour":"red"}`,
		"unknown told field":  head + `"kind":"told","event":{"x":[1],"value":1,"cost":1,"colour":"red"}`,
		"unknown head field":  head + `"kind":"note","event":{"text":"a"},"colour":"red"`,
		"told without value":  head + `"kind":"told","event":{"x":[1],"cost":1}`,
		"failed with value":   head + `"kind":"told","event":{"x":[1],"value":1,"cost":1,"failed":true}`,
		"number too large":    head + `"kind":"told","event":{"x":[1],"value":1e999,"cost":1}`,
		"no event":            head + `"kind":"told"`,
		"not JSON":            head + `"kind":`,
		"two values":          head + `"kind":"note","event":{"text":"a"}}{"v":1`,
		"short prev":          `{"v":1,"n":2,"prev":"0","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`,
		"number zero":         `{"v":1,"n":0,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`,
		"time without a form": `{"v":1,"n":2,"prev":"0123456789abcdef","time":"noon","kind":"note","event":{"text":"a"}`,
	} {
		if _, err := decode([]byte(seal(l))); err == nil || !strings.Contains(err.Error(), "cannot be understood") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := decode([]byte(seal(head + `"kind":"note","event":{"text":"a"}`))); err != nil {
		t.Errorf("the pattern itself: %v", err)
	}
}
