// Package problemfile reads and writes problems as TOML files.
//
// Load and Parse run nothing, and report every mistake with its line, column and
// field. A file says how points are evaluated in one of these ways:
//
//	[objective], [cost]  expressions of the parameters (package expression)
//	[table]              past evaluations in a CSV file (package table)
//	[command]            a program (package command)
//	[push], [push14]     robot pushing by one hand or two, simulated (package push)
//	[forest], [logistic], [svm]
//	                     training random forests, logistic regressions or support
//	                     vector machines on a CSV file (package learn)
//	[draw]               functions drawn from the models' priors (package drawn)
//	none of them         a person measures
//	[theorem-1]          the arms of the paper's theorem 1 (package theorem1)
//
// Text from files is made harmless before it gets anywhere.
package problemfile
