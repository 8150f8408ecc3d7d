package loop

import (
	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/assets"
)

// NewWindow makes a window of the toolkit without a depth buffer. To clear that took a third of the time of software
// rendering. On X the window has the class by which a dock finds the program's desktop entry; on Wayland the toolkit
// sets the program's identifier, which is the entry's name.
func NewWindow(a fyne.App, title string) fyne.Window {
	w := a.NewWindow(title) // initialises the window library, and opens no window yet
	inLibrary(func() {
		glfw.WindowHint(glfw.DepthBits, 0)
		glfw.WindowHint(glfw.StencilBits, 0)
		glfw.WindowHint(glfw.Maximized, glfw.False)
		glfw.WindowHintString(glfw.X11InstanceName, assets.Class)
		glfw.WindowHintString(glfw.X11ClassName, assets.Class)
	})
	return w
}

// wakesLeak reports whether each wake leaks memory, as it does on Wayland (v3.4 does not destroy the result of
// wl_display_sync): too much for a screen that runs for months.
func wakesLeak() (leak bool) {
	inLibrary(func() { leak = glfw.GetPlatform() == glfw.PlatformWayland })
	return leak
}

// notInitialized is GLFW_NOT_INITIALIZED, the error if this window library is not the one that the toolkit uses.
const notInitialized glfw.ErrorCode = 0x00010001

// inLibrary calls do, which uses the window library, and reports whether that is the one that the toolkit uses.
func inLibrary(do func()) (ok bool) {
	defer func() {
		failure := recover()
		if err, is := failure.(*glfw.Error); is && err.Code == notInitialized {
			ok = false
		} else if failure != nil {
			panic(failure)
		}
	}()
	do()
	return true
}
