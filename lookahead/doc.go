// Package lookahead computes B-MS-EI, the budgeted multi-step expected improvement, by maximising a
// one-shot scenario tree.
//
//	Q_N(x|D) = Q₁(x|D) + E_{y,z}[ max_{x'} Q_{N−1}(x' | D ∪ (x,y,z)) ]
//
// A tree has N stages. Every node is a decision point; every edge a fantasy, an
// imagined value and cost drawn by reparametrisation from base samples that all
// subtrees of a stage share. The value is one smooth function of all decision
// points (almost everywhere), maximised jointly.
//
// [Evaluator] computes that function and its exact gradient on one flat array of
// nodes; [Maximise] searches it. Below the package, fantasy draws base samples. How the
// search works, how fast it is and whether better maximised trees choose better is
// written down in docs/research/lookahead.md.
//
//	layout, evaluator           the nodes of a tree, and the workspace it is computed in
//	value, gradient             the function, and the way back
//	belief, belief_solver       what nodes see of a Gaussian process, many at a time
//	cost_linked, cost_price,    costs that depend on the objective, a price of budget,
//	cost_travel                 and ways between points
//	maximise, effort            what is asked for, and how hard it is tried
//	candidates…                 points that trees are first built from
//	search, search_…            greedy trees of candidates, their exchange and polish
//	scratch                     memory that searches use again
//	approximate                 special functions to 1e-6, which rank candidates
//	curve, curve_work, horizon  Q_N along a line; max Q_N for each N
//	judge, playout…, rollout    what a first point is worth on fresh fantasies
//	schedule                    the budget to plan with
//	snapshot                    a tree node by node, and what is believed at one
//
//	paper   code               meaning
//	N       Samples.Steps      evaluations planned
//	m_i     len(Stage.Z)       fantasies per node of stage i
//	z       Stage.Z            base samples (z for f, z for ln c)
//	λ       State.Price        what a unit of budget is worth beyond the tree
//	R       belief.R, RR       Cholesky rows of node k against its ancestors
//	v, σ    belief.Sd          the node's posterior variance, standard deviation
//	f*      Evaluator.best     incumbent as imagined at the node
//	b       Evaluator.budget   remaining budget as imagined at the node
//	ζ       (ln b − μ_c)/σ_c   Φ(ζ) is the chance that the evaluation fits
package lookahead
