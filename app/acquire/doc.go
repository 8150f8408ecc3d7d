// Package acquire is acquisition: it decides what goes out to the service and remembers what came.
//
// [Pages] answers for subpages, from its memory where it can, and is the one table of what is known, asked, failed,
// stale and missing. A [Scheduler] asks for what is wished most: by the [Watcher], the [Collector] and the plan of a
// window, by a public screen, or by a relay. A [Follower] listens where the service announces changes, so that pages
// that have not changed are not asked for.
package acquire
