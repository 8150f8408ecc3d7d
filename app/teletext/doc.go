// Package teletext is the domain of Sextant: pages, subpages, lines and cells, and the rules by
// which teletext codes become something to see.
//
// A page document of the Teletext and Media Interface, in JSON or XML, becomes a [Page] by
// [DecodeJSON] or [DecodeXML]. The service's documents differ from the specification in many small
// ways; decoding tolerates what it can and lists each deviation in [Page.Warnings].
// [Page.EncodeJSON] and [Page.EncodeXML] write documents of the specification's shape.
//
// A subpage's codes become a [Grid] of attributed cells by the level 1 rules of ETSI EN 300 706,
// section 12.
//
// The package uses the standard library only, reads no clock and does no I/O.
package teletext
