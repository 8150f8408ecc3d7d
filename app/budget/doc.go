// Package budget decides when requests to a service may go out, so that its limits are never exceeded, whatever
// programs with one profile ask for together, and nobody waits for what is done in the background.
package budget
