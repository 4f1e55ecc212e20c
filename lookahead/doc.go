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
// [Evaluator] computes that function and its exact gradient on one flat array of
// nodes, stage by stage, of what package belief sees there; [Maximise] searches it; [Curve] draws Q_N along a line; [Tree.Snapshot]
// describes a tree node by node, and [Imagine] what is believed at one. Below it,
// package candidates finds the points trees are built from, and package judge
// says what a point is worth on fresh samples and compares values of N. How the
// search works, how fast it is and whether better maximised trees choose better is
// written down in docs/lookahead.md.
//
//	paper   code               meaning
//	N       Samples.Steps      evaluations planned
//	m_i     len(Stage.Z)       fantasies per node of stage i
//	z       Stage.Z            base samples (z for f, z for ln c)
//	λ       State.Price        what a unit of money is worth beyond the tree
//	R       Belief.R, RR       Cholesky rows of node k against its ancestors
//	v, σ    Belief.Sd          what the node still does not know
//	f*      Evaluator.best     incumbent as imagined at the node
//	b       Evaluator.budget   remaining budget as imagined at the node
//	ζ       (ln b − μ_c)/σ_c   Φ(ζ) is the chance that the evaluation fits
package lookahead
