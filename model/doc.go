// Package model fits Gaussian-process posteriors of an objective f and of a log-cost ln c over the
// unit cube.
//
// A [GP] is an immutable value. It comes from [New] with hyperparameters in the
// output's own units, or from [Fit] and [Refit], which maximise the posterior
// density of the hyperparameters (MAP) on standardised outputs. [Pair] joins
// the two processes a budgeted study needs.
//
//	paper  code            meaning
//	x      x               a point of [0,1]^d
//	k      Hyper, kernel   a(1 + s + s²/3)e⁻ˢ, s = √5‖Δ/ℓ‖ (Matérn-5/2, ARD)
//	a      Hyper.Variance  output scale
//	ℓ      Hyper.Scale     lengthscales, unit cube
//	m      Hyper.Mean      constant mean
//	τ²     Hyper.Noise     noise variance
//	D      gp.noise        noise of each row: τ², or its own; of n pooled rows τ²/n
//	L      gp.chol         lower factor of K + D
//	α      gp.alpha        (K + D)⁻¹(y − m)
//	μ, σ²  mean, variance  latent posterior moments at a point
//
// Everything is deterministic: the same data, settings and seed give the same
// bits on the same kind of processor, whatever GOMAXPROCS.
package model
