package loop

import (
	"reflect"
	"time"
	"unsafe"
)

// toolkitDriver is the type of the toolkit's driver, which is private.
const toolkitDriver = "*glfw.gLDriver"

// drawFrame draws the windows with changes, as the toolkit does in each tick. It is private in the toolkit, whose
// version is pinned in go.mod.
//
//go:linkname drawFrame fyne.io/fyne/v2/internal/driver/glfw.(*gLDriver).drawSingleFrame
func drawFrame(driver unsafe.Pointer)

// drawAtOnce draws the changes of an event without waiting for the next tick, but not more often than ticks. It must
// not be called within a tick.
func (s *sleeper) drawAtOnce(now time.Time) {
	if now.Sub(s.drawn) < frame || !s.draws() {
		return
	}
	if driver := reflect.ValueOf(s.app.Driver()); driver.Type().String() == toolkitDriver {
		s.drawn = now
		drawFrame(driver.UnsafePointer())
	}
}
