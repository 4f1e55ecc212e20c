package experiment

import (
	"bufio"
	"bytes"
	"maps"
	"slices"
	"strings"

	"farsight/internal/jsonlog"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// definition is what determines a run in addition to its seed and the program: the problem as its file would
// say it, part by part, what its tables hold, and the policy with every option filled in. A part is
// short as it is, or its fingerprint; what names and explains a problem is no part of it.
type definition map[string]string

// definitionSeed is the seed of the replication whose problem is written down, for problems that have one each.
const definitionSeed = 1

// longestPart is how long a part of a definition may be to be kept as text, so that messages can
// quote its number.
const longestPart = 24

// definition is that of a run; nil on the map, whose cells say all there is to say.
func (j Job) definition() (definition, error) {
	if j.Problem.cell != nil {
		return nil, nil
	}
	p, err := j.Problem.problem(definitionSeed)
	if err != nil {
		return nil, err
	}
	d := define(p)
	q, err := j.Policy.policy()
	if err != nil {
		return nil, err
	}
	if q, err = study.Filled(q, p); err != nil {
		return nil, err
	}
	var options []string
	for name, value := range q.Options.All {
		if !q.Kind().Permits(name) { // what only allows changes no result
			options = append(options, name+"="+value)
		}
	}
	slices.Sort(options)
	d.add("policy", strings.Join(options, " "))
	return d, nil
}

// define takes a problem's file apart.
func define(p *scenarios.Problem) definition {
	d := definition{}
	text, err := problemfile.Format(p)
	if err != nil {
		d["program"] = "code" // represented by the engine's version
		return d
	}
	parts := map[string]string{}
	part, block := "", "" // block: the quotes that end a text of several lines
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		line := lines.Text()
		key, value, ok := strings.Cut(line, " = ")
		switch {
		case block != "":
			if strings.HasSuffix(line, block) {
				block = ""
			}
		case line == "":
		case part == "" && explains[key]:
			for _, quotes := range []string{`"""`, "'''"} {
				if strings.HasPrefix(value, quotes) && (len(value) < 6 || !strings.HasSuffix(value, quotes)) {
					block = quotes
				}
			}
		case strings.HasPrefix(line, "["):
			part = sectionName(strings.Trim(line, "[]"))
			parts[part] += line + "\n"
		case part != "":
			parts[part] += line + "\n"
		case ok:
			parts[key] = value
		}
	}
	for name, text := range parts {
		if name != "optimum" { // what regret is measured by decides no run
			d.add(name, text)
		}
	}
	if s := p.Source; s != nil {
		if t, ok := s.Text(); ok && t.Data != "" {
			d["rows of the table"] = t.Data
		}
	}
	return d
}

// explains are the fields that a newcomer reads and no run does.
var explains = map[string]bool{"name": true, "title": true, "note": true, "constructed": true, "compare": true}

// sectionName is the word for a section of a problem's file in messages.
func sectionName(section string) string {
	switch {
	case section == "parameter":
		return "parameters"
	case strings.HasPrefix(section, "policy."):
		return "policy defaults"
	case section == "model.objective":
		return "model of the objective"
	case section == "model.cost":
		return "model of the cost"
	case section == "move":
		return "moves"
	}
	return section
}

func (d definition) add(part, text string) {
	if text == "" {
		return
	}
	if len(text) > longestPart || strings.ContainsAny(text, "\n") {
		text = jsonlog.Checksum([]byte(text))
	}
	d[part] = text
}

// key is the definition in one word.
func (d definition) key() string {
	if len(d) == 0 {
		return ""
	}
	var b bytes.Buffer
	for _, part := range slices.Sorted(maps.Keys(d)) {
		b.WriteString(part + "\x00" + d[part] + "\x00")
	}
	return jsonlog.Checksum(b.Bytes())
}

// differences names the parts in which two definitions differ, with both where they are short.
func (d definition) differences(to definition) []string {
	both := definition{}
	maps.Copy(both, d)
	maps.Copy(both, to)
	var out []string
	for _, part := range slices.Sorted(maps.Keys(both)) {
		if d[part] == to[part] {
			continue
		}
		if a, b := d[part], to[part]; a != "" && b != "" && max(len(a), len(b)) < jsonlog.SumDigits {
			part += " (" + a + ", now " + b + ")"
		}
		out = append(out, sanitize.Text(part))
	}
	return out
}
