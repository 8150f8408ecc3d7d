// Package seeds tests the whole system at once: a service that fails in every way, a relay, public screens and readers,
// for days of virtual time, with all random numbers drawn from one seed. It has only tests.
//
// TestSeeds runs worlds. A world has a queue of events, one goroutine that runs them in order, and rules that are
// checked after each. If a rule is broken, the world's seed, its last events and the command that replays it are
// printed.
package seeds
