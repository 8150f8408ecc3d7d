package words

import (
	"errors"
	"time"

	"sextant/app/say"
	"sextant/app/webhook"
)

// Call returns a notification that a screen is down, or that it was, if until is not zero.
func Call(screen, reason string, since, until, now time.Time) (title, text string) {
	c := Calendar{Zone: now.Location(), Now: now}
	if until.IsZero() {
		return say.Text("call.down", "Screen", screen),
			say.Text("call.reason", "Reason", FirstUpper(reason), "Time", c.At(since))
	}
	return say.Text("call.well", "Screen", screen),
		say.Text("call.was", "From", c.At(since), "To", c.At(until), "Reason", FirstUpper(reason))
}

// CallTest returns a test notification.
func CallTest(screen string) (title, text string) {
	return say.Text("call.test", "Screen", screen), say.Text("call.test.text")
}

// CallFailure returns why a notification could not be sent.
func CallFailure(err error) string {
	var refused *webhook.StatusError
	if errors.As(err, &refused) {
		return say.Text("call.status", "Status", refused.Status)
	}
	return say.Text("call.unreachable")
}
