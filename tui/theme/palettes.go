package theme

import (
	"reflect"
	"strings"

	"farsight/tui/chart"
)

// The sixteen colours of terminals; none: a colour without a counterpart.
const (
	black = iota
	red
	green
	yellow
	blue
	magenta
	cyan
	white
	grey
	brightRed
	brightGreen
	brightYellow
	brightBlue
	brightMagenta
	brightCyan
	brightWhite
	none
)

// names are those of the themes, in the order of the palettes' columns: dark and light in turn. Those
// two are calm: hues of like lightness, few of them strong. Contrast gives up calm for legibility on a
// projector. Colour-blind takes its hues from Okabe and Ito (2008), lightened or darkened where the
// background asks for it.
var names = [...]string{"dark", "light", "contrast", "contrast-light", "colour-blind", "colour-blind-light"}

// palettes are the only home of the colours, by field of Theme: what stands for them among sixteen on
// dark and on light (bright ones on dark; yellow cannot be read on white, and only grey is a quiet
// background), then the colours of each theme.
var palettes = [...]struct {
	meaning     string
	dark, light int
	colours     string
}{
	{"Background", none, none, "#16171d #fbfaf6 #000000 #ffffff #16171d #fbfaf6"},
	{"Text", white, black, "#d4d7df #2a2e37 #ffffff #000000 #dcdfe6 #24272e"},
	{"Muted", white, grey, "#949cab #636b79 #c8c8c8 #3f3f3f #9aa2b0 #5f6672"},
	{"Title", brightWhite, black, "#f3f4f8 #10131a #ffffff #000000 #f5f6fa #0c0e13"},
	{"Key", brightYellow, blue, "#e3c98a #7d5a08 #ffff5f #5f3700 #f0e442 #5c4a00"},
	{"Good", brightGreen, green, "#86cf97 #2b7f45 #5fff87 #00561b #2fbf96 #007a58"},
	{"Warning", brightYellow, red, "#e6a15c #874809 #ffaf00 #833600 #e69f00 #8b5000"},
	{"Selection", blue, cyan, "#2c3242 #dfe5f0 #00407a #bcd8ff #2c3242 #dfe5f0"},
	{"Objective", brightBlue, blue, "#6fb4f0 #005fa7 #5fd7ff #004a9c #56b4e9 #00619c"},
	{"ObjectiveBand", grey, white, "#394e63 #a2b1da #1a4655 #aab3e2 #314e60 #9ab4d5"},
	{"Cost", brightYellow, red, "#e6a15c #874809 #ffaf00 #833600 #e69f00 #8b5000"},
	{"CostBand", grey, white, "#5d4631 #bfb27b #543c17 #ddaa8c #5d4725 #c0b17e"},
	{"Acquisition", brightMagenta, magenta, "#bb9ef5 #6136ac #d7afff #5a189a #d480af #9a3a74"},
	{"AcquisitionBand", grey, white, "#4f475d #b9a7e2 #483c54 #bdaaf1 #614353 #beaad3"},
	{"Truth", white, grey, "#919aab #565e6c #c0c0c0 #444444 #9aa2b0 #565e6c"},
	{"Newest", brightWhite, black, "#ffffff #000000 #ffffff #000000 #ffffff #000000"},
	{"Older", white, grey, "#a9b2c2 #525967 #d0d0d0 #3a3a3a #b0b7c4 #565d69"},
	{"Initial", grey, grey, "#909aad #585f6c #b2b2b2 #555555 #9099a9 #585f6b"},
	{"Incumbent", brightGreen, green, "#86cf97 #04652e #5fff87 #00561b #2fbf96 #005637"},
	{"Next", brightYellow, black, "#f2cf6b #7f5400 #ffff5f #6b4300 #f0e442 #725b00"},
	{"RunnerUp", yellow, grey, "#b6a56e #67592a #d7d787 #5f5320 #b3ab5c #695e1c"},
	{"Unaffordable", grey, grey, "#666e80 #878e9b #8a8a8a #767676 #6b7383 #878e9a"},
	{"Exhausted", brightRed, brightRed, "#f9706c #b81e21 #ff6b6b #a80000 #ff853f #a13900"},
	{"Truncated", white, grey, "#a9b2c2 #5c6472 #d0d0d0 #3a3a3a #b0b7c4 #565d69"},
	{"Open", white, black, "#d4d7df #2a2e37 #ffffff #000000 #dcdfe6 #24272e"},
	{"Left", grey, white, "#2a2e39 #e9e7df #303030 #e2e2e2 #2a2e39 #e9e7df"},
	{"Axis", grey, grey, "#697283 #848b97 #a8a8a8 #5a5a5a #6b7484 #838a96"},
	{"Policies", brightMagenta, magenta, "#f08fb1 #b83267 #ff87d7 #930046 #e06a12 #b04502"},
	{"Policies", brightCyan, blue, "#4ecbb0 #0d7264 #00ffd7 #00564a #4f97e0 #1f62b0"},
	{"Policies", brightGreen, green, "#b9cc62 #65750a #d7ff5f #454f00 #2fb890 #007a58"},
	{"Policies", brightBlue, red, "#d08be0 #943da8 #ff87ff #7a1090 #f0e442 #3a3f4a"},
	{"Policies", brightYellow, cyan, "#e0b994 #8a5a2c #ffd7af #5c3a12 #e4e7ee #3a2bb5"},
	{"Policies", brightRed, black, "#74cfe6 #146e87 #87d7ff #00506b #c3b2ff #524000"},
	{"Policies", brightWhite, magenta, "#f0876a #b84a22 #ff8f6f #8c2e05 #cc79a7 #9a3a74"},
	{"Policies", brightMagenta, blue, "#a3aef5 #4956bd #afafff #2a33a0 #e69f00 #a46403"},
	{"ramp", none, none, "#1b1d33 #fbf6e3 #000000 #ffffff #00204d #fff3a0"},
	{"ramp", none, none, "#3a3f7d #f3c98a #3a3a9a #ffd27f #414d6b #c8b866"},
	{"ramp", none, none, "#8a4f9c #dd7f6b #a04fd0 #e8745a #7c7b78 #86827a"},
	{"ramp", none, none, "#e0786f #8d4a8c #ff8f5f #7a2a80 #bcaf6f #454f6d"},
	{"ramp", none, none, "#f7d98c #2c2a63 #ffffaf #101040 #ffea46 #00204d"},
}

var all = func() []Theme {
	out := make([]Theme, len(names))
	for i := range out {
		t := &out[i]
		t.Name, t.Dark = names[i], i%2 == 0
		for _, row := range palettes {
			c, sixteen := chart.Hex(strings.Fields(row.colours)[i]), row.light
			if t.Dark {
				sixteen = row.dark
			}
			if sixteen != none {
				c = c.Or16(sixteen)
			}
			switch row.meaning {
			case "Policies":
				t.Policies = append(t.Policies, c)
			case "ramp":
				t.ramp = append(t.ramp, c)
			default:
				reflect.ValueOf(t).Elem().FieldByName(row.meaning).Set(reflect.ValueOf(c))
			}
		}
	}
	return out
}()
