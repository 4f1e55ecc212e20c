// Package lookahead is the heart of Farsight: B-MS-EI, the budgeted multi-step
// expected improvement, maximised over a one-shot scenario tree.
//
//	Q_N(x|D) = Q₁(x|D) + E_{y,z}[ max_{x'} Q_{N−1}(x' | D ∪ (x,y,z)) ]
//
// A tree has N stages. Every node is a decision point; every edge a fantasy, an
// imagined value and cost drawn by reparametrisation from base samples that all
// subtrees of a stage share. The value is one smooth function of all decision
// points (almost everywhere), maximised jointly.
//
//	paper   code               meaning
//	N       Fantasies.Steps    evaluations planned
//	m_i     len(Stage.Z)       fantasies per node of stage i
//	z       Stage.Z            base samples (z for f, z for ln c)
//	R       belief.r, rr       Cholesky rows of node k against its ancestors
//	v, σ    belief.sd          what the node still does not know
//	f*      Evaluator.best     incumbent as imagined at the node
//	b       Evaluator.budget   remaining budget as imagined at the node
//	ζ       (ln b − μ_c)/σ_c   Φ(ζ) is the chance that the evaluation fits
package lookahead
