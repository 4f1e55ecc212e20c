// Man writes farsight's manual pages, one for each command, from the texts that
// --help prints.
//
//	go run ./internal/tools/man --out out/package/man
//	man out/package/man/farsight-study-ask.1
//
// cobra/doc could do it, but passes all texts through Markdown, which runs the
// aligned tables of our help together; here lines stay as they are. The date is
// that of SOURCE_DATE_EPOCH (seconds since 1970), so that a release is the same
// each time it is built, or else no date.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/cli"
)

func main() {
	flags := pflag.NewFlagSet("man", pflag.ExitOnError) // cobra takes the flags of pflag.CommandLine for the root command's
	out := flags.String("out", "out/package/man", "folder to write to; made if missing")
	_ = flags.Parse(os.Args[1:]) // a mistake ends the program with exit code 2
	if flags.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "man: %q is not expected; usage: man [--out FOLDER]\n", flags.Arg(0))
		os.Exit(2)
	}
	if err := writeAll(*out, cli.Command()); err != nil {
		fmt.Fprintf(os.Stderr, "man: %v\n", err)
		os.Exit(1)
	}
}

// writeAll writes the page of a command and of every command below it.
func writeAll(dir string, c *cobra.Command) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, pageName(c)+".1"), []byte(page(c)), 0o644); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if err := writeAll(dir, sub); err != nil {
			return err
		}
	}
	return nil
}

// pageName is the name of a command's page: farsight-study-ask.
func pageName(c *cobra.Command) string {
	return strings.ReplaceAll(c.CommandPath(), " ", "-")
}

// page returns a manual page in man(7) macros.
func page(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %q farsight\n", strings.ToUpper(pageName(c)), date())
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(pageName(c)), escape(c.Short))
	section(&b, "SYNOPSIS", c.UseLine())
	section(&b, "EXAMPLES", c.Example)
	section(&b, "DESCRIPTION", c.Long)
	section(&b, "OPTIONS", strings.Trim(c.LocalFlags().FlagUsages(), "\n"))
	var others []string
	if c.HasParent() {
		others = append(others, pageName(c.Parent())+"(1)")
	}
	for _, sub := range c.Commands() {
		others = append(others, pageName(sub)+"(1)")
	}
	section(&b, "SEE ALSO", strings.Join(others, "\n"))
	return b.String()
}

// section adds a section whose lines are not filled, or nothing without text.
func section(b *strings.Builder, title, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(b, ".SH %s\n.nf\n", title)
	for line := range strings.Lines(text) {
		fmt.Fprintln(b, escape(strings.TrimRight(line, "\n")))
	}
	fmt.Fprint(b, ".fi\n")
}

// escape keeps roff from reading text as requests. A hyphen is written as a minus sign, so that
// options can be searched for and copied, and non-ASCII characters by number, which groff and
// mandoc read in any locale.
func escape(line string) string {
	var b strings.Builder
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range line {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// date is the day of SOURCE_DATE_EPOCH, or empty.
func date() string {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return ""
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateOnly)
}
