package predict

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// phase is where a game is.
type phase int

const (
	waiting phase = iota // models are being fitted
	marking              // one is to mark a point
	shown                // where all looked is shown
	over
)

// round is one game, from the initial design to its end.
type round struct {
	number, run int
	ctx         context.Context
	cancel      context.CancelFunc
	problem     *scenarios.Problem
	file        string // what it was loaded by; "": nothing one could load again

	phase  phase
	player *game.Player // nil while a command uses it
	snap   *study.Snapshot
	turns  []game.Turn
	score  game.Score
	mark   *mark
	poll   *Poll     // nil: one person plays
	rule   game.Rule // by which a room plays
	votes  []scenarios.Point
	chosen scenarios.Point

	scene    *session.Scene
	grid     *Grid
	of       quantity
	rng      session.Extent
	asked    drawing // what is being computed, or was last
	hinted   bool
	hints    int
	stopping bool // the key that stops was pressed once
	warning  string

	// As of the last message, for Draw.
	all   []contestant
	hues  []int
	words []string
	hint  string
}

// playedMsg brings the player back, with one more turn or none.
type playedMsg struct {
	number int
	player *game.Player
	err    error
}

// drawing is what curves are computed for.
type drawing struct {
	some       bool
	step, axis int
	through    string // the mark, where it matters
	truth      bool
}

// drawnMsg brings curves.
type drawnMsg struct {
	number int
	of     drawing
	scene  *session.Scene
	grid   *Grid
}

