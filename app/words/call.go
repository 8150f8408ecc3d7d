package words

import (
	"errors"
	"time"

	"sextant/app/say"
	"sextant/app/webhook"
)

// Call says that a screen is down, or with an until was, for those who are notified of it.
func Call(screen, reason string, since, until, now time.Time) (title, text string) {
	c := Calendar{Zone: now.Location(), Now: now}
	if until.IsZero() {
		return say.Text("call.down", "Screen", screen),
			say.Text("call.reason", "Reason", FirstUpper(reason), "Time", c.At(since))
	}
	return say.Text("call.well", "Screen", screen),
		say.Text("call.was", "From", c.At(since), "To", c.At(until), "Reason", FirstUpper(reason))
}

// CallTest says what is sent to try it.
func CallTest(screen string) (title, text string) {
	return say.Text("call.test", "Screen", screen), say.Text("call.test.text")
}

// CallFailure says why nobody could be notified.
func CallFailure(err error) string {
	var refused *webhook.StatusError
	if errors.As(err, &refused) {
		return say.Text("call.status", "Status", refused.Status)
	}
	return say.Text("call.unreachable")
}
