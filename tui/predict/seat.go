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

// Guest is the view of one voter: the room's game, their mark, the vote. It is used by one
// goroutine; the poll is shared.
type Guest struct {
	voter *Voter
	begin func(work func()) // runs longer work in its turn
	seat  seat

	mark    *mark
	of      *scenarios.Problem
	asked   drawing
	game    int
	scene   *session.Scene
	grid    *Grid
	shows   quantity
	hinted  bool
	help    bool
	warning string
}

// NewGuest makes a guest; inTurn runs longer work in its turn.
func NewGuest(v *Voter, inTurn func(work func())) *Guest {
	return &Guest{voter: v, begin: inTurn}
}

// Refresh looks at the poll again, and asks for the curves that are lacking.
func (g *Guest) Refresh() tea.Cmd {
	was := g.seat
	g.seat = g.voter.look()
	p := g.seat.board.problem
	if p == nil || g.seat.board.snap == nil {
		return nil
	}
	if g.mark == nil || g.of != p || g.game != g.seat.game {
		g.mark, g.of, g.game, g.scene, g.grid, g.asked = newMark(p), p, g.seat.game, nil, nil, drawing{}
	}
	if was.looks != g.seat.looks || was.open != g.seat.open && g.seat.open {
		g.mark.off()
		g.hinted, g.warning = false, ""
	}
	return g.want()
}

// want requests the curves that are shown.
func (g *Guest) want() tea.Cmd {
	snap := g.seat.board.snap
	if snap == nil || snap.Fitted == nil {
		return nil
	}
	d, compute := wanted(snap, g.mark, g.seat.looks, g.seat.board.over)
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

// Update handles a key, or takes curves in. done says that the guest leaves.
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

// key handles one key.
func (g *Guest) key(k string) (cmd tea.Cmd, done bool) {
	if g.help {
		g.help = false // any key closes it
		return nil, k == "q" || k == "ctrl+c"
	}
	open := g.seat.open && g.mark != nil
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
	switch a := screen.Find(k, markKeys(keyVote, g.of.Dim()), []screen.Binding{keyHint, keyMap}); a {
	case actPlay:
		g.vote()
	case actTakeBack:
		g.mark.off()
		g.voter.unvote()
	case actHint:
		g.hinted = !g.hinted
	case actQuantity:
		g.shows = (g.shows + 1) % quantities
	default:
		g.mark.handle(a, g.grid != nil)
	}
	g.seat = g.voter.look()
	return g.want(), false
}

var keyVote = screen.Binding{Act: actPlay, Binding: screen.On("enter", "vote", "enter"), Long: "vote for the mark; again at another mark changes the vote"}

// vote casts the mark.
func (g *Guest) vote() {
	if g.warning = g.mark.Check(); g.warning != "" {
		return
	}
	if x, _ := g.mark.point(); !g.voter.Vote(g.seat.game, g.seat.looks, x) {
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
	p := g.seat.board.problem
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
	for _, b := range append(markKeys(keyVote, 2), keyHint, keyMap) {
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
	if !g.seat.open || g.mark == nil {
		return nil
	}
	out := []screen.Binding{keyMove, keyVote, keyTakeBack, keyType, keyHint}
	if g.grid != nil {
		out = append(out, keyMap)
	}
	return out
}

func (g *Guest) title() string {
	b := g.seat.board
	switch {
	case b.over:
		return sanitize.Text(b.problem.Name) + ": the end"
	case b.reveal:
		return sanitize.Text(b.problem.Name) + ": where the room looked"
	}
	return sanitize.Text(b.problem.Name) + ": where should the room look?"
}

func (g *Guest) place() string {
	if g.seat.board.over {
		return ""
	}
	n := g.seat.looks + 1
	if g.seat.board.reveal {
		n--
	}
	return fmt.Sprintf("evaluation %d", n)
}

// board is the room's board with what is the guest's own on it.
func (g *Guest) board(th theme.Theme) *board {
	b := g.seat.board
	b.scene, b.mark, b.warning, b.words = g.scene, g.mark, g.warning, g.words()
	b.marking = b.marking && g.seat.open
	b.all = slices.Clone(b.all)
	b.dress(th, g.seat.hues)
	b.all = append([]contestant{g.own(th)}, b.all...)
	if g.grid != nil {
		grid := *g.grid
		grid.of = g.shows
		b.grid = &grid
	}
	if x, on := g.mark.point(); on && g.hinted && g.seat.open {
		b.hint = hint(b.snap, x)
	}
	return &b
}

// own is the guest's score.
func (g *Guest) own(th theme.Theme) contestant {
	u := g.seat.account
	k := contestant{known: true, color: th.Text, shape: chart.MarkYou, score: game.Score{Name: "you", You: true, Best: u.Best, Left: u.Left, Over: u.Over}}
	for _, c := range u.Spent {
		k.looks = append(k.looks, study.Row{Cost: c, Counted: true, Best: math.NaN()})
	}
	if u.Over > 0 {
		k.note = study.StopWords(study.Unaffordable)
	}
	return k
}

// words say what to do, or the results of the room and the guest.
func (g *Guest) words() []string {
	s := g.seat
	switch {
	case s.open && s.Vote == nil:
		return []string{fmt.Sprintf("%s. Where should the room look next? Mark a point, enter votes. Your own marks are paid from a budget of your own.", turnout(s.voted, s.voters))}
	case s.open:
		return []string{fmt.Sprintf("%s. You voted for %s; another mark and enter change it, u takes it back.", turnout(s.voted, s.voters), where(s.board.problem, s.Vote))}
	case s.waiting:
		return []string{"The vote is closed. A moment: it is being measured."}
	}
	own := "You have found nothing yet"
	if !math.IsNaN(s.account.Best) {
		own = "Your own marks have found " + chart.Num(s.account.Best)
	}
	if s.voters > 1 {
		own += fmt.Sprintf(", place %d of %d", s.place, s.voters)
	}
	if s.from > 0 {
		own += fmt.Sprintf("; you came after evaluation %d", s.from)
	}
	if s.board.over {
		return append(slices.Clone(s.board.words), own+".")
	}
	return append([]string{own + "."}, s.board.words...)
}
