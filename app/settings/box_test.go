package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// TestBoxNotifies changes one part of the settings. Only subscribers of that part are notified, after the change.
func TestBoxNotifies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop := &testkit.Loop{}
		b := NewBox(Profile{t.TempDir()}, DefaultSettings(), loop.Do)
		var notified []string
		b.On(LookPart, func() { notified = append(notified, b.Get().Palette) })
		b.On(ServicePart, func() { notified = append(notified, "service") })
		b.Change(func(s *Settings) { s.Palette = "amber" })
		b.Change(func(s *Settings) { s.Palette = "amber" }) // no change
		b.Change(func(s *Settings) { s.Volume = 0.1 })
		if want := []string{"amber"}; !reflect.DeepEqual(notified, want) {
			t.Errorf("notified %q, want %q", notified, want)
		}
		loop.Pass(time.Minute)
		read, err := b.profile.LoadSettings()
		if err != nil || read != b.Get() || read.Volume != 0.1 || b.Loses() {
			t.Errorf("on the disk: %+v, %v", read, err)
		}
	})
}

// TestBoxReportsTrouble checks that a failure to save is reported, that the running program keeps its settings, and
// that saving can be retried.
func TestBoxReportsTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop := &testkit.Loop{}
		dir := filepath.Join(t.TempDir(), "profile")
		b := NewBox(Profile{dir}, DefaultSettings(), loop.Do) // the folder does not exist
		var failed error
		b.Unsaved.On(func(err error) { failed = err })
		b.Change(func(s *Settings) { s.Header = true })
		loop.Pass(time.Minute)
		if failed == nil || !b.Loses() || !b.Get().Header {
			t.Errorf("reported %v, loses %v, %+v", failed, b.Loses(), b.Get().Look)
		}
		if err := b.SaveLast(); err == nil {
			t.Error("saved nowhere")
		}
		testkit.NoError(t, os.Mkdir(dir, 0o700))
		saved := false
		b.Save(func(err error) { saved = err == nil })
		loop.Settle()
		if !saved || b.Loses() {
			t.Errorf("saved %v, loses %v", saved, b.Loses())
		}
	})
}

// TestBoxReportsEndOfTrouble checks that the end of such a failure is reported once.
func TestBoxReportsEndOfTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop := &testkit.Loop{}
		dir := filepath.Join(t.TempDir(), "profile")
		b := NewBox(Profile{dir}, DefaultSettings(), loop.Do) // the folder does not exist
		var notified []bool
		b.Unsaved.On(func(err error) { notified = append(notified, err == nil) })
		change := func() {
			b.Change(func(s *Settings) { s.Header = !s.Header })
			loop.Pass(time.Minute)
		}
		change()
		testkit.NoError(t, os.Mkdir(dir, 0o700))
		change()
		change()
		if !slices.Equal(notified, []bool{false, true}) {
			t.Errorf("notified %v", notified)
		}
	})
}

// TestOldCopyIsLate writes a copy of the settings after a later one, which must stay.
func TestOldCopyIsLate(t *testing.T) {
	dir := t.TempDir()
	b := NewBox(Profile{dir}, DefaultSettings(), func(f func()) { f() })
	b.settings.Volume = 0.1
	done := make(chan struct{})
	b.Save(func(error) { close(done) })
	early, number := b.settings, b.copies
	<-done
	b.settings.Volume = 0.9
	testkit.NoError(t, b.SaveLast())
	testkit.NoError(t, b.writeFile(early, number))
	if read, err := b.profile.LoadSettings(); err != nil || read.Volume != 0.9 || b.Loses() {
		t.Errorf("on the disk: %v, %v", read.Volume, err)
	}
}
