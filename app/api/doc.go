// Package api has the words of the Teletext and Media Interface, for its client and for all who serve it: paths,
// headers, documents, pictures, change notices, and the kinds of failures.
//
// A [Handler] knows the paths, methods and answers of the specification, and asks a [Source] for what lies behind
// them. What a source gives is a [Body] that is made once and sent as often as it is asked for: whole, in part,
// compressed, or not at all where the client has it already (RFC 9110). How fresh it is goes with each answer (RFC
// 9111).
package api
