package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The committed table is what the documented command prints.
func TestTable(t *testing.T) {
	want, err := os.ReadFile("../reactor.csv")
	testkit.OK(t, err)
	var out, talk bytes.Buffer
	if code := run([]string{"-table"}, &out, &talk); code != 0 || talk.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, talk.String())
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Error("examples/reactor.csv is not what `go run ./examples/measure -table` prints")
	}
}

func TestMeasure(t *testing.T) {
	var out, talk bytes.Buffer
	if code := run([]string{"-temperature=85.5", "-catalyst=0.03"}, &out, &talk); code != 0 || !strings.HasPrefix(out.String(), `{"cost":`) {
		t.Errorf("exit code %d: %q, %q", code, out.String(), talk.String())
	}
	for _, args := range [][]string{{"-temperature=30"}, {"-catalyst=NaN"}, {"-unknown"}} {
		if code := run(args, &out, &talk); code == 0 {
			t.Errorf("%q is accepted", args)
		}
	}
}
