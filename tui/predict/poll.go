package predict

import (
	"context"
	"math"
	"slices"
	"sync"

	"farsight/scenarios"
	"farsight/study"
	game "farsight/study/predict"
)

// Poll is the vote of a room: everybody votes for the next point, and the winner is played. The
// presenter's screen publishes the state of the game; voters watch it, each in their own program.
// It is safe for concurrent use, and never blocks on a voter.
type Poll struct {
	mu     sync.Mutex
	state  State
	voters map[*Voter]bool
	news   chan struct{} // signalled when a vote or the set of voters changes
}

// State is the game as the room sees it. It is a value: what it points to never
// changes.
type State struct {
	game    int // number of the game
	looks   int // played so far
	open    bool
	board   board // without mark, hint and colours
	hues    []int
	waiting bool
}

// Voter is one who votes.
type Voter struct {
	poll    *Poll
	news    chan struct{} // signalled when there may be something new to show
	vote    scenarios.Point
	account game.Account
	from    int // evaluations that had been played when they came
	game    int // of which account is
}

// NewPoll is an empty room.
func NewPoll() *Poll { return &Poll{voters: map[*Voter]bool{}, news: make(chan struct{}, 1)} }

// tell signals news to a listener, unless it is signalled already.
func tell(news chan struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}

// wake signals all voters. The mutex is held.
func (p *Poll) wake() {
	for v := range p.voters {
		tell(v.news)
	}
	tell(p.news)
}

// Join adds a voter, at any time; they begin with a whole budget.
func (p *Poll) Join() *Voter {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := &Voter{poll: p, news: make(chan struct{}, 1)}
	p.voters[v] = true
	p.begin(v)
	p.wake()
	return v
}

// begin gives a voter the starting state, once it is known. The mutex is held.
func (p *Poll) begin(v *Voter) {
	if s := p.state.board.snap; s != nil && v.game != p.state.game {
		first := *s
		first.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r study.Row) bool { return !r.Initial })
		v.game, v.from, v.vote = p.state.game, p.state.looks, nil
		first.Best, first.Money.Left = start(&first)
		v.account = game.NewAccount(&first)
	}
}

// start is the best of an initial design, and what it leaves of the budget.
func start(s *study.Snapshot) (best, left float64) {
	if n := len(s.Rows); n > 0 {
		return s.Rows[n-1].Best, s.Rows[n-1].Remaining
	}
	return math.NaN(), s.Money.Total
}

// Leave removes a voter and their vote.
func (v *Voter) Leave() {
	v.poll.mu.Lock()
	defer v.poll.mu.Unlock()
	delete(v.poll.voters, v)
	v.poll.wake()
}

// News is signalled when there may be something new to show.
func (v *Voter) News() <-chan struct{} { return v.news }

// Vote casts a vote, or changes it, for the evaluation that is voted on; false: it is closed
// already.
func (v *Voter) Vote(number, looks int, x scenarios.Point) bool {
	p := v.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.state.open || p.state.game != number || p.state.looks != looks || p.state.board.problem.CheckPoint(x) != nil {
		return false
	}
	v.vote = slices.Clone(x)
	p.wake()
	return true
}

// unvote takes the vote back.
func (v *Voter) unvote() {
	v.poll.mu.Lock()
	defer v.poll.mu.Unlock()
	if v.vote != nil && v.poll.state.open {
		v.vote = nil
		v.poll.wake()
	}
}

// seat is all that one voter sees.
type seat struct {
	State
	Vote          scenarios.Point // nil: none
	account       game.Account
	from          int // evaluations that had been played when they came
	voted, voters int
	place         int // among the voters, from 1; those who are level share it
}

// look is the state of the game for a voter.
func (v *Voter) look() seat {
	p := v.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	s := seat{State: p.state, Vote: v.vote, account: v.account, from: v.from, place: 1}
	s.voted, s.voters = p.count()
	if s.board.problem != nil {
		sign := s.board.problem.Sign()
		for o := range p.voters {
			if o != v && o.game == v.game && sign*o.account.Best > sign*v.account.Best {
				s.place++
			}
		}
	}
	return s
}

// count is how many have voted, of how many. The mutex is held.
func (p *Poll) count() (voted, all int) {
	for v := range p.voters {
		if v.vote != nil {
			voted++
		}
	}
	return voted, len(p.voters)
}

// Count is how many have voted, of how many.
func (p *Poll) Count() (voted, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count()
}

// News is signalled when a vote or the set of voters changes.
func (p *Poll) News() <-chan struct{} { return p.news }

// publish publishes the state of the game. In another game all voters begin again.
func (p *Poll) publish(s State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = s
	for v := range p.voters {
		p.begin(v)
		tell(v.news)
	}
}

// ballot is a vote with whose it is.
type ballot struct {
	voter *Voter
	at    scenarios.Point
}

// close closes the vote and hands all votes out; there is none to cast until the
// next is published as open.
func (p *Poll) close() (out []ballot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for v := range p.voters {
		if v.vote != nil {
			out = append(out, ballot{v, v.vote})
			v.vote = nil
		}
	}
	p.state.open = false
	return out
}

// pay evaluates every voter's own mark and charges their own budget. What cannot be evaluated costs
// nothing.
func (p *Poll) pay(ctx context.Context, problem *scenarios.Problem, number int, votes []ballot) {
	if problem.Permission() != nil {
		return // a command is not run once for every guest
	}
	for _, b := range votes {
		e, err := problem.Source.Evaluate(ctx, b.at)
		if err != nil {
			continue
		}
		p.mu.Lock()
		if b.voter.game == number {
			b.voter.account = b.voter.account.Pay(problem, b.at, e)
		}
		p.mu.Unlock()
	}
}
