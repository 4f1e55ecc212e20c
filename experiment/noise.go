package experiment

import "farsight/study"

// judged are the true values of what a run on simulated noise would have
// offered, before its first evaluation and after each: the best measured value
// is luck, and a regret of it says nothing.
type judged []float64

// look notes the value of what st, which has just decided, would offer.
func (j *judged) look(st *study.Study) {
	s := st.Snapshot()
	if s.Problem.Noise.Simulated > 0 {
		*j = append(*j, s.Truth(s.Offered()))
	}
}

// replace puts the true values into the record of the run.
func (j judged) replace(r *Record) {
	if len(j) == 0 {
		return
	}
	r.Initial, r.Best = j[0], j[len(j)-1]
	for i := range r.Bests {
		r.Bests[i] = j[min(i+1, len(j)-1)]
	}
}
