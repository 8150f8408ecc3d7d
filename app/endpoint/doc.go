// Package endpoint is the HTTP side of the Teletext and Media Interface: an http.Handler that knows the paths, methods
// and answers of the specification, and asks a [Source] for what lies behind them.
//
// What a source gives is a [Body] that is made once and sent as often as it is asked for: whole, in part, compressed, or
// not at all where the client has it already (RFC 9110). How fresh it is goes with each answer (RFC 9111).
package endpoint
