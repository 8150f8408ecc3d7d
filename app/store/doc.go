// Package store is the page store: everything one service ever showed, in one SQLite file of the
// profile, so that pages are there at once, without a network, and as they once were.
//
// What a caller gives to keep goes into a queue and returns at once; one goroutine writes it, many
// things to a transaction. So nothing that draws a window waits for a disk. Reading has connections of
// its own and sees what was committed. Whoever needs to know that something is on the disk calls
// [Store.Flush].
//
// A page document is a version: what it says is stored once, and again only when it says something
// else. A picture belongs to what a subpage says, so that a subpage that stays as it was keeps its
// picture when another one of its page changes. The newest version of every subpage can be searched.
// Beyond a limit the versions leave that were superseded longest ago, then the pages that nobody asked
// for in a long time; favourites stay.
//
// A store can always be used. Where its file is damaged, it is set aside and a new one begun; where
// nothing can be written, what is there can be read; where there is nothing, the store lives in memory
// for as long as the program does. [Outcome] says which, and Options.Trouble tells what happens later.
// Several programs may use one file at the same time.
//
// No file holds anything of two services: the caller gives each its own path.
package store
