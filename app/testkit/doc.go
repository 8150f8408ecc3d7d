// Package testkit is what the tests of several rooms share. Nothing but tests imports it.
package testkit
