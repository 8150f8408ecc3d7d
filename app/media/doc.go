// Package media is the domain of downloads and playouts.
//
// The specification shows no payload of the media endpoints, so nothing here relies on a schema. A
// response is any JSON document, kept in order as a tree of [Value]; [Items] finds the records in
// it and recognises common field names, and [Playables] finds what could be played. Whatever is not
// recognised stays visible as it came. [Compare] lays several documents side by side, as the versions of
// playouts are.
package media
