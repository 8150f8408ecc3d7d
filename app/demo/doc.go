// Package demo is an embedded teletext service: an http.Handler for every endpoint of the Teletext and Media Interface,
// with pages and sounds of the project's own.
//
// New users see it before they set up a service, and clients are tested against it. For that it can be slow, have a
// quota and require credentials.
//
// The pages are readable text in package assets. They are parsed on the first request, so that the service starts
// quickly; documents and pictures are then cached. Only the teletext endpoints require credentials: the specification
// does not define an authentication of the media endpoints.
package demo
