// Package testkit has helpers for tests of several packages. Only tests import it.
package testkit
