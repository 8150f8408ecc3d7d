//go:build !wayland

package desktop

// displayVariable names the display to open a window on. The toolkit is built for X unless the tag
// wayland is given: it then speaks to nothing else, also where there is Wayland.
const displayVariable = "DISPLAY"
