// Package futures draws scenario trees as what may come: from left to right the
// answers that are imagined, each with its chance, where one would look then,
// what that is worth and what money it leaves. It knows neither models nor studies.
//
//	futures.go   what a tree is
//	branches.go  siblings as lines: sorted by outcome, alike ones and rare ones folded
//	layout.go    which row each line has; columns.go which columns
//	draw.go      the drawing; wires.go its lines
//	walk.go      from node to node, and the paths worth following
package futures

import (
	"math"
	"strconv"

	"farsight/tui/chart"
)

// Kind says how a node ends.
type Kind uint8

// The kinds.
const (
	Open      Kind = iota // it goes on
	Exhausted             // nothing more is affordable
	Truncated             // money is left, and the horizon ends
	Stopped               // money is left, and worth more later: nothing is bought
)

// Shape is the mark of a kind.
func (k Kind) Shape() chart.Shape {
	return [...]chart.Shape{Open: chart.MarkOpen, Exhausted: chart.MarkExhausted, Truncated: chart.MarkHorizon, Stopped: chart.MarkStopped}[k]
}

// Outcome says what an imagined answer is beside the best so far.
type Outcome uint8

// The outcomes, the best first.
const (
	Better Outcome = iota
	Alike
	Worse
)

// Rune is the mark of an outcome.
func (o Outcome) Rune() rune {
	return [...]chart.Shape{Better: chart.MarkBetter, Alike: chart.MarkAlike, Worse: chart.MarkWorse}[o].Rune()
}

// Node is one node. Parents come before their children.
type Node struct {
	Parent  int // index; negative: the root
	Kind    Kind
	Outcome Outcome // of the answer that leads here

	Value  float64 // of that answer; the larger the better
	Cost   float64 // of it
	Chance float64 // of the answer, given the parent
	Worth  float64 // of going on from here
	Left   float64 // money
	// Points are ways to write where it looks, the longest first.
	Points []string

	found, cost, chance, worth, left string
}

// Tree is a tree of futures, as New makes it.
type Tree struct {
	Nodes []Node
	// Coordinates are the root's point line by line, where there are rows for it.
	Coordinates []string
	Selected    int           // negative: none
	Folded      []bool        // by stage: a folded stage shows each family as one line
	Opened      map[Fold]bool // what is not to be folded though it might be
	Roomy       bool          // rather fewer stages than any without chance and worth
	From        int           // the first stage shown beside the root; 0 is 1
	Top         int           // rows scrolled

	Line, Path                 chart.Color // edges; the selected path
	Open, Exhausted, Truncated chart.Color // Stopped is as Truncated
	Better, Alike, Worse       chart.Color
	Left, Track                chart.Color // the gauge of money, and what is gone

	whole, budget float64 // worth and money of the root
	kids          [][]int
	stages        int
}

// Fold names what is folded: siblings that differ only in cost by the first of
// them, a family's rarer answers and a family of a folded stage by their parent.
type Fold struct {
	What What
	Node int
}

// New is a tree of nodes, with its texts written. sign is −1 where values were
// turned around so that larger is better.
func New(nodes []Node, sign float64) Tree {
	t := Tree{Nodes: nodes, Selected: -1, kids: make([][]int, len(nodes))}
	depth := make([]int, len(nodes))
	if len(nodes) > 0 {
		t.whole, t.budget = nodes[0].Worth, nodes[0].Left
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Parent >= 0 && n.Parent < i {
			t.kids[n.Parent] = append(t.kids[n.Parent], i)
			depth[i] = depth[n.Parent] + 1
			n.found, n.cost, n.chance = chart.Num(sign*n.Value), chart.Num(n.Cost), chart.Chance(n.Chance)
		}
		n.worth, n.left = t.worthText(n.Worth), chart.Num(max(0, n.Left))
		t.stages = max(t.stages, depth[i]+1)
	}
	return t
}

// Worth writes a worth beside the whole it is part of: to the whole's last
// figure, and what is nothing to it is 0.
func Worth(v, whole float64) string {
	if !(whole > 0) {
		return chart.Num(v)
	}
	text := chart.Num(whole)
	decimals := 0
	for i, r := range text {
		if r == 'e' { // an order of magnitude nobody reads in decimals
			if v < whole/2000 {
				return "0"
			}
			return chart.Num(v)
		}
		if r == '.' {
			decimals = len(text) - i - 1
		}
	}
	rounded := strconv.FormatFloat(v, 'f', decimals, 64)
	if f, err := strconv.ParseFloat(rounded, 64); err != nil || f == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		if v > 0 && v < whole {
			return "0"
		}
		return chart.Num(v)
	}
	if whole := chart.Num(v); len(whole) < len(rounded) {
		return whole // more figures than three
	}
	return rounded
}

func (t *Tree) worthText(v float64) string { return Worth(v, t.whole) }

// Color is that of an outcome.
func (t *Tree) Color(o Outcome) chart.Color {
	return [...]chart.Color{Better: t.Better, Alike: t.Alike, Worse: t.Worse}[o]
}

// kindColor is that of a kind.
func (t *Tree) kindColor(k Kind) chart.Color {
	return [...]chart.Color{Open: t.Open, Exhausted: t.Exhausted, Truncated: t.Truncated, Stopped: t.Truncated}[k]
}

// ends tells whether nothing is looked at from a node on, though a tree has nodes
// for it.
func (k Kind) ends() bool { return k == Exhausted || k == Stopped }

func (t *Tree) folded(stage int) bool { return stage >= 0 && stage < len(t.Folded) && t.Folded[stage] }

// Stages is how many there are, the root's included.
func (t *Tree) Stages() int { return t.stages }
