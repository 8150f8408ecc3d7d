// Package demo is a teletext service that lives inside the program: an http.Handler that answers every
// endpoint of the Teletext and Media Interface with pages and sounds of the project's own.
//
// It is what a new user sees before any service is set up, and what a client is tested against. It
// can therefore be as rude as a network: slow, short of quota, and particular about credentials.
//
// Pages are kept in package assets as readable text and are parsed when somebody first asks for them,
// so that starting the service costs next to nothing. Documents and pictures are made once and kept.
// Teletext endpoints want the credentials, where there are any; the media endpoints, of whose
// authentication the specification shows nothing, want none.
package demo
