// Package service is the HTTP client of the Teletext and Media Interface: every endpoint of its specification, as a
// client.
//
// A [Client] turns each answer into a value of the domain or into an [api.Error] whose Kind says what
// happened. Bodies are bounded, contexts are honoured, and the credentials go to their own host only:
// they are never sent along a redirect to another, and never appear in an error.
package service
