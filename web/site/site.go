package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/web/page"
)

// Options say what a site is made of.
type Options struct {
	Out      string    // the folder to write
	Problems []string  // files of problems to put into it
	Tour     string    // the file of a tour to put into it; "": none
	Address  string    // where it will be found, for previews of links; "": not known
	Only     []string  // scenarios to have pages of; none: all
	Root     string    // Farsight's own folder; "": the one we are in
	Brotli   string    // the program brotli, for smaller copies; "": there is none
	XZ       string    // and xz, for the smallest of the program
	Talk     io.Writer // told what is done
}

// Names of files that are made, not copied.
const (
	index       = "index.html" // copied, and then the gallery
	program     = "farsight.wasm"
	start       = "wasm_exec.js"
	contents    = "course.json"
	offlineCopy = "offline.js" // copied, and then versioned
	listing     = "files.txt"  // the list of a site's files, so that it can be replaced
	pictures    = "pictures"   // the folder of pictures
	article     = "learn"      // and that of the article
)

// Make writes the site. Nothing is written unless all of it can be.
func Make(ctx context.Context, o Options) error {
	old, err := foreign(o.Out)
	if err != nil {
		return err
	}
	if o.Address != "" && !strings.HasPrefix(o.Address, "https://") && !strings.HasPrefix(o.Address, "http://") {
		return fmt.Errorf("--address %s is no address of a page: write it in full, as https://host/folder/", sanitize.Text(o.Address))
	}
	c, err := readCourse(o.Problems, o.Tour)
	if err != nil {
		return err
	}
	files, err := pageFiles()
	if err != nil {
		return err
	}
	visit := slices.Collect(maps.Keys(files))           // what one visit loads
	for _, name := range []string{index, articlePage} { // they tell a site from the page's own files
		if files[name], err = fill(files[name], `<html`, fmt.Sprintf(`<html data-site="%s"`, o.packed())); err != nil {
			return err
		}
	}
	if files[contents], err = c.json(); err != nil {
		return err
	}
	if files[start], err = starter(ctx, o.root()); err != nil {
		return err
	}
	fmt.Fprintln(o.Talk, "compiling the program for the page; the first time takes minutes …")
	if files[program], err = compiled(ctx, o.root()); err != nil {
		return err
	}
	visit = append(visit, contents, start, program)
	if err := o.exhibit(ctx, c, files); err != nil {
		return err
	}
	if err := addArticle(ctx, files); err != nil {
		return err
	}
	if files[offlineCopy], err = versioned(files); err != nil {
		return err
	}
	if err := o.pack(ctx, files); err != nil {
		return err
	}
	if err := write(o.Out, files, old); err != nil {
		return err
	}
	return o.report(files, visit)
}

// exhibit draws pictures of all there is to see, and writes a page of each and the
// gallery of them, over the page they are made from.
func (o Options) exhibit(ctx context.Context, c course, files map[string][]byte) error {
	fmt.Fprintln(o.Talk, "drawing pictures of all problems; this takes a minute …")
	all, err := exhibits(ctx, o, c)
	if err != nil {
		return err
	}
	template, err := fill(files[index], "<html", fmt.Sprintf(`<html data-steps="%s"`, steps(all)))
	if err != nil {
		return err
	}
	for i := range all {
		e := &all[i]
		if err := e.pictures(files); err != nil {
			return err
		}
		if e.story != nil {
			files[e.storyFile()] = e.story
		}
		if files[e.name+".html"], err = e.page(template, address(o.Address)); err != nil {
			return err
		}
	}
	files[index], err = startPage(template, all, c, address(o.Address))
	return err
}

// steps says of which problems there are pictures of every step, and which is the last.
func steps(all []exhibit) string {
	var out []string
	for _, e := range all {
		if last := len(e.posed[posedScreens[0]]) - 1; last >= 0 {
			out = append(out, fmt.Sprintf("%s:%d", e.name, last))
		}
	}
	return strings.Join(out, " ")
}

