package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/looptest"
)

// TestBoxTells changes one part: those who follow that one are told, after the change, and nobody else.
func TestBoxTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop := &looptest.Loop{}
		b := NewBox(Profile{t.TempDir()}, DefaultSettings(), loop.Do)
		var told []string
		b.On(LookPart, func() { told = append(told, b.Get().Palette) })
		b.On(ServicePart, func() { told = append(told, "service") })
		b.Change(func(s *Settings) { s.Palette = "amber" })
		b.Change(func(s *Settings) { s.Palette = "amber" }) // no change
		b.Change(func(s *Settings) { s.Volume = 0.1 })
		if want := []string{"amber"}; !reflect.DeepEqual(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
		loop.Pass(time.Minute)
		read, err := b.profile.LoadSettings()
		if err != nil || read != b.Get() || read.Volume != 0.1 || b.Loses() {
			t.Errorf("on the disk: %+v, %v", read, err)
		}
	})
}

// TestBoxTellsOfTrouble cannot save: that is told, nothing is lost from the running program, and the next
// change tries again.
func TestBoxTellsOfTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop := &looptest.Loop{}
		dir := filepath.Join(t.TempDir(), "profile")
		b := NewBox(Profile{dir}, DefaultSettings(), loop.Do) // there is no such folder
		var failed error
		b.Unsaved.On(func(err error) { failed = err })
		b.Change(func(s *Settings) { s.Header = true })
		loop.Pass(time.Minute)
		if failed == nil || !b.Loses() || !b.Get().Header {
			t.Errorf("told %v, loses %v, %+v", failed, b.Loses(), b.Get().Look)
		}
		if err := b.SaveLast(); err == nil {
			t.Error("saved nowhere")
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		saved := false
		b.Save(func(err error) { saved = err == nil })
		loop.Settle()
		if !saved || b.Loses() {
			t.Errorf("saved %v, loses %v", saved, b.Loses())
		}
	})
}

// TestWindowSizeIsNotMissed quits without a word where only the window's size cannot be saved.
func TestWindowSizeIsNotMissed(t *testing.T) {
	b := NewBox(Profile{filepath.Join(t.TempDir(), "none")}, DefaultSettings(), func(f func()) { f() })
	b.settings.Width = 1000
	if b.Loses() {
		t.Error("the window's size counts")
	}
}