func newRound(v screen.View, number int, poll *Poll) *round {
	g := &round{poll: poll, file: v.Name, number: number, run: v.Run, problem: v.Problem, mark: newMark(v.Problem), rng: session.NewExtent()}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

// start fits the models to the initial design.
func (g *round) start(v screen.View) tea.Cmd {
	settings := v.RunSettings()
	settings.Progress = nil
	return g.work(v, func(ctx context.Context, workers int) (*game.Player, error) {
		settings.Workers = workers
		return game.New(ctx, g.problem, settings)
	})
}

// work computes in its turn; nothing else uses the player meanwhile.
func (g *round) work(v screen.View, do func(ctx context.Context, workers int) (*game.Player, error)) tea.Cmd {
	g.phase = waiting
	turns, ctx, msg := v.Turns(), g.ctx, playedMsg{number: g.number, player: g.player}
	g.player = nil
	return func() tea.Msg {
		ctx, workers, end, err := turns.Share(ctx)
		if err != nil {
			msg.err = err
			return msg
		}
		defer end()
		player, err := do(ctx, workers)
		if msg.err = err; player != nil {
			msg.player = player
		}
		return msg
	}
}

// played takes the player back.
func (g *round) played(v screen.View, msg playedMsg) tea.Cmd {
	g.player = msg.player
	if msg.err != nil {
		g.warning = "It could not be evaluated: " + sanitize.Text(msg.err.Error())
	}
	if g.player == nil {
		return nil
	}
	before := len(g.turns)
	snap := g.player.Snapshot()
	g.snap, g.turns = &snap, g.player.Turns()
	g.score = g.player.Score(g.name())
	g.score.You = true
	switch {
	case len(g.turns) > before:
		g.phase, g.hinted = shown, false
	case snap.Stop != study.Running:
		g.phase = over
	default:
		g.phase = marking
	}
	return g.want(v)
}

// name is the player's name.
func (g *round) name() string {
	if g.poll != nil {
		return "the room"
	}
	return "you"
}

// close closes the room's vote, in which the presenter's mark is one, and evaluates the winning
// mark.
func (g *round) close(v screen.View) tea.Cmd {
	votes := g.poll.close()
	g.votes = g.votes[:0:0]
	for _, b := range votes {
		g.votes = append(g.votes, b.at)
	}
	if x, on := g.mark.point(); on && g.mark.Check() == "" {
		g.votes = append(g.votes, x)
	}
	if g.chosen = game.Choose(g.problem, g.votes, g.rule); g.chosen == nil {
		g.warning = "No votes yet."
		return nil
	}
	g.warning = ""
	player, x, poll, problem, number := g.player, g.chosen, g.poll, g.problem, g.number
	return g.work(v, func(ctx context.Context, _ int) (*game.Player, error) {
		err := player.Play(ctx, x)
		if err == nil {
			poll.pay(ctx, problem, number, votes)
		}
		return player, err
	})
}

// publish sends the room the state of the game.
func (g *round) publish() {
	if g.poll == nil || g.snap == nil {
		return
	}
	b := g.plain()
	b.mark, b.scene, b.grid, b.hint, b.warning = nil, nil, nil, "", ""
	g.poll.publish(State{game: g.number, looks: len(g.turns), open: g.phase == marking, waiting: g.phase == waiting, board: *b, hues: slices.Clone(g.hues)})
}

// play pays for the mark.
func (g *round) play(v screen.View) tea.Cmd {
	if g.player == nil {
		return nil
	}
	if g.poll != nil {
		return g.close(v)
	}
	if g.warning = g.mark.Check(); g.warning != "" {
		return nil
	}
	x, _ := g.mark.point()
	player := g.player
	return g.work(v, func(ctx context.Context, _ int) (*game.Player, error) { return player, player.Play(ctx, x) })
}

// goOn goes from what was shown to the next mark, or to the end.
func (g *round) goOn(v screen.View) tea.Cmd {
	g.phase, g.warning = marking, ""
	if g.snap.Stop != study.Running {
		g.phase = over
	}
	g.mark.off()
	g.votes, g.chosen = nil, nil
	return g.want(v)
}

// stop ends the game of one who has had enough, when asked twice.
func (g *round) stop(v screen.View) tea.Cmd {
	if g.player == nil {
		return nil
	}
	if !g.stopping {
		g.stopping, g.warning = true, "s once more stops here, with "+chart.Num(g.snap.Money.Left)+" unspent."
		return nil
	}
	g.player.Stop()
	snap := g.player.Snapshot()
	g.snap, g.score.Stop = &snap, snap.Stop
	g.phase, g.warning = over, ""
	return g.want(v)
}

// want requests the curves that are shown.
func (g *round) want(v screen.View) tea.Cmd {
	if g.snap == nil || g.snap.Fitted == nil {
		return nil
	}
	d, compute := wanted(g.snap, g.mark, len(g.turns), g.phase == over)
	if d == g.asked {
		return nil
	}
	g.asked = d
	number := g.number
	return v.InTurn(func() tea.Msg {
		scene, grid := compute()
		return drawnMsg{number, d, scene, grid}
	})
}

// wanted is what to compute of a step, and how: along the parameter that is marked, through the
// mark or, before there is one, the last of some evaluations.
func wanted(s *study.Snapshot, m *mark, evaluations int, truth bool) (d drawing, compute func() (*session.Scene, *Grid)) {
	at, on := m.point()
	if evaluations > 0 && !on {
		at = s.Rows[len(s.Rows)-1].X
	}
	d = drawing{some: true, step: s.Step, axis: m.axis, truth: truth}
	mapped := Mapped(s.Problem)
	if mapped {
		d.axis = 0
	} else if s.Problem.Dim() > 1 {
		key := slices.Clone(at)
		key[d.axis] = 0
		d.through = fmt.Sprint(key)
	}
	snap := *s
	return d, func() (*session.Scene, *Grid) {
		if mapped {
			return newScene(snap, d.axis, at, truth), newGrid(&snap)
		}
		return newScene(snap, d.axis, at, truth), nil
	}
}

// drawn takes curves in, if nothing else was asked for since.
func (g *round) drawn(msg drawnMsg) {
	if msg.of != g.asked {
		return
	}
	g.scene, g.grid = msg.scene, msg.grid
	g.rng.Include(g.scene)
}

// click marks the place under the mouse.
func (g *round) click(v screen.View, msg screen.ClickMsg) tea.Cmd {
	if g.phase != marking {
		return nil
	}
	w, h := v.BodySize()
	var plots screen.Plots
	b := g.board(v.Theme)
	b.plots = plots.Note
	b.Draw(chart.New(w, h, v.Terminal), v.Theme)
	p, ok := plots.Under(msg.X, msg.Y)
	if !ok {
		return nil
	}
	g.warning, g.stopping = "", false
	g.mark.Put(p.XOf, p.XAt(msg.X-p.Area.X))
	if p.YOf != screen.NoAxis {
		g.mark.Put(p.YOf, p.YAt(msg.Y-p.Area.Y))
	}
	return g.want(v)
}

// plain is the game as it is drawn, without colours.
func (g *round) plain() *board {
	b := &board{
		problem: g.problem, snap: g.snap, scene: g.scene, Range: g.rng, mark: g.mark, marking: g.phase == marking || g.phase == waiting,
		all: slices.Clone(g.all), reveal: g.phase == shown, over: g.phase == over, words: g.words, warning: g.warning,
	}
	if g.poll != nil && g.phase == shown {
		b.votes, b.chosen, b.counted = g.votes, g.chosen, true
	}
	if g.phase == marking {
		b.hint = g.hint
	}
	if g.grid != nil {
		grid := *g.grid
		grid.of = g.of
		b.grid = &grid
	}
	return b
}

// board is the game as it is drawn.
func (g *round) board(th theme.Theme) *board {
	b := g.plain()
	b.dress(th, g.hues)
	return b
}

// dress gives all contestants their colours: the player that of the next point, a policy its own.
func (b *board) dress(th theme.Theme, hues []int) {
	for i := range b.all {
		if b.all[i].color = th.Next; !b.all[i].score.You {
			b.all[i].color = th.Policy(hues[i])
		}
	}
}
