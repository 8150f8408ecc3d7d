//go:build !threadcheck

package loop

// threadsChecked declares that the toolkit is used on its own goroutine only, so that it does not check. A build with
// the tag threadcheck makes it check, and log violations.
const threadsChecked = true
