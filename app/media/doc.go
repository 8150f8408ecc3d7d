// Package media is the domain of downloads and playouts.
//
// The specification shows no payload of the media endpoints, so nothing here relies on a schema. A
// response is any JSON document, parsed to a tree of [Value] that keeps the order of members; [Items]
// finds the records in it and recognises common field names, and [Playables] finds what can be played.
// Fields that are not recognised stay visible as they are. [Compare] compares several documents, such as
// the versions of playouts.
package media
