package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/learn"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
	"farsight/tui/tour"
)

// course is what a site adds to what ships with Farsight: the file course.json, which the page's
// worker reads.
type course struct {
	Problems []named `json:"problems"`
	Tours    []named `json:"tours"`
	Files    []file  `json:"files"` // what problems and tours read, by names that start from them
}

// named is a text by its name.
type named struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// file is a file of the program's in the page.
type file struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// readCourse reads and checks problems and a tour, so that mistakes are reported to the author of a
// site, not to its visitors.
func readCourse(problems []string, tourFile string) (course, error) {
	c := course{Problems: []named{}, Tours: []named{}, Files: []file{}}
	for _, path := range problems {
		p, err := c.problem(path)
		if err != nil {
			return c, err
		}
		if p.IsManual() {
			return c, fmt.Errorf("%s is measured by a person: there is nothing to replay in a page. Visitors can make a study of it: hand them the file", sanitize.Text(path))
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return c, err
		}
		c.Problems = append(c.Problems, named{filepath.Base(path), string(text)})
	}
	if tourFile == "" {
		return c, nil
	}
	t, err := tour.Load(tourFile)
	if err != nil {
		return c, err
	}
	for _, s := range t.Scenes {
		name := s.Backdrop.Problem
		if _, err := builtin.ParseCell(name); err == nil || name == "" || slices.Contains(builtin.Names(), name) {
			continue
		}
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(tourFile), name)
		}
		if _, err := c.problem(path); err != nil {
			return c, err
		}
		if err := c.keep(tourFile, name, path); err != nil {
			return c, err
		}
	}
	text, err := os.ReadFile(tourFile)
	if err != nil {
		return c, err
	}
	c.Tours = append(c.Tours, named{filepath.Base(tourFile), string(text)})
	return c, nil
}

// problem reads a problem, and keeps the table it reads.
func (c *course) problem(path string) (*scenarios.Problem, error) {
	p, err := problemfile.Load(path)
	if err != nil {
		return nil, err
	}
	if p.Permission() != nil {
		return nil, fmt.Errorf("%s is evaluated by running a program, and a page runs none: give the page a formula or a table of past runs", sanitize.Text(path))
	}
	name := ""
	switch s := p.Source.(type) {
	case *table.Source:
		name = s.File
	case *learn.Source:
		name = s.File
	}
	if name == "" {
		return p, nil
	}
	return p, c.keep(path, name, filepath.Join(filepath.Dir(path), name))
}

// keep takes a file along that another one names.
func (c *course) keep(by, name, path string) error {
	slashed := filepath.ToSlash(filepath.Clean(name))
	if filepath.IsAbs(name) || slashed == ".." || strings.HasPrefix(slashed, "../") {
		return fmt.Errorf("%s names %s: in a page files are found below the folder of the file that names them; put it there", sanitize.Text(by), sanitize.Text(name))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, f := range c.Files {
		if f.Name == slashed {
			if bytes.Equal(f.Data, data) {
				return nil
			}
			return fmt.Errorf("%s names %s, and so does another file, which means another one: call one of the two something else", sanitize.Text(by), sanitize.Text(name))
		}
	}
	c.Files = append(c.Files, file{slashed, data})
	return nil
}

// json is the course as the worker reads it.
func (c course) json() ([]byte, error) { return json.MarshalIndent(c, "", " ") }
