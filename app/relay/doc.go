// Package relay asks a service on behalf of many clients, and speaks its interface to them.
//
// What is known of a page is answered from memory, with its age, however old it is; what is asked of the service, and
// when, follows from what the clients want: pages that many of them show come first. One client's demand is worth as
// much as another's, whether it spreads over one page or over hundreds, and no client may spend the hour's requests
// of the others, or have so many answers under way that there is no room for others. Subscribers are notified of every
// change.
package relay
