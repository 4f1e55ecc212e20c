package predict

import (
	"fmt"
	"math"
	"strings"

	"farsight/study"
)

// Words describe the results in sentences, the most important first, from the view of the score
// that is You. number formats numbers; problem is the problem's name on a command line, "" if it
// has none.
func Words(scores []Score, sign float64, problem string, number func(float64) string) []string {
	i := -1
	for k, s := range scores {
		if s.You {
			i = k
		}
	}
	if i < 0 {
		return nil
	}
	you := scores[i]
	var out []string
	add := func(s string) {
		if s != "" {
			out = append(out, s)
		}
	}
	add(ranking(you, scores, sign, number))
	add(ended(you, number))
	add(fortune(you, number))
	add("One game says little: on another curve the order may be another. " + strings.TrimSpace("farsight simulate "+problem) + " plays the policies many times.")
	add(fortunes(scores, number))
	return out
}

// be is the verb of a name: you are, the room is.
func be(s Score, one, two string) string {
	if s.Name == "you" {
		return two
	}
	return one
}

// capital is a name at the beginning of a sentence.
func capital(name string) string {
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// ranking says who ended best.
func ranking(you Score, scores []Score, sign float64, number func(float64) string) string {
	var ahead, level, behind []string
	for _, s := range scores {
		if s.You || math.IsNaN(s.Best) {
			continue
		}
		word := fmt.Sprintf("%s (%s)", s.Name, number(s.Best))
		switch {
		case number(s.Best) == number(you.Best):
			level = append(level, s.Name)
		case math.IsNaN(you.Best) || sign*s.Best > sign*you.Best:
			ahead = append(ahead, word)
		default:
			behind = append(behind, word)
		}
	}
	name := capital(you.Name)
	if math.IsNaN(you.Best) {
		return fmt.Sprintf("%s found nothing this time.", name)
	}
	text := fmt.Sprintf("%s %s at %s", name, be(you, "ends", "end"), number(you.Best))
	switch {
	case len(ahead)+len(level)+len(behind) == 0:
		return text + "."
	case len(ahead)+len(level) == 0:
		return text + ", ahead of " + list(behind) + ". Well chosen."
	case len(ahead) == 0:
		text += ", level with " + list(level)
		if len(behind) > 0 {
			text += " and ahead of " + list(behind)
		}
		return text + "."
	}
	text += ", behind " + list(ahead)
	if len(level) > 0 {
		text += ", level with " + list(level)
	}
	if len(behind) > 0 {
		text += ", ahead of " + list(behind)
	}
	return text + "."
}

// ended describes how the budget was spent.
func ended(you Score, number func(float64) string) string {
	name := capital(you.Name)
	switch you.Stop {
	case study.Unaffordable:
		return fmt.Sprintf("The last evaluation cost %s when %s was left: it does not count. Costs are unknown before; policies overshoot, too.", number(you.Over), number(you.Left))
	case study.NothingAffordable:
		return fmt.Sprintf("What is left, %s, pays for no further evaluation.", number(you.Left))
	case stopped:
		return fmt.Sprintf("%s %s with %s unspent.", name, be(you, "stopped", "stopped"), number(you.Left))
	case study.BudgetSpent:
		return "The budget is spent to the end."
	}
	return ""
}

// fortune compares what the evaluations promised with what they brought.
func fortune(you Score, number func(float64) string) string {
	if you.Paid == 0 && you.Over == 0 || math.IsNaN(you.luck()) {
		return ""
	}
	whose := "Your"
	if you.Name != "you" {
		whose = "Its"
	}
	text := fmt.Sprintf("%s evaluations promised %s of improvement, by the model, and brought %s", whose, number(you.Foreseen), number(you.Gain))
	switch luck := you.luck(); {
	case number(you.Foreseen) == number(you.Gain):
	case luck > 0:
		text += fmt.Sprintf(": %s of it was luck", number(luck))
	default:
		text += fmt.Sprintf(": luck took %s", number(-luck))
	}
	return text + "."
}

// fortunes does the same for the others.
func fortunes(scores []Score, number func(float64) string) string {
	var others []string
	for _, s := range scores {
		if !s.You && !math.IsNaN(s.luck()) {
			others = append(others, fmt.Sprintf("%s %s and %s", s.Name, number(s.Foreseen), number(s.Gain)))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "Promised and brought by the others: " + strings.Join(others, "; ") + "."
}

// list joins words.
func list(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
