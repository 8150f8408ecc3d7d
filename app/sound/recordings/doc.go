// Package recordings fetches the recordings of a service: files that are read while they arrive, a library of them on
// the disk with a limit, and downloads.
package recordings
