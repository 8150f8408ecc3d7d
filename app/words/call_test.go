package words

import (
	"errors"
	"testing"
	"time"

	"sextant/app/webhook"
)

// TestCall checks the texts of the notification about a screen.
func TestCall(t *testing.T) {
	now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	since := now.Add(-10 * time.Hour)
	for _, tt := range []struct {
		until       time.Time
		title, text string
	}{
		{time.Time{}, "Lobby is down", "The window is hidden (since yesterday 22:00)."},
		{now.Add(-time.Hour), "Lobby is working again", "Down from yesterday 22:00 to 07:00: The window is hidden."},
	} {
		title, text := Call("Lobby", "the window is hidden", since, tt.until, now)
		if title != tt.title || text != tt.text {
			t.Errorf("%q, %q", title, text)
		}
	}
	for err, want := range map[error]string{
		&webhook.StatusError{Status: 403}: "the server answers with status 403",
		webhook.ErrUnreachable:            "the server cannot be reached",
		errors.New("x"):                   "the server cannot be reached",
	} {
		if said := CallFailure(err); said != want {
			t.Errorf("%v: %q", err, said)
		}
	}
}
