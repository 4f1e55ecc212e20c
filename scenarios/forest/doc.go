// Package forest grows random forests for regression: many trees, each grown on
// a bootstrap sample of the rows, each split chosen among a random part of the
// features, and their mean as the prediction (Breiman, "Random forests", 2001).
//
// It serves twice. Tuning a forest's settings on a table is a benchmark problem
// whose objective is the cross-validated R² and whose cost is the work of
// training (Learner). And a forest is a surrogate of a table: its trees'
// mean and spread at a point stand for a prediction (Forest.PredictMoments).
//
//	symbol  code           meaning
//	B       Trees          trees of a forest
//	k       Settings       ⌈MaxFeatures·p⌉, features a split is chosen among
//	w       grower.weight  how often the bootstrap drew a row
//	S, N    sum, count     Σw·y and Σw over the rows of a node
//
// Trees are CART's: a split minimises the squares Σw(y − mean)² left in its two
// sides, which is to maximise S₁²/N₁ + S₂²/N₂. The defaults of what is not a
// setting are scikit-learn's: leaves down to one row, no pruning.
package forest
