package tomlfile

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// syntaxMistake explains a syntax error. The decoder names the character it did not expect; people
// want to know what to write, so the
// line is looked at once more, and its own words serve only where that tells
// nothing.
func syntaxMistake(file string, data []byte, err error) mistake.Mistake {
	m := mistake.Mistake{File: sanitize.Text(file), Message: sanitize.Text(strings.TrimPrefix(err.Error(), "toml: "))}
	at := (*toml.DecodeError)(nil)
	if !errors.As(err, &at) {
		return m
	}
	line, column := at.Position() // its column counts bytes
	m.Line, m.Column = line, characters(data, line, column)
	m.Field = sanitize.Short(strings.Join(at.Key(), "."), 60)
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		return m
	}
	field, words := "", "the list begun above is not closed: write ] at its end"
	if text := strings.TrimRight(lines[line-1], "\r"); !strings.Contains(m.Message, "array") || column > strings.IndexByte(text, '=') {
		field, words = explain(text, m.Message)
	}
	if words != "" {
		m.Message = sanitize.Text(words)
	}
	if field != "" && m.Field == "" {
		m.Field = sanitize.Short(inside(lines[:line-1])+field, 60)
	}
	return m
}

// explain says how to correct a line that the decoder refused with that message, and which field it
// concerns; "" if it does not know.
func explain(line, message string) (field, words string) {
	line = strings.TrimSpace(line)
	switch {
	case strings.Contains(message, "already exists"): // a table given twice, or once in single and once in double brackets
		name := strings.Trim(header.FindString(line), "[] \t")
		return "", fmt.Sprintf("is given twice: where there can be several, write [[%s]] in double brackets each time; else put all fields under the first one", name)
	case strings.Contains(message, "is already defined"):
		return "", "is given twice: keep one of the two"
	case strings.HasPrefix(line, "[["):
		return "", "write the name of a table in as many brackets after it as before it, and nothing else: [[name]]"
	case strings.HasPrefix(line, "["):
		return "", "write the name of a table in brackets, and nothing else on the line: [name]"
	}
	name, value, ok := strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	if !ok || strings.ContainsAny(name, `'"`) || !bareKey.MatchString(name) {
		switch given := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t:", r) }); {
		case ok && strings.Contains(name, " ") && bareKey.MatchString(strings.ReplaceAll(name, " ", "-")):
			return "", fmt.Sprintf("a name has no blanks: write %s =", strings.ReplaceAll(name, " ", "-"))
		case !ok && len(given) > 1 && bareKey.MatchString(given[0]):
			return "", fmt.Sprintf("write %s = %s, with an equals sign", given[0], strings.Join(given[1:], " "))
		case !ok && strings.Contains(message, "after key"):
			return "", "a line is a [table], name = value, or a comment after #"
		}
		return "", ""
	}
	return name, explainValue(name, strings.TrimSpace(value), message)
}

var (
	header     = regexp.MustCompile(`^\[+[^\]]*\]*`)
	bareKey    = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
	leading    = regexp.MustCompile(`^[+-]?[0-9][0-9_]*(\.[0-9]+)?([eE][+-]?[0-9]+)?`)
	commaOnly  = regexp.MustCompile(`^[+-]?[0-9]+,[0-9]+$`)
	spaced     = regexp.MustCompile(`^[+-]?[0-9]{1,3}([ '’][0-9]{3})+(\.[0-9]+)?$`)
	arithmetic = regexp.MustCompile(`^\s*[-+*/^(]`)
)

// explainValue is explain for the text after name =.
func explainValue(name, value, message string) string {
	quoted := strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'")
	if !quoted { // a comment after a value that is no text
		value, _, _ = strings.Cut(value, "#")
		value = strings.TrimSpace(value)
	}
	write := func(v string) string { return "write " + name + " = " + v }
	number := leading.FindString(value)
	rest := value[len(number):]
	switch {
	case value == "":
		return "a value is missing: " + write("…")
	case strings.HasPrefix(value, "["):
		switch {
		case strings.Contains(value, ";"):
			return "write commas between the items of a list, and numbers with a decimal point"
		case strings.Contains(message, "array"):
			return "a list needs commas between its items and a ] at its end"
		}
		return ""
	case quoted && strings.Contains(message, "escape"):
		return `in double quotes a backslash needs a second one, \\, or write the text in single quotes`
	case quoted && strings.Contains(message, "new lines"):
		return "the text is not closed: write " + value[:1] + " at its end, on the same line"
	case quoted && strings.Contains(message, "expected newline"):
		return "write nothing after the text's closing quote but a comment after #"
	case quoted:
		return ""
	case strings.ContainsAny(value[:min(len(value), 3)], "“”„‘’«»"):
		return "text must be in straight quotes: " + write(strconv.Quote(strings.Trim(value, "“”„‘’«» ")))
	case commaOnly.MatchString(value):
		return fmt.Sprintf("%s has a decimal comma: %s, with a point", value, write(strings.Replace(value, ",", ".", 1)))
	case spaced.MatchString(value):
		return "a number has nothing between its digits: " + write(strings.NewReplacer(" ", "", "'", "", "’", "").Replace(value))
	case number != "" && (strings.Contains(message, "out of range") || strings.Contains(message, "too large")):
		return number + " is too large a number; write it with a decimal point, below 1e308"
	case number != "" && strings.HasPrefix(rest, ".") && strings.Trim(rest, ".") == "":
		return "a digit is missing after the decimal point: " + write(number)
	case strings.Contains(message, "leading zeroes"):
		return "a number has no zeros in front: " + write(strings.TrimLeft(number, "0"))
	case number != "" && strings.Contains(rest, ",") && strings.Trim(rest, " \t.,0123456789") == "":
		return value + " is not one number: write it with a decimal point and nothing between thousands; a list needs brackets"
	case number != "" && arithmetic.MatchString(rest):
		return "an expression must be in quotes: " + write(strconv.Quote(value))
	case number != "" && strings.TrimSpace(rest) != "":
		return fmt.Sprintf("a number has no unit here: %s instead of %s", write(number), sanitize.Short(value, 40))
	case strings.HasPrefix(value, ".") && leading.MatchString(value[1:]):
		return "a digit is missing before the decimal point: " + write("0"+value)
	}
	switch strings.ToLower(value) {
	case "true", "yes", "on":
		return write("true")
	case "false", "no", "off":
		return write("false")
	}
	if r := value[0]; r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0x80 {
		return fmt.Sprintf("%s is neither a number nor text in quotes, as in %s = %s", sanitize.Short(value, 40), name, strconv.Quote(sanitize.Short(value, 40)))
	}
	return sanitize.Short(value, 40) + " is no number"
}

// inside is the table that the lines before a place leave open, as fields are
// named in messages: "parameter[2].", or "" at the top.
func inside(lines []string) string {
	path, count := "", map[string]int{}
	for _, line := range lines {
		h := header.FindString(strings.TrimSpace(line))
		name := strings.Trim(h, "[] \t")
		switch {
		case !bareKey.MatchString(name) || !strings.HasSuffix(h, "]"):
		case strings.HasPrefix(h, "[["):
			count[name]++
			path = fmt.Sprintf("%s[%d].", name, count[name])
		default:
			path = name + "."
		}
	}
	return path
}
