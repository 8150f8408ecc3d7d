// Package endtoend tests the whole program as a user meets it: a real window on a virtual display with
// a window manager, real keys and clicks, real pixels and real sound. The test binary is the program
// too: it runs itself again with a variable in the environment, so that nothing needs to be built
// before, and a test sees a race or a goroutine left behind in the program like one of its own.
//
// A journey is here if it needs a real X server, sound, bus, browser, disk or process; what needs none is in its
// package's tests. Without SEXTANT_LONG only reading, listening, the mouse, a public screen, a relay, the first start,
// several windows and being killed are tried.
//
// Most tests run in parallel, because they mostly wait. Those that listen to sound in real time or measure durations
// run before them, one after the other.
//
// After a key or a click a test calls settled: it returns when the program has handled the input and drawn the result.
// What comes later, by a timer or from elsewhere, is waited for with until. To check that nothing happens, a test calls
// settled and looks. A test only sleeps where time is measured, or where it is about a timer of the program.
//
// A test that needs something that is not installed is skipped with its name. If a test fails and SEXTANT_SHOTS names a
// folder, it saves a screenshot there.
package endtoend
