// Command web makes a folder with the explorer in a page, for any static host:
//
//	go run ./web --out site
//	go run ./web --out site --problem my.toml --tour my-tour.toml
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"

	"farsight/web/site"
)

const usage = `Usage: go run ./web --out FOLDER [--problem FILE.toml]... [--tour FILE.toml] [--address URL]

Write a folder with the explorer in a page: put it on any static host, and a
link is all that visitors need. It is made from Farsight's own folder, with Go
and nothing else (brotli and xz are used where found); docs/web.md says more.

  --out FOLDER      the folder to write: a new one, or one written before
  --problem FILE    put a problem file into it; repeat for several. The page
                    opens on the first
  --tour FILE       put a tour into it
  --address URL     where the folder will be found, as https://host/folder/:
                    previews of links have a picture then
`

// Exit codes: something failed, or the command line is wrong.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// texts is a flag that can be given several times.
type texts []string

func (t *texts) String() string     { return fmt.Sprint(*t) }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }

func run(ctx context.Context, args []string, out, talk io.Writer) int {
	o := site.Options{Talk: talk}
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.Out, "out", "", "")
	flags.Var((*texts)(&o.Problems), "problem", "")
	flags.StringVar(&o.Tour, "tour", "", "")
	flags.StringVar(&o.Address, "address", "", "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		return 0
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("%q is not expected here", flags.Arg(0))
	case err == nil && o.Out == "":
		err = errors.New("no folder is named: --out site")
	}
	if err != nil {
		fmt.Fprintf(talk, "web: %v\n\n%s", err, usage)
		return exitUsage
	}
	o.Brotli, _ = exec.LookPath("brotli") // without them there is gzip alone
	o.XZ, _ = exec.LookPath("xz")
	if err := site.Make(ctx, o); err != nil {
		fmt.Fprintf(talk, "web: %v\n", err)
		return exitFailed
	}
	return 0
}
