package desktop

import (
	"image"
	"image/color"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit/badserver"
	"sextant/app/testkit/xserver"
)

// TestBadXServers uses all adapters at once on servers that are silent, end, send invalid setups, errors, or replies
// that lie about their lengths. All calls must end, except those of a Glass, which may wait for the server.
func TestBadXServers(t *testing.T) {
	xPatience = 300 * time.Millisecond
	t.Cleanup(func() { xPatience = displayPatience })
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/none")
	for name, serve := range badserver.XServers() {
		t.Run(name, func(t *testing.T) {
			badserver.Display(t, serve)
			began := time.Now()
			var work sync.WaitGroup
			work.Go(func() { RemoteKeys() })
			work.Go(func() { forgetDeadManager("") })
			work.Go(func() { _ = CopyPicture([]byte("\x89PNG")) })
			work.Go(func() {
				a := keepAwake(whyAwake, 10*time.Millisecond)
				time.Sleep(50 * time.Millisecond)
				a.Release()
			})
			go func() {
				var g Glass
				defer g.Close()
				for range 3 {
					s := g.Look(image.Rect(0, 0, 10, 10))
					s.known = true
					g.Mend(s)
					g.Differs(s, []image.Point{{}}, []color.RGBA{{}})
				}
			}()
			work.Wait()
			KeepPicture()
			if took := time.Since(began); took > awakeEnds {
				t.Errorf("it took %v", took)
			}
		})
	}
	badserver.NoneLeft(t, "sextant/app/desktop")
	x := xserver.Start(t, 600)
	a := KeepAwake(whyAwake, nil)
	states(t, a, "held off by the X server (")
	a.Release()
	if len(x.Did()) == 0 {
		t.Error("a good server is not used")
	}
}
