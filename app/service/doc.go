// Package service is the HTTP client of the Teletext and Media Interface, with every endpoint of its specification.
//
// A [Client] returns decoded answers, or an [api.Error] whose Kind is what happened. Bodies are bounded, contexts are
// honoured, and the credentials are sent to their own host only: never along a redirect to another one, and they never
// appear in an error.
package service
