package predict

import (
	"fmt"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Guest is what one voter sees and does: the room's game, a mark of their own, the
// vote. One goroutine uses it; the poll it looks at is everybody's.
type Guest struct {
	voter *Voter
	begin func(work func()) // runs what takes a while, in its turn
	seat  Seat

	mark    *Mark
	of      *scenarios.Problem
	asked   drawing
	game    int
	scene   *session.Scene
	grid    *Grid
	shows   Quantity
	hinted  bool
	help    bool
	warning string
}

// NewGuest sits somebody down; inTurn runs what takes a while, in its turn.
func NewGuest(v *Voter, inTurn func(work func())) *Guest {
	return &Guest{voter: v, begin: inTurn}
}

// Refresh looks at the poll again, and asks for the curves that are lacking.
func (g *Guest) Refresh() tea.Cmd {
	was := g.seat
	g.seat = g.voter.Look()
	p := g.seat.Board.Problem
	if p == nil || g.seat.Board.Snap == nil {
		return nil
	}
	if g.mark == nil || g.of != p || g.game != g.seat.Game {
		g.mark, g.of, g.game, g.scene, g.grid, g.asked = NewMark(p), p, g.seat.Game, nil, nil, drawing{}
	}
	if was.Looks != g.seat.Looks || was.Open != g.seat.Open && g.seat.Open {
		g.mark.Off()
		g.hinted, g.warning = false, ""
	}
	return g.want()
}

// want asks for the curves that what is shown needs.
func (g *Guest) want() tea.Cmd {
	snap := g.seat.Board.Snap
	if snap == nil || snap.Fitted == nil {
		return nil
	}
	d, compute := wanted(snap, g.mark, g.seat.Looks, g.seat.Board.Over)
	if d == g.asked {
		return nil
	}
	g.asked = d
	msg, begin := drawnMsg{number: g.game, of: d}, g.begin
	return func() tea.Msg {
		if begin(func() { msg.scene, msg.grid = compute() }); msg.scene == nil {
			return nil // the session has ended
		}
		return msg
	}
}

// Update obeys a key, or takes curves in. done says that the guest leaves.
func (g *Guest) Update(msg tea.Msg) (cmd tea.Cmd, done bool) {
	switch msg := msg.(type) {
	case drawnMsg:
		if msg.number == g.game && msg.of == g.asked {
			g.scene, g.grid = msg.scene, msg.grid
		}
	case tea.KeyMsg:
		for _, k := range screen.Names(msg) {
			next, leave := g.key(k)
			if leave {
				return nil, true
			}
			cmd = tea.Batch(cmd, next)
		}
	}
	return cmd, false
}

// key obeys one key.
func (g *Guest) key(k string) (cmd tea.Cmd, done bool) {
	if g.help {
		g.help = false // any key closes it
		return nil, k == "q" || k == "ctrl+c"
	}
	open := g.seat.Open && g.mark != nil
	if open && g.mark.Type(k) {
		return g.want(), false
	}
	if k == "q" || k == "ctrl+c" {
		return nil, true
	}
	if g.help = k == "?"; g.help || !open {
		return nil, false
	}
	g.warning = ""
	switch a := screen.Find(k, MarkKeys(keyVote, g.of.Dim()), []screen.Binding{keyHint, keyMap}); a {
	case actPlay:
		g.vote()
	case actTakeBack:
		g.mark.Off()
		g.voter.Unvote()
	case actHint:
		g.hinted = !g.hinted
	case actQuantity:
		g.shows = (g.shows + 1) % quantities
	default:
		g.mark.Obey(a, g.grid != nil)
	}
	g.seat = g.voter.Look()
	return g.want(), false
}

var keyVote = screen.Binding{Act: actPlay, Binding: screen.On("enter", "vote", "enter"), Long: "vote for the mark; again at another mark changes the vote"}

// vote casts the mark.
func (g *Guest) vote() {
	if g.warning = g.mark.Check(); g.warning != "" {
		return
	}
	if x, _ := g.mark.Point(); !g.voter.Vote(g.seat.Game, g.seat.Looks, x) {
		g.warning = "That vote has been closed."
	}
}

// Draw draws what the guest sees, with a title and the keys.
func (g *Guest) Draw(c chart.Canvas, th theme.Theme) {
	w, h := c.Size()
	if w < screen.LeastWidth || h < screen.LeastHeight {
		c.Paragraph(c.Rect(), fmt.Sprintf("The game needs %d by %d characters; this window has %d by %d. Make it larger, or q to leave.", screen.LeastWidth, screen.LeastHeight, w, h), th.TextInk())
		return
	}
	l := screen.Arrange(w, h)
	header, footer := c.Sub(l.Header), c.Sub(l.Footer)
	p := g.seat.Board.Problem
	if p == nil || g.mark == nil {
		header.Text(0, 0, "farsight", th.TitleInk())
		c.Text(1, l.Body.Y+1, "A moment: the game has not begun.", th.MutedInk())
	} else {
		x := header.Text(0, 0, "farsight", th.TitleInk())
		header.TextIn(x+2, 0, l.Header.W-x-2, g.title(), th.TextInk())
		header.TextRight(l.Header.W, 0, g.place(), th.MutedInk())
		g.board(th).Draw(c.Sub(l.Body), th)
	}
	if g.help {
		g.drawHelp(c.Sub(l.Body), th)
	}
	screen.NewFooter(c.Terminal(), l.Footer.W, g.keys(), guestKeys).Draw(footer, th)
}

// guestKeys are always there.
var guestKeys = []screen.Binding{{Binding: screen.On("?", "keys", "?")}, {Binding: screen.On("q", "leave", "q")}}

// drawHelp lists all keys over the board.
func (g *Guest) drawHelp(c chart.Canvas, th theme.Theme) {
	var lines []string
	for _, b := range append(MarkKeys(keyVote, 2), keyHint, keyMap) {
		if b.Long != "" {
			lines = append(lines, fmt.Sprintf("%-8s %s", b.Shown(), b.Long))
		}
	}
	lines = append(lines, "ctrl+t   other colours", "ctrl+g   other characters to draw with: braille, blocks, ASCII", "q        leave")
	box := pane.Box(th, c, "keys of the game; any key closes this", len(lines))
	w, _ := box.Size()
	for i, l := range lines {
		box.TextIn(0, i, w, l, th.TextInk())
	}
}

// keys are those that do something now.
func (g *Guest) keys() []screen.Binding {
	if !g.seat.Open || g.mark == nil {
		return nil
	}
	out := []screen.Binding{keyMove, keyVote, keyTakeBack, keyType, keyHint}
	if g.grid != nil {
		out = append(out, keyMap)
	}
	return out
}

func (g *Guest) title() string {
	b := g.seat.Board
	switch {
	case b.Over:
		return sanitize.Text(b.Problem.Name) + ": the end"
	case b.Reveal:
		return sanitize.Text(b.Problem.Name) + ": where the room looked"
	}
	return sanitize.Text(b.Problem.Name) + ": where should the room look?"
}

func (g *Guest) place() string {
	if g.seat.Board.Over {
		return ""
	}
	n := g.seat.Looks + 1
	if g.seat.Board.Reveal {
		n--
	}
	return fmt.Sprintf("evaluation %d", n)
}

// board is the room's board with what is the guest's own on it.
func (g *Guest) board(th theme.Theme) *Board {
	b := g.seat.Board
	b.Scene, b.Mark, b.Warning, b.Words = g.scene, g.mark, g.warning, g.words()
	b.Marking = b.Marking && g.seat.Open
	b.All = slices.Clone(b.All)
	b.dress(th, g.seat.Hues)
	b.All = append([]Contestant{g.own(th)}, b.All...)
	if g.grid != nil {
		grid := *g.grid
		grid.Of = g.shows
		b.Grid = &grid
	}
	if x, on := g.mark.Point(); on && g.hinted && g.seat.Open {
		b.Hint = Hint(b.Snap, x)
	}
	return &b
}

// own is how the guest stands.
func (g *Guest) own(th theme.Theme) Contestant {
	u := g.seat.Account
	k := Contestant{Known: true, Color: th.Text, Shape: chart.MarkYou, Score: game.Score{Name: "you", You: true, Best: u.Best, Left: u.Left, Over: u.Over}}
	for _, c := range u.Spent {
		k.Looks = append(k.Looks, study.Row{Cost: c, Counted: true, Best: math.NaN()})
	}
	if u.Over > 0 {
		k.Note = study.StopWords(study.Unaffordable)
	}
	return k
}

// words tell what to do, or how it went for the room and for the guest.
func (g *Guest) words() []string {
	s := g.seat
	switch {
	case s.Open && s.Vote == nil:
		return []string{fmt.Sprintf("%s. Where should the room look next? Mark a point, enter votes. Your own marks are paid from a budget of your own.", Turnout(s.Voted, s.Voters))}
	case s.Open:
		return []string{fmt.Sprintf("%s. You voted for %s; another mark and enter change it, u takes it back.", Turnout(s.Voted, s.Voters), where(s.Board.Problem, s.Vote))}
	case s.Waiting:
		return []string{"The vote is closed. A moment: it is being measured."}
	}
	own := "You have found nothing yet"
	if !math.IsNaN(s.Account.Best) {
		own = "Your own marks have found " + chart.Num(s.Account.Best)
	}
	if s.Voters > 1 {
		own += fmt.Sprintf(", place %d of %d", s.Place, s.Voters)
	}
	if s.From > 0 {
		own += fmt.Sprintf("; you came after evaluation %d", s.From)
	}
	if s.Board.Over {
		return append(slices.Clone(s.Board.Words), own+".")
	}
	return append([]string{own + "."}, s.Board.Words...)
}
