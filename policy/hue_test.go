package policy

import (
	"testing"

	"farsight/internal/testkit"
)

// Every policy has a hue of its own, and so have those a number before the name
// tells apart.
func TestEveryPolicyHasAHueOfItsOwn(t *testing.T) {
	t.Parallel()
	names := IDs()
	for _, k := range kinds {
		if k.Prefix != "" {
			names = append(names, "1-"+k.ID, "2-"+k.ID, "3-"+k.ID)
		}
	}
	seen := map[int]string{}
	for _, n := range names {
		hue := Must(n).Hue()
		if other, taken := seen[hue]; taken {
			t.Errorf("%s and %s both have hue %d", n, other, hue)
		}
		seen[hue] = n
	}
}

// A policy's name and hue do not depend on how it was filled in, nor on a
// remark of whoever ran it.
func TestOneNameAndOneHue(t *testing.T) {
	t.Parallel()
	for asked, title := range map[string]string{"b-ms-ei": "B-MS-EI", "2-b-ms-ei": "2-B-MS-EI", "4-b-ms-ei-p": "4-B-MS-EI-P", "ei-puc": "EI-PUC"} {
		p := Must(asked)
		filled, err := p.Fill("")
		testkit.OK(t, err)
		if p.Title() != title || filled.Title() != title || filled.Hue() != p.Hue() {
			t.Errorf("%s is %q in hue %d, filled in %q in hue %d", asked, p.Title(), p.Hue(), filled.Title(), filled.Hue())
		}
		p.As += ", true budget"
		if p.Title() != title {
			t.Errorf("with a remark %s is %q", asked, p.Title())
		}
		if got, hue, ok := Named(p.As); !ok || got != title+", true budget" || hue != p.Hue() {
			t.Errorf("results call it %q in hue %d", got, hue)
		}
	}
	if _, _, ok := Named("of my own"); ok {
		t.Error("a label that is no policy's has a policy's hue")
	}
}
