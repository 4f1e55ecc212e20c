package tour

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/theorem1"
)

// Tour is a list of scenes.
type Tour struct {
	name   string // what it was loaded by
	Title  string
	Note   string
	Scenes []Scene

	problems map[string]*scenarios.Problem // as loaded, by problemKey
}

// Problem is the problem of a backdrop as it was loaded: without its own
// budget and models. It is nil for scenes of words alone.
func (t *Tour) Problem(s Backdrop) *scenarios.Problem {
	p := t.problems[problemKey(s)]
	if p == nil || p.Theorem == nil {
		return p
	}
	copied, theorem := *p, s.theorem
	copied.Theorem = &theorem
	return &copied
}

func problemKey(s Backdrop) string { return fmt.Sprint(s.Problem, " ", s.Seed) }

// Scene is one screen with its caption.
type Scene struct {
	Title    string
	Backdrop Backdrop

	// What is on the screen.
	Screen    screen
	Step      int     // evaluations made; End: all
	Money     float64 // above 0: the position is this spending, not a step
	Show      Side    // whose column; Both: side by side where both fit
	Highlight []spot
	hide      []spot // while the question is shown: see Hides
	Axis      string // parameter of the slices; "": the first
	Node      string // of a tree: one of Nodes
	Arms      int    // of theorem 1: arms shown as measured; End: all
	Draws     int    // of a simulation
	Gauges    []Gauge

	// The text.
	Caption  Text
	Brief    Text // a few words for presenters' large letters
	Question Text // asked first; the caption is its answer
	Notes    string
	seconds  float64 // 0: as long as it takes to read
	Claims   []Claim

	origins map[string]Origin // of its fields, by name
}

// Backdrop is what scenes are computed from; scenes of the same one share it.
type Backdrop struct {
	Problem  string // a scenario or a file
	Seed     uint64
	Budget   float64 // 0: the problem's
	Fit      bool    // the models are fitted even where the problem fixes them
	policies string  // names, separated by blanks
	// fantasies of the policies that look ahead, such as 9x3,5x1; "": the
	// problem's or theirs.
	fantasies string
	theorem   theorem1.Instance
	// Atlas is not "" for the map of problems: the policy it shows, by its name
	// there, and the cell it stands at; the zero one: where the policy gains most.
	Atlas string
	Cell  builtin.Cell
}

// PolicyNames are its policies, the left column's first.
func (s Backdrop) PolicyNames() []string { return strings.Fields(s.policies) }

// Policy is one of them, with the backdrop's fantasies.
func (s Backdrop) Policy(name string) (policy.Policy, error) {
	q, err := policy.Parse(name)
	if err == nil && q.Tree() && s.fantasies != "" {
		q = q.With("fantasies", s.fantasies)
	}
	return q, err
}

// End is the last step, or all arms.
const End = -1

// screen is the way of looking.
type screen string

// The screens.
const (
	Compare  screen = "compare"
	focus    screen = "focus"
	Tree     screen = "tree"
	Map      screen = "map"
	Theorem  screen = "theorem"
	Simulate screen = "simulate"
	Gauges   screen = "gauges"
	Problems screen = "problems"
	Finale   screen = "finale"
	Words    screen = "text"
)

// parts are the charts of each screen that can be highlighted.
var parts = map[screen][]string{
	Compare:  columnParts,
	focus:    append(slices.Clone(columnParts), "tree"),
	Tree:     {"tree", "node", "legend"},
	Map:      {},
	Theorem:  {"arms", "sliders", "ratio", "run", "table"},
	Simulate: {"means", "differences", "counts"},
	Gauges:   {},
	Problems: {},
	Finale:   {"name", "gauge", "objective", "cost", "acquisition", "result"},
	Words:    {},
}

var columnParts = []string{"name", "gauge", "plan", "price", "objective", "cost", "acquisition", "narration", "timeline"}

// Side is one of the two columns, or both.
type Side string

// The sides.
const (
	Both  Side = "both"
	Left  Side = "left"
	Right Side = "right"
)

// spot is a chart to highlight: of one column, or of both.
type spot struct {
	side Side
	part string
}

