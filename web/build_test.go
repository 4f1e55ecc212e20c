package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"farsight/internal/testkit"
	"farsight/web/site"
)

// built is the site, made once for all tests; FARSIGHT_SITE names one that is
// made already.
var built = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("FARSIGHT_SITE"); dir != "" {
		return dir, nil
	}
	out := filepath.Join(scratch, "site")
	return out, site.Make(context.Background(), site.Options{Out: out, Root: "..", Only: []string{"myopia", "planning", "overspend"}, Talk: io.Discard})
})

// scratch is removed when all tests are over.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "farsight-web-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// served is the address of the site, in a folder of a host.
func served(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the program is compiled for the page")
	}
	dir, err := built()
	testkit.OK(t, err)
	host := httptest.NewServer(http.StripPrefix("/course", http.FileServer(http.Dir(dir))))
	t.Cleanup(host.Close)
	return strings.TrimSuffix(host.URL, "/") + "/course/"
}
