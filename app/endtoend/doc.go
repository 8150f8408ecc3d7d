// Package endtoend tests the whole program as a user meets it: a real window on a virtual display with
// a window manager, real keys and clicks, real pixels and real sound. The test binary is the program
// too: it runs itself again with a variable in the environment, so that nothing needs to be built
// before, and a test sees a race or a goroutine left behind in the program like one of its own.
//
// Most tests run beside each other, since they mostly wait. Those that hear sound in real time or
// measure how long something takes run before them, one after the other.
//
// A test that pressed a key or clicked says settled: the program has then done all that it is to do, and shows it. What
// comes later, by a timer or from elsewhere, is waited for with until. That nothing happens is shown by being settled
// without it. Time itself passes only where it is measured, or where a timer of the program is what the test is about.
//
// Where a test needs something that is not installed, it says what and is skipped. When one fails and
// SEXTANT_SHOTS names a folder, it leaves a picture of the screen there.
package endtoend
