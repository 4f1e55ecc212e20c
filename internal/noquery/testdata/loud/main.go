// Loud links bubbletea without the cure: it must be seen questioning the
// terminal, or the test of silence proves nothing.
package main

import _ "github.com/charmbracelet/bubbletea"

func main() {}
