// Package testkit is what tests share: errors that end a test (OK), what is waited for (WaitFor), work that must end
// (RunBounded), how far sweeps go (SweepSize), the processor
// time of a thread (ThreadTime), programs on pseudo-terminals (RunInTerminal on one that never answers, StartTerminal
// on one that shows what it is sent and whose keys can be pressed) and pages in a headless Chromium (NewBrowser), both
// on Unix only.
package testkit
