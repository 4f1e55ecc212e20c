package session

import (
	"slices"
	"testing"

	"farsight/policy"
)

// columnsOf is a session of n tracks of which nothing is known.
func columnsOf(n, room int) *Session {
	se := &Session{Room: room, Tracks: make([]*Track, n)}
	se.setColumns()
	return se
}

// Whatever is pressed, every policy is in one column at most, those side by side
// and the one in front are visible, and all come to be shown.
func TestEveryPolicyComesToBeShown(t *testing.T) {
	t.Parallel()
	for n := range 7 {
		for room := range 6 {
			for _, press := range []func(*Session){(*Session).Swap, (*Session).Others} {
				se := columnsOf(n, room)
				seen := map[int]bool{}
				for range 2*n + 2 {
					if all := slices.Sorted(slices.Values(se.Columns)); len(slices.Compact(all)) != n {
						t.Fatalf("%d policies, room for %d: the columns are %v", n, room, se.Columns)
					}
					shown := se.SideBySide()
					if room < 2 && n > 0 {
						shown = []int{se.Focused()}
					}
					if n > 0 && len(se.SideBySide()) != min(max(1, room), n) || se.Waiting() != n-len(se.SideBySide()) {
						t.Fatalf("%d policies, room for %d: %v side by side, %d wait", n, room, se.SideBySide(), se.Waiting())
					}
					for _, i := range shown {
						seen[i] = true
						if !slices.Contains(se.Visible(), i) {
							t.Fatalf("%d is shown, %v are visible", i, se.Visible())
						}
					}
					press(se)
				}
				if swapped := len(seen); swapped < min(n, max(1, room)) {
					t.Errorf("%d policies, room for %d: only %v were shown", n, room, seen)
				}
			}
			se := columnsOf(n, room)
			seen := map[int]bool{}
			for range n + 1 {
				for _, i := range append([]int{se.Focused()}, se.SideBySide()...) {
					seen[i] = true
				}
				se.Others()
			}
			if len(seen) < n {
				t.Errorf("%d policies, room for %d: the others never show up, only %v", n, room, seen)
			}
		}
	}
}

// A policy that is asked for is in front, and side by side with others where
// there is room.
func TestFocus(t *testing.T) {
	t.Parallel()
	for room := range 6 {
		for i := range 5 {
			se := columnsOf(5, room)
			se.Focus(i)
			if se.Focused() != i || room >= 2 && !slices.Contains(se.SideBySide(), i) || len(slices.Compact(slices.Sorted(slices.Values(se.Columns)))) != 5 {
				t.Errorf("room for %d: of %v, %d is in front, want %d", room, se.Columns, se.Focused(), i)
			}
		}
	}
	se := columnsOf(2, 2)
	if se.Focus(7); se.Focused() != 1 {
		t.Error("one that does not take part is shown")
	}
}

// Laid over each other all are visible, and nobody waits.
func TestOverlaidAllAreVisible(t *testing.T) {
	t.Parallel()
	se := columnsOf(5, 1)
	se.Overlaid = true
	if !slices.Equal(se.Visible(), []int{0, 1, 2, 3, 4}) || se.Waiting() != 0 {
		t.Errorf("visible are %v, %d wait", se.Visible(), se.Waiting())
	}
}

// Policies that are called the same are told apart by a number and a shade; all
// others have the name and the hue they have everywhere.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	se := &Session{}
	for _, asked := range []string{"b-ms-ei", "ei", "b-ms-ei schedule=off", "2-b-ms-ei"} {
		q := policy.Must(asked)
		se.Tracks = append(se.Tracks, se.namesake(NewTrack(q, q.Hue())))
	}
	hues := map[int]bool{}
	for i, want := range []string{"B-MS-EI", "EI", "B-MS-EI (2)", "2-B-MS-EI"} {
		track := se.Tracks[i]
		if track.Title() != want || hues[track.Hue()] {
			t.Errorf("track %d is called %s in hue %d, want %s", i, track.Title(), track.Hue(), want)
		}
		hues[track.Hue()] = true
	}
	if got, want := se.Tracks[1].Hue(), policy.Must("ei").Hue(); got != want {
		t.Errorf("EI has hue %d, not %d", got, want)
	}
}
