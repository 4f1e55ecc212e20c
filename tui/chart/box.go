package chart

// boxes is indexed by the weights (0 none, 1 light, 2 heavy) of the four arms of a cell, as digits in
// base three: up, right, down, left.
var boxes = []rune(" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳" +
	"╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈" +
	"╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")

// Box returns the character with arms of these weights.
func Box(up, right, down, left int) rune { return boxes[27*up+9*right+3*down+left] }

// BoxArms returns the weights (0 none, 1 light, 2 heavy) of the arms of a box drawing character.
func BoxArms(r rune) (up, right, down, left int, ok bool) {
	if r < 0x2500 || r >= 0x2580 {
		return 0, 0, 0, 0, false
	}
	for i, b := range boxes {
		if b == r {
			return i / 27, i / 9 % 3, i / 3 % 3, i % 3, true
		}
	}
	return 0, 0, 0, 0, false
}
