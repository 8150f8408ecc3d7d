package loop

import (
	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/assets"
)

// NewWindow makes a window of the toolkit that has memory for what it draws alone, and not for depths as well. To
// clear those took a third of the time where no hardware draws. On X it has the class by which a dock finds the
// program's desktop entry; on Wayland the toolkit gives the program's identifier, which is the entry's name.
func NewWindow(a fyne.App, title string) fyne.Window {
	w := a.NewWindow(title) // which initialises the window library, and opens no window yet
	inLibrary(func() {
		glfw.WindowHint(glfw.DepthBits, 0)
		glfw.WindowHint(glfw.StencilBits, 0)
		glfw.WindowHint(glfw.Maximized, glfw.False)
		glfw.WindowHintString(glfw.X11InstanceName, assets.Class)
		glfw.WindowHintString(glfw.X11ClassName, assets.Class)
	})
	return w
}

// wakesLeak reports whether each wake takes some memory for good, as it does on Wayland (v3.4, where what
// wl_display_sync returns is not destroyed): too much for a screen that runs for months.
func wakesLeak() (leak bool) {
	inLibrary(func() { leak = glfw.GetPlatform() == glfw.PlatformWayland })
	return leak
}

// notInitialized is the window library's error where it is not the one that the toolkit uses (GLFW_NOT_INITIALIZED).
const notInitialized glfw.ErrorCode = 0x00010001

// inLibrary does something with the window library, and reports whether it is the one that the toolkit uses.
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
