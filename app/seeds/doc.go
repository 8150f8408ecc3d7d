// Package seeds tries the whole system at once: a service that fails in every way, a relay before it, public screens
// and readers, for days of virtual time, with everything that chance decides drawn from one seed. It has nothing but
// tests.
//
// TestSeeds runs worlds. A world has a clock of events, one goroutine that does them one after another, and rules
// that are checked at each step. One that breaks a rule prints its seed, its last events and the command that runs it
// once more.
package seeds
