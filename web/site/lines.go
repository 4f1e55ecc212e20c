package site

import (
	"bytes"
	"encoding/binary"
)

// Go's linker puts a table of all functions into a program, by which the runtime walks
// the stack: what it needs for that is less than half. The rest says which line of which
// file an instruction is of, and how arguments are printed, for the trace of a program
// that has failed: a tenth of what is downloaded. Traces of the page's program have the
// names of functions.

// Numbers of the table, which runtime/symtab.go and internal/abi/symtab.go define.
const (
	tableHeader = 72 // bytes
	funcBytes   = 44 // of a function, before its own tables and data
	stackMaps   = 1  // tables that are needed: where pointers are on the stack,
	panicBounds = 4  // and what is out of bounds
)

// tableMagic begins the table: its version, and how large words and instructions are.
var tableMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// notNeeded are the data of a function that are not: inlined calls and arguments.
var notNeeded = []int{3, 5, 6}

// dropLines writes zeros over what the table of functions has for traces, in the initial
// memory of a program. A table that is not as we know it stays as it is.
func dropLines(memory []byte) {
	at := bytes.Index(memory, tableMagic)
	if at < 0 || len(memory)-at < tableHeader {
		return
	}
	table := memory[at:]
	word := func(k int) int { return int(binary.LittleEndian.Uint64(table[8*k:])) }
	count, files, offsets, funcs := word(1), word(5), word(7), word(8)
	if count <= 0 || files < 0 || files > offsets || offsets > funcs || funcs > len(table)-8*count {
		return
	}
	steps, all := table[offsets:funcs], table[funcs:]
	kept := make([]bool, len(steps))
	number := func(at int) int { return int(int32(binary.LittleEndian.Uint32(all[at:]))) }
	// Once to see that it is as we know it, and which steps are needed; then to drop the rest.
	for _, drop := range []bool{false, true} {
		for i := range count {
			f := number(8*i + 4)
			if f < 8*count || f > len(all)-funcBytes || number(8*i) != number(f) {
				return
			}
			tables, data := number(f+28), int(all[f+43])
			if tables < 0 || tables > 8 || f+funcBytes+4*(tables+data) > len(all) {
				return
			}
			if drop {
				clear(all[f+20 : f+28]) // file and line of each instruction
				clear(all[f+32 : f+40]) // the file, and the line it begins at
				for k := range tables {
					if k != stackMaps && k != panicBounds {
						clear(all[f+funcBytes+4*k:][:4])
					}
				}
				for _, k := range notNeeded {
					if k < data {
						copy(all[f+funcBytes+4*(tables+k):], []byte{0xff, 0xff, 0xff, 0xff}) // there is none
					}
				}
				continue
			}
			needed := []int{number(f + 16)} // how large the stack is
			for _, k := range []int{stackMaps, panicBounds} {
				if k < tables {
					needed = append(needed, number(f+funcBytes+4*k))
				}
			}
			for _, from := range needed {
				if !keepSteps(steps, kept, from) {
					return
				}
			}
		}
	}
	for i, needed := range kept {
		if !needed {
			steps[i] = 0
		}
	}
	clear(table[files:offsets]) // the files' names
}

// keepSteps marks the steps of a function's table that begins somewhere: pairs of
// numbers, and a zero at the end. At 0 there is none.
func keepSteps(steps []byte, kept []bool, from int) bool {
	if from < 0 || from >= len(steps) {
		return false
	}
	if from == 0 {
		return true
	}
	for at := from; at < len(steps); {
		if steps[at] == 0 && at > from {
			for i := from; i <= at; i++ {
				kept[i] = true
			}
			return true
		}
		for range 2 {
			_, n := binary.Uvarint(steps[at:])
			if n <= 0 {
				return false
			}
			at += n
		}
	}
	return false
}
