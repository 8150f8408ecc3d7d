// Package acquire is acquisition: it decides what goes out to the service and remembers what came.
//
// [Pages] answers for subpages, from its memory where it can. A [Recording] is a download that can
// be read, and sought in, while it is still arriving. A [Follower] listens where the
// service tells of changes, so that nobody asks for what has not changed.
package acquire
