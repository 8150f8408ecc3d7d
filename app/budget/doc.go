// Package budget decides when requests to a service may be sent, so that its limits are never exceeded by all programs
// with one profile together, and background work never delays other requests.
package budget
