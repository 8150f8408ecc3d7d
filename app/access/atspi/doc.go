// Package atspi exports the tree of package access to screen readers, by AT-SPI 2 (the Assistive Technology Service
// Provider Interface) over D-Bus.
//
// While no screen reader runs, a Service only waits for the session bus to announce one. Then it connects to the
// accessibility bus and registers there. It answers calls from the latest tree, on the goroutines of its connection,
// and emits the changes of each new tree. Actions of a reader are posted to the UI goroutine, and not waited for.
//
// Only Linux has AT-SPI. On other systems a service does nothing.
package atspi
