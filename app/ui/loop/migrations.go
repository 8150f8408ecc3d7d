//go:build !threadcheck

package loop

// threadsChecked declares to the toolkit that all of its use is on its own goroutine, so that it need not
// check. A build with the tag threadcheck has it checked and complained of.
const threadsChecked = true
