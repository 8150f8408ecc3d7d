//go:build wayland

package desktop

// displayVariable names the display to open a window on. With this tag the toolkit is built for
// Wayland, and speaks to nothing else.
const displayVariable = waylandVariable
