package kiosk

import (
	"image"
	"time"
)

// An outbox collects the effects of an input.
type outbox struct {
	at      moment // of the input
	effects []effect
}

// An effect is what the Director does for the turns: one of those below.
type effect any

type (
	// paint draws a show, and calls onDrawn.
	paint struct{ show *show }
	// recycle returns the pixels of a show that is dropped.
	recycle struct{ pixels *image.RGBA }
	// present puts a drawn show on the screen.
	present struct {
		show *show
		fade time.Duration
	}
	// stay keeps the show on the screen for another turn.
	stay struct{}
	// turned: a show has its turn. placed: one is about to be drawn to replace the current one.
	turned struct{ show *show }
	placed struct{ show *show }
	// restartDwell calls dwellOver after the show's dwell, stopDwell never.
	restartDwell struct{ show *show }
	stopDwell    struct{}
	// finishSentence ends the reading aloud after the sentence that is being said.
	finishSentence struct{}
	// load reads pages from the store, findChanged finds those that changed within the hour.
	load        struct{ pages []int }
	findChanged struct{}
	// collect starts to collect all pages of the service, pauseCollecting pauses that.
	collect         struct{}
	pauseCollecting struct{}
	// wakeIn calls wake after a time. eventLogged records an event.
	wakeIn      struct{ wait time.Duration }
	eventLogged struct{ event string }
)

// input calls do for an input at a moment, and returns its effects.
func (o *outbox) input(at moment, do func()) []effect {
	o.at, o.effects = at, nil
	do()
	effects := o.effects
	o.effects = nil
	return effects
}

func (o *outbox) emit(e effect) { o.effects = append(o.effects, e) }

func (o *outbox) note(event string) { o.emit(eventLogged{event}) }
