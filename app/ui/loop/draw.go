package loop

import (
	"reflect"
	"time"
	"unsafe"
)

// drawFrame draws the windows that have something to draw, as the toolkit does within a tick. It is private there; the
// version of the toolkit is fixed in go.mod.
//
//go:linkname drawFrame fyne.io/fyne/v2/internal/driver/glfw.(*gLDriver).drawSingleFrame
func drawFrame(driver unsafe.Pointer)

// drawAtOnce draws what an event has changed without waiting for the next tick, but no more often than there are ticks.
// It must not be called within a tick.
func (s *sleeper) drawAtOnce(now time.Time) {
	if now.Sub(s.drawn) < frame || !s.draws() {
		return
	}
	if driver := reflect.ValueOf(s.app.Driver()); driver.Type().String() == "*glfw.gLDriver" {
		s.drawn, s.early = now, true
		drawFrame(driver.UnsafePointer())
	}
}
