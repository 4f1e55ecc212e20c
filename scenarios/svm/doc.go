// Package svm trains support vector machines for regression, with a Gaussian
// kernel (Vapnik's ε-SVR): errors up to ε cost nothing, larger ones C each, and
// of all functions that are as good the flattest is taken. Features and target
// are standardised.
//
//	symbol    code        meaning
//	C, γ, ε   Settings    price of an error, narrowness of the kernel, errors that are free
//	K         kernel      exp(−γ‖x − x'‖²)
//	α, α*     alpha, star how much a row pulls the prediction up, and down; one of them is 0
//	β         beta        α − α*; the prediction is Σ β K + b
//	F         dual.error  Σ β K − y
//	τ         Tolerance   by how much the conditions of the optimum may be missed
//
// The dual, min ½βᵀKβ − yᵀβ + εΣ(α + α*) with Σβ = 0 and 0 ≤ α, α* ≤ C, is
// solved two variables at a time (SMO), chosen to second order as in LIBSVM
// (Fan, Chen and Lin, "Working set selection using second order information",
// 2005). The harder the errors are pressed (large C, small ε, τ), the more steps
// that takes.
package svm