// versioned is the script that keeps a copy of the site, with the files it keeps
// (those the explorer runs on, and its pages) and what they are known by.
func versioned(files map[string][]byte) ([]byte, error) {
	var names []string
	for name := range files {
		if dir := filepath.Dir(name); (dir == "." || dir == article) && name != program && name != offlineCopy && !strings.HasSuffix(name, storyEnding) && !strings.HasPrefix(name, scenePrefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	sum.Write(files[program])
	list, err := json.Marshal(append([]string{"./", article + "/"}, names...)) // folders are files of other names
	if err != nil {
		return nil, err
	}
	return fill(files[offlineCopy], "version = '', files = []", fmt.Sprintf("version = '%x', files = %s", sum.Sum(nil)[:8], list))
}

// packed says which programs there are besides those that every site has.
func (o Options) packed() string {
	if o.XZ == "" {
		return ""
	}
	return "lzma"
}

// root is the folder of the module.
func (o Options) root() string {
	if o.Root != "" {
		return o.Root
	}
	return "."
}

// pageFiles are the page's own files.
func pageFiles() (map[string][]byte, error) {
	out := map[string][]byte{}
	entries, err := page.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !slices.Contains(compressed, filepath.Ext(e.Name())) {
			continue
		}
		if out[e.Name()], err = page.Files.ReadFile(e.Name()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func compiled(ctx context.Context, root string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "farsight-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, program)
	if err := compile(ctx, root, file); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return joinSegments(text)
}

// foreign refuses a folder with files that are not of a site, and returns those
// that are.
func foreign(out string) (old []string, err error) {
	if out == "" {
		return nil, errors.New("no folder is named: --out site")
	}
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("--out: %w", err)
	case len(entries) == 0:
		return nil, nil
	}
	list, err := os.ReadFile(filepath.Join(out, listing))
	if err == nil {
		old = strings.Fields(string(list))
	}
	err = fs.WalkDir(os.DirFS(out), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && name != "." && !((name == pictures || name == article) && e.IsDir()) && (!slices.Contains(old, name) || !e.Type().IsRegular()) {
			err = fmt.Errorf("%s holds %s, which is no file of a site of ours: choose another folder, or a new one", sanitize.Text(out), sanitize.Text(name))
		}
		return err
	})
	return old, err
}

// compressed are the endings of a site's files that are worth compressing: of all
// that the page consists of.
var compressed = []string{".wasm", ".js", ".css", ".html", ".json", ".svg"}

// pack adds compressed copies.
func (o Options) pack(ctx context.Context, files map[string][]byte) (err error) {
	if o.Brotli != "" || o.XZ != "" {
		fmt.Fprintln(o.Talk, "compressing with brotli and xz; this takes a minute …")
	}
	if o.XZ != "" {
		if files[program+".lzma"], err = piped(ctx, files[program], o.XZ, lzma...); err != nil {
			return err
		}
	}
	for name, data := range maps.Clone(files) {
		if !slices.Contains(compressed, filepath.Ext(name)) {
			continue
		}
		if files[name+".gz"], err = gzipped(data); err != nil {
			return err
		}
		if o.Brotli == "" {
			continue
		}
		if files[name+".br"], err = piped(ctx, data, o.Brotli, "--quality=11", "--lgwin=24", "--stdout", "-"); err != nil {
			return err
		}
	}
	return nil
}

// lzma are xz's arguments for what unpack.js reads: instructions are of any length.
var lzma = []string{"--format=lzma", "--lzma1=preset=9e,dict=32MiB,lc=4,pb=0", "--stdout"}

// piped is what a program makes of data.
func piped(ctx context.Context, data []byte, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin = bytes.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return out, nil
}

// write writes a site over one that was there.
func write(out string, files map[string][]byte, old []string) error {
	names := []string{listing}
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	files[listing] = []byte(strings.Join(names, "\n") + "\n")
	for name, data := range files {
		path := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	for _, name := range old {
		if !slices.Contains(names, name) && filepath.IsLocal(name) {
			if err := os.Remove(filepath.Join(out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// gzipped compresses; what it writes depends on nothing but the data.
func gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// report says how large the site is and how to serve it.
func (o Options) report(files map[string][]byte, visit []string) error {
	plain, packed := 0, 0
	for _, name := range visit {
		plain, packed = plain+len(files[name]), packed+len(files[name+".gz"])
	}
	small := "no brotli or xz on the PATH: with them there would be smaller ones"
	if sizes := o.smaller(files); len(sizes) > 0 {
		small = strings.Join(sizes, ", ")
	}
	_, err := fmt.Fprintf(o.Talk, "wrote %s: %d files; the explorer takes %.1f MB (%.1f MB where the browser cannot unpack), of which the program %.2f MB (%s)\n"+
		"put the folder on any static host; to look at it here: python3 -m http.server --directory %s\n",
		sanitize.Text(o.Out), len(files), megabytes(packed), megabytes(plain), megabytes(len(files[program+".gz"])), small, sanitize.Text(o.Out))
	if o.Address == "" && err == nil {
		_, err = fmt.Fprintln(o.Talk, "previews of links show pictures where the site's address is known: --address https://host/folder/")
	}
	return err
}

// smaller says how large the smaller programs are.
func (o Options) smaller(files map[string][]byte) (out []string) {
	for _, one := range [][2]string{{".br", "where the browser unpacks Brotli"}, {".lzma", "in other browsers"}} {
		if data := files[program+one[0]]; data != nil {
			out = append(out, fmt.Sprintf("%.2f MB %s", megabytes(len(data)), one[1]))
		}
	}
	return out
}

func megabytes(n int) float64 { return float64(n) / 1e6 }
