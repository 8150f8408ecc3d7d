// Package budget decides when requests to a service may be sent, so that its limits are never exceeded by all programs
// with one profile together, and nobody waits for background work.
package budget
