package tui

import "farsight/tui/pane"

// Numbers as forms write them, for theorem 1 and tours.
var number, round3 = pane.Number, pane.Round3
