// Package learn tunes methods of learning from a table: the settings of a method
// are the parameters of a problem, the objective is how well the method predicts
// rows it was not trained on, and the cost is the work of training.
//
// A Learner is one such method: forests, logistic regressions, support vector machines.
// The work of training is counted in operations, so that the same settings cost
// the same on every machine; the unit is the method with its default settings.
//
//	symbol  code           meaning
//	n, p    Rows, Columns  rows and features of a table
//	y, ŷ    Y, Predict     target of a row, and what is predicted of it
//	R²      Result.R2      1 − Σ(y − ŷ)²/Σ(y − mean)²
package learn
