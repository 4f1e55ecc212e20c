// Package experiment runs policies on problems many times over and reports the results with their
// uncertainty.
//
// A Spec names problems, policies and replications. Every run is one line of a *.jsonl file in the
// experiment's directory, written when it is complete, so that a stopped experiment continues where
// it was and a killed one loses only the runs in progress. The runs of one replication share their
// initial design and cost function, whatever the policy, so that policies are compared in pairs. A
// run depends on its problem, policy, replication and settings alone: the order of runs, the number
// of workers and the shards change nothing.
package experiment