// nodes are the nodes of a tree a scene can select.
var nodes = []string{"root", "likeliest", "exhausted", "truncated", "stopped"}

// Side is the column a scene is about where only one fits.
func (s Scene) Side() Side {
	if s.Show != Both {
		return s.Show
	}
	for _, h := range s.Highlight {
		if h.side != Both {
			return h.side
		}
	}
	return Right
}

// Lights reports whether a part of a column is highlighted.
func (s Scene) Lights(side Side, part string) bool {
	return among(s.Highlight, side, part)
}

func among(spots []spot, side Side, part string) bool {
	for _, h := range spots {
		if h.part == part && (h.side == Both || side == Both || h.side == side) {
			return true
		}
	}
	return false
}

// Reading is taken to be this fast by those who also look at charts.
const (
	wordTime = 240 * time.Millisecond // 250 words a minute
	lookTime = time.Second
)

// Hold is how long a scene stays where a tour plays by itself: while its
// question is asked, or else.
func (s Scene) Hold(asking bool) time.Duration {
	text := s.Caption
	if asking {
		text = s.Question
	}
	if s.seconds > 0 && !asking {
		return time.Duration(s.seconds * float64(time.Second))
	}
	return lookTime + time.Duration(text.words())*wordTime
}

// Length is how long the tour plays by itself.
func (t *Tour) Length() time.Duration {
	var sum time.Duration
	for _, s := range t.Scenes {
		if sum += s.Hold(false); !s.Question.Empty() {
			sum += s.Hold(true)
		}
	}
	return sum
}

// Frames is how many there are, one for each key press: a question is one, and
// its answer the next. They are counted from 1.
func (t *Tour) Frames() int { return t.FrameOf(len(t.Scenes)-1, false) }

// FrameOf is the number of the frame on which a scene asks its question, or says
// what it has to say.
func (t *Tour) FrameOf(scene int, asking bool) int {
	n := 0
	for i, s := range t.Scenes[:scene+1] {
		if n++; !s.Question.Empty() && !(i == scene && asking) {
			n++
		}
	}
	return n
}

//go:embed builtin/*.toml
var tours embed.FS

// The tours that ship with the program.
const (
	Default = "tour"      // shown when none is named: three acts in five minutes
	Long    = "tour-long" // the same story with all that was left out
)

// IsBuiltin reports whether a name is that of a tour that ships with the program.
func IsBuiltin(name string) bool { return name == Default || name == Long }

// Builtin is a tour that ships with the program, by its name.
func Builtin(name string) *Tour {
	t, err := Parse(name, builtinText(name), ".")
	if err != nil {
		panic(fmt.Sprintf("tour: the built-in %s: %v", name, err)) // our own mistake
	}
	return t
}

// BuiltinTitle is its title alone, which takes no time.
func BuiltinTitle(name string) string { return tomlfile.Title(builtinText(name)) }

func builtinText(name string) []byte {
	data, err := tours.ReadFile("builtin/" + name + ".toml")
	if err != nil {
		panic(fmt.Sprintf("tour: the built-in %s: %v", name, err)) // our own mistake
	}
	return data
}

// Looks reports whether a file looks like a tour: a TOML file with scenes in it.
func Looks(path string) bool { return tomlfile.Holds(path, "[[scene]]", maxFile) }

// maxFile is far more than any tour needs.
const maxFile = 1 << 20

// Load reads a tour from a file. The error is a mistake.List with all
// that is wrong.
func Load(path string) (*Tour, error) {
	wrong := func(format string, args ...any) error {
		return mistake.List{{File: sanitize.Text(path), Message: fmt.Sprintf(format, args...)}}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, wrong("cannot be opened: %s", sanitize.Text(mistake.Plain(err)))
	case !info.Mode().IsRegular():
		return nil, wrong("is not a file; name a tour such as examples/tour-overspend.toml")
	case info.Size() > maxFile:
		return nil, wrong("is larger than 1 MiB, too large for a tour")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, wrong("cannot be read: %s", sanitize.Text(mistake.Plain(err)))
	}
	return Parse(path, data, filepath.Dir(path))
}
