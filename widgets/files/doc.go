// Package files asks in a dialog for a file to read or to write.
package files
