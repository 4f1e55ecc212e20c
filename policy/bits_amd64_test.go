package policy

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// The bits of decisions of policies with a price, of the tree without one and of the
// closed form behind it, with the effort that runs were made with: they stay as they
// are, however fast they are computed.
func TestBitsOfPricedDecisions(t *testing.T) {
	t.Parallel()
	h := fnv.New64a()
	write := func(values ...float64) {
		for _, v := range values {
			_ = binary.Write(h, binary.LittleEndian, math.Float64bits(v))
		}
	}
	var got []string
	for d := 1; d <= 3; d++ {
		for _, follows := range []bool{false, true} {
			h.Reset()
			for _, s := range states(t, d, follows) {
				for _, text := range []string{"ei-pes", "p-ms-ei effort=quick", "p-ms-ei price=dinkelbach effort=quick", "p-ms-ei price=marginal effort=quick", "4-b-ms-ei schedule=off effort=quick"} {
					p, err := Must(text).Fill("")
					if err != nil {
						t.Fatal(err)
					}
					decision, _, err := p.Kind().Start(p).Decide(t.Context(), s)
					if err != nil {
						t.Fatal(err)
					}
					write(decision.U...)
					write(decision.Value, decision.Price)
					if decision.Tree == nil {
						continue
					}
					for _, n := range decision.Tree.Nodes {
						write(n.X...)
						write(n.Value, n.Subtree, n.Spending)
					}
				}
			}
			got = append(got, fmt.Sprintf("%016x", h.Sum64()))
		}
	}
	want := []string{"daecbc24baa61c32", "cb09f21915dbbe9f", "5647a630fb72f507", "2e843f570e0a8485", "5b34cd73ecedd98c", "c2547de4fff43c6a"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("d = %d, the cost follows %v: the bits add up to %s, not %s", 1+i/2, i%2 == 1, got[i], want[i])
		}
	}
}
