// Package recordings has the recordings that come from a service: files that are read while they arrive, kept on the
// disk within a limit, and downloaded for later.
package recordings
