package problemfile

import (
	"strconv"

	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios"
)

// readPolicies reads the tables [policy.NAME].
func readPolicies(all *tomlfile.Section) []scenarios.PolicyDefault {
	if !all.Given() {
		return nil
	}
	var out []scenarios.PolicyDefault
	for _, name := range all.Entry.Names {
		all.Knows(name)
		kind, err := policy.Find(name)
		if err != nil {
			all.Say(all.Entry.Table[name].Key, all.Name(name), "%v", err)
			continue
		}
		s := all.Section(name)
		if !s.Given() {
			continue
		}
		s.Knows("effort") // once allowed for every policy; studies made then must still open
		out = append(out, scenarios.PolicyDefault{Policy: name, Options: string(ReadOptions(s, kind))})
	}
	return out
}

// ReadOptions reads a policy's options from the fields of a section, and says
// what is wrong with them there.
func ReadOptions(s *tomlfile.Section, kind *policy.Kind) policy.Options {
	var out policy.Options
	for _, o := range kind.Options {
		switch o.Type {
		case policy.Whole:
			if n, ok := s.Whole(o.Name, o.Least, o.Most); ok {
				out = out.With(o.Name, strconv.Itoa(n))
			}
		case policy.Number:
			if v, ok := s.Positive(o.Name); ok {
				out = out.With(o.Name, tomlfile.Number(v))
			}
		case policy.OneOf:
			out = out.With(o.Name, s.Choice(o.Name, o.Choices...))
		case policy.Switch:
			if s.Has(o.Name) {
				out = out.With(o.Name, strconv.FormatBool(s.Flag(o.Name)))
			}
		default:
			if out = out.With(o.Name, s.Text(o.Name)); s.Has(o.Name) && out.Get(o.Name) == "" {
				s.Wrong(o.Name, "write %s", o.Example)
			}
		}
	}
	if kind.CheckFile != nil {
		if option, err := kind.CheckFile(out); err != nil {
			s.Wrong(option, "%v", err)
		}
	}
	return out
}

// policy writes a table [policy.NAME].
func (w *writer) policy(d scenarios.PolicyDefault) {
	w.Line("\n[policy.%s]", d.Policy)
	for name, value := range policy.Options(d.Options).All {
		switch o, _ := (policy.Policy{Name: d.Policy}).Option(name); o.Type {
		case policy.Whole, policy.Number, policy.Switch:
			w.Line("%s = %s", name, value)
		default:
			w.Text(name, value)
		}
	}
}
