package picture

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Play writes a picture that plays its frames, one after the other and from the beginning again: for pages that show
// pictures and run no scripts. A reader who wants no motion sees the last frame, and so does one whose program knows
// no animations.
func Play(out io.Writer, frames []Frame, o Options) error {
	if len(frames) == 0 {
		return errors.New("there is nothing to play")
	}
	o = o.filled()
	o.Mute = true
	w, h := frames[0].Canvas.Size()
	var total time.Duration
	for _, f := range frames {
		total += f.hold()
	}
	var styles strings.Builder
	last := len(frames) - 1
	styles.WriteString(".f{visibility:hidden}.last{visibility:visible}@media (prefers-reduced-motion:no-preference){")
	at := time.Duration(0)
	percent := func(d time.Duration) string { return num(100 * float64(d) / float64(total)) }
	for i, f := range frames {
		// It is visible from its time on, until the next one's.
		fmt.Fprintf(&styles, "#f%d{animation:k%d %ss step-end infinite}@keyframes k%d{0%%{visibility:%s}", i, i, num(total.Seconds()), i, map[bool]string{true: "visible", false: "hidden"}[i == 0])
		if i > 0 {
			fmt.Fprintf(&styles, "%s%%{visibility:visible}", percent(at))
		}
		if at += f.hold(); i < last {
			fmt.Fprintf(&styles, "%s%%{visibility:hidden}", percent(at))
		}
		styles.WriteString("}")
	}
	styles.WriteString("}")
	b := bufio.NewWriter(out)
	o.open(b, w, h, styles.String())
	for i, f := range frames {
		class := "f"
		if i == last {
			class = "f last"
		}
		fmt.Fprintf(b, `<g id="f%d" class="%s">`+"\n", i, class)
		o.body(b, single{f.Canvas})
		b.WriteString("</g>\n")
	}
	o.close(b)
	return b.Flush()
}
