// Package api has the protocol of the Teletext and Media Interface, for its client and its servers: paths, headers,
// documents, pictures, change notices, and the kinds of failures.
//
// A [Handler] has the paths, methods and answers of the specification, and gets the content from a [Source] as a
// [Body], which is made once and sent as often as it is asked for: whole, in part, compressed, or not at all where the
// client has it already (RFC 9110). Each answer has its freshness (RFC 9111).
package api
