package picture

import (
	"image"
	"runtime"
	"sync"
)

// worker has the memory for painting one picture at a time.
type worker struct {
	painter brush
	colours colours
	pixels  []uint8
	kitty   kitty
}

// job is a picture to be made.
type job struct {
	part   *part
	placed placed
	bytes  []byte // what shows it
}

func (s *Screen) worker(i int) *worker {
	for len(s.workers) <= i {
		s.workers = append(s.workers, new(worker))
	}
	return s.workers[i]
}

// mostWorkers is how many pictures are painted at a time.
const mostWorkers = 4

// paint does jobs, several at a time.
func (s *Screen) paint(jobs []job) {
	n := min(len(jobs), mostWorkers, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for i := range n {
		w := s.worker(i)
		wait.Go(func() {
			for k := i; k < len(jobs); k += n {
				w.do(&jobs[k])
			}
		})
	}
	wait.Wait()
}

func (w *worker) do(j *job) {
	p := j.part
	left, right := min(sideColumns, p.figure.Area.X), min(sideColumns, p.right)
	cells := p.figure.Area
	cells.X, cells.W, cells.H = cells.X-left, cells.W+left+right, p.figure.Frame().H
	j.bytes = w.kitty.place(w.picture(p, j.placed.cw, j.placed.ch, left, right), j.placed.id, cells)
}

// picture draws a part with some columns of its margins.
func (w *worker) picture(p *part, cw, ch, left, right int) *image.Paletted {
	area, frame := p.figure.Area, p.figure.Frame()
	img := w.painter.picture(&p.figure, cw, ch, func(x, y int) shows {
		if p.cells[y*frame.W+x+area.X-frame.X] == showsFigure {
			return showsFigure
		}
		return showsOther // labels too
	})
	r := image.Rect(-left*cw, 0, (area.W+right)*cw, frame.H*ch)
	out := w.colours.indexed(img, r, w.pixels)
	w.pixels = out.Pix
	return out
}
