package station

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/testkit"
)

// TestProgramsCountAfterFullDisk makes two programs with one profile send requests while the disk is full: when it has
// room again, each counts the other's requests.
func TestProgramsCountAfterFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var full atomic.Bool
		disk := func(u store.Use) error {
			if u != store.Reading && full.Load() {
				return store.ErrFull
			}
			return nil
		}
		s, p := settings.DefaultSettings().Service, settings.Profile{Dir: t.TempDir()}
		var programs [2]*Station
		for i := range programs {
			a := Access{BaseURL: "http://service.example"}
			st := testkit.Must(Open(s, a, p, time.Now, NoEvents(), &Libraries{Disk: disk}))(t)
			st.Attend(NoEvents())
			programs[i] = st
		}
		full.Store(true)
		for range 3 {
			for _, st := range programs {
				ask(t, st, 1)
			}
			time.Sleep(time.Minute)
		}
		full.Store(false)
		time.Sleep(3 * time.Minute)
		for i, st := range programs {
			if n := st.Budget.Usage().Hour; n != 6 {
				t.Errorf("program %d knows of %d requests, not 6", i, n)
			}
			st.Retire()
			st.Release()
		}
		time.Sleep(time.Minute)
	})
}
