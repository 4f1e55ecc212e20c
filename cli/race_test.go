package cli

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
)

// Where none is ahead, what won where policies were judged comes first, then what
// is less to compute.
func TestWhoComesFirst(t *testing.T) {
	t.Parallel()
	last := -2
	for _, text := range []string{policy.Recommended(), "ei-pes", "2-b-ms-ei", "4-b-ms-ei", "far"} {
		q := policy.Must(text)
		filled, err := q.Fill("")
		testkit.OK(t, err)
		if e := raceOrder(q, filled); e <= last {
			t.Errorf("%s comes at %d, after one at %d", text, e, last)
		} else {
			last = e
		}
	}
}
