package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"farsight/study/journal"
)

// watchEvery is how often the file is looked at for a subscriber.
const watchEvery = 250 * time.Millisecond

// subscribe is answered before the first event is sent: that is what then does.
func (s *lineServer) subscribe(ctx context.Context, q request, watch *sync.WaitGroup) (a json.RawMessage, then func(), err error) {
	from := 0
	for _, f := range q.fields {
		if f.name != "from" {
			return nil, nil, &requestError{what: fmt.Sprintf("%s has no field %q", subscribe, f.name), field: f.name, hint: "it has from, id"}
		}
		n, err := strconv.Atoi(string(f.value))
		if err != nil || n < 1 {
			return nil, nil, f.wants("the number of a line")
		}
		from = n
	}
	if s.watched {
		return nil, nil, &requestError{what: "events are being sent already", hint: "one subscription is enough"}
	}
	// Its own view of the file, so that it misses nothing that commands take in.
	j, err := journal.Open(s.Live.Journal().Path(), journal.Settings{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	if _, err := s.Live.Poll(); err != nil {
		return nil, nil, err
	}
	standing, err := s.Standing()
	if err != nil {
		return nil, nil, err
	}
	known := j.Events()
	if from == 0 {
		from = len(known) + 1
	}
	s.watched = true
	a, err = joined(standing, struct {
		From int `json:"from"`
	}{from})
	return a, func() { watch.Go(func() { s.watch(ctx, j, known, from) }) }, err
}

// watch sends events until ctx ends, and then what came before that.
func (s *lineServer) watch(ctx context.Context, j *journal.Journal, known []journal.Event, from int) {
	send := func(events []journal.Event) bool {
		for _, e := range events {
			if e.Seq < from {
				continue
			}
			if s.print(struct {
				Event journal.Event `json:"event"`
			}{e}) != nil {
				return false // nobody listens: the answers find out, too
			}
		}
		return true
	}
	if !send(known) {
		return
	}
	said := ""
	for ended := false; ; {
		c, err := j.Poll()
		switch {
		case err != nil && err.Error() != said:
			said = err.Error()
			if s.print(struct {
				Error errorJSON `json:"error"`
			}{s.errorOf(err)}) != nil {
				return
			}
		case err == nil:
			said = ""
		}
		if c.Replaced {
			from = 1
			if s.print(struct {
				Replaced bool `json:"replaced"`
			}{true}) != nil {
				return
			}
		}
		if !send(c.Events) || ended {
			return
		}
		select {
		case <-ctx.Done():
			ended = true // once more: an answer may have been given since
		case <-time.After(watchEvery):
		}
	}
}
