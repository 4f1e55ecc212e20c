// Package logistic trains logistic regressions by stochastic gradient descent:
// the chance that the target of a row is in the upper half of the table's is
// 1/(1 + exp(−(w·x + b))), and w and b minimise
//
//	J(w, b) = mean of −ln(chance of what is so) + λ‖w‖²/2
//
// over the rows trained on. Features are standardised.
//
//	symbol  code          meaning
//	x, y    row, label    standardised features of a row; 1 in the upper half, else 0
//	w, b    weights       b is the last of them
//	η       LearningRate  length of a step along the gradient
//	λ       L2            strength of the penalty
//
// The descent takes Epochs times all rows, each time in another order, a batch
// of them to a step; batches are as equal as they can be, since a few rows left
// over would weigh as much as all others. The penalty's part of a step is taken implicitly,
// w ← (w − η∇)/(1 + ηλ), which is the same to first order and never overshoots,
// however large ηλ is. Nothing ends early: what a training costs is decided by
// Epochs and Batch, what it is worth by all four.
package logistic
