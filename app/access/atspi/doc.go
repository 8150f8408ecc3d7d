// Package atspi brings the tree of package access to screen readers, by AT-SPI 2 (the Assistive Technology Service
// Provider Interface) over D-Bus.
//
// While no reader is there, a service waits for the session bus to announce one, and does nothing else. When one comes,
// it connects to the bus of accessibility and puts itself under the registry there. From then on it answers from the
// tree that was shown last, on the goroutines of its connection, and reports what is different in each tree that
// follows. What a reader does goes to the goroutine of the user interface; nobody waits for it.
//
// Only Linux has AT-SPI. On other systems a service does nothing.
package atspi
