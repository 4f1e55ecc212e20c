package problemfile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/command"
)

// readCommand reads the table [command].
func (p *parsing) readCommand(s *tomlfile.Section) {
	c := &command.Source{TimeLimit: command.DefaultTimeLimit, Dir: p.Dir, Cost: p.knownCost(), CostUnit: p.CostUnit, Parameters: p.Parameters}
	names := scenarios.Names(p.Parameters)
	used := map[string]bool{}
	list, ok := s.Texts("run")
	if !s.Has("run") {
		s.Wrong("run", `is missing: the program and its arguments, such as run = ["python3", "train.py", "--rate", "{rate}"]`)
	} else if ok && (len(list) == 0 || list[0].Text == "") {
		s.Wrong("run", "names no program")
	}
	for i, e := range list {
		field := fmt.Sprintf("run[%d]", i+1)
		if strings.ContainsRune(e.Text, 0) {
			s.Say(e.At, s.Name(field), "an argument cannot hold a zero byte")
		}
		command.Substitute(e.Text, func(name string) (string, bool) {
			switch {
			case name == "" || !p.fine:
			case i == 0:
				s.Say(e.At, s.Name(field), "the program's own name cannot depend on a parameter")
			case !slices.Contains(names, name):
				s.Say(e.At, s.Name(field), "there is no parameter %s%s; write {{%s}} for the text itself",
					mistake.Quote(name), mistake.Suggestion(name, names), sanitize.Short(name, 40))
			}
			used[name] = true
			return "", name != ""
		})
		c.Args = append(c.Args, e.Text)
	}
	for _, name := range names {
		if len(list) > 0 && p.fine && !used[name] {
			s.Wrong("run", "the parameter %s is not passed to the program: put {%s} into an argument", name, name)
		}
	}
	if s.Has("time-limit") {
		text := s.Text("time-limit")
		limit, err := time.ParseDuration(text)
		if text != "" && (err != nil || limit <= 0 || limit > command.MaxTimeLimit) {
			s.Wrong("time-limit", `%s: write a time such as "90s", "15m" or "2h", at most "720h"`, mistake.Quote(text))
		}
		c.TimeLimit = limit
	}
	c.Both = s.Choice("prints", command.PrintsValue, command.PrintsBoth) == command.PrintsBoth
	c.Timed = s.Choice("cost", command.CostTime) == command.CostTime
	switch {
	case c.Both && c.Cost != nil:
		s.Wrong("prints", "the cost is known from [cost]: the program prints the value alone")
	case c.Timed && c.Cost != nil:
		s.Wrong("cost", "the cost is known from [cost]; leave this out")
	case c.Timed && c.Both:
		s.Wrong("cost", "the program prints its cost; leave this out, or leave out prints")
	}
	c.Record = s.Choice("on-failure", command.OnFailureStop, command.OnFailureRecord) == command.OnFailureRecord
	if c.FailureCost, _ = s.Positive("failure-cost"); c.FailureCost > 0 && c.Cost != nil {
		s.Wrong("failure-cost", "the cost is known, of failures too; leave this out")
	}
	p.Source = c
}
