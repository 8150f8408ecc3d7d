//go:build unix

package station

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/zalando/go-keyring"

	"sextant/app/settings"
)

// TestSwitchTwice chooses a service whose key is slow to come, and then another one: the last one counts.
func TestSwitchTwice(t *testing.T) {
	tuner, d := newTuner(t)
	keyring.MockInit()
	slow, quick := settings.NewPreset("Slow", settings.DefaultSettings().Service), settings.NewPreset("Quick", settings.DefaultSettings().Service)
	slow.BaseURL, quick.BaseURL = silent(t), silent(t)
	slow.KeyPlace = settings.InFile
	tuner.Presets.Put(slow, quick)
	pipe := tuner.profile.Path(settings.KeyFile + "-" + slow.ID)
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var first, second error
	came := 0
	tuner.Switch(t.Context(), slow, func(err error) { came, first = came+1, err })
	tuner.Switch(t.Context(), quick, func(err error) { came, second = came+1, err })
	d.run(t, func() bool { return came > 0 })
	if err := os.WriteFile(pipe, []byte("late"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run(t, func() bool { return came == 2 })
	if !errors.Is(first, context.Canceled) || second != nil || tuner.Preset().Name != "Quick" {
		t.Errorf("%v, %v: %s is tuned in", first, second, tuner.Preset().Name)
	}
}
