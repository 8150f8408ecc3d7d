// Package hand moves a pointer as a hand does: along a bell-shaped profile of speed with the least jerk (Flash and
// Hogan, The coordination of arm movements, J. Neurosci. 5, 1985), with the tremor of a hand, and a moment between the
// arrival and the click. It is made up by these figures, not recorded.
package hand

import (
	"math"
	"math/rand/v2"
	"time"
)

// every is how often a mouse says where it is.
const every = 8 * time.Millisecond

// A Sample is where the pointer is at a time since the movement began.
type Sample struct {
	At   time.Duration
	X, Y float32
}

// A Movement goes to a place, and may end with a click there.
type Movement struct {
	Samples []Sample
	// Down and Up are when the button goes down and up, since the movement began.
	Down, Up time.Duration
}

// A Hand moves by chance.
type Hand struct{ Rand *rand.Rand }

// New is a hand whose movements are the same for the same seed.
func New(seed uint64) Hand { return Hand{rand.New(rand.NewPCG(seed, 1))} }

// To moves from one place to another in 200 to 400 ms, looks for 50 to 200 ms, and clicks in 60 to 120 ms.
func (h Hand) To(fromX, fromY, toX, toY float32) (m Movement) {
	lasts := h.between(200, 400)
	for at := every; at < lasts; at += every {
		t := float64(at) / float64(lasts)
		done := float32(10*math.Pow(t, 3) - 15*math.Pow(t, 4) + 6*math.Pow(t, 5))
		m.Samples = append(m.Samples, Sample{
			At: at, X: fromX + (toX-fromX)*done + h.tremor(), Y: fromY + (toY-fromY)*done + h.tremor(),
		})
	}
	m.Samples = append(m.Samples, Sample{lasts, toX, toY})
	m.Down = lasts + h.between(50, 200)
	m.Up = m.Down + h.between(60, 120)
	return m
}

// between is a time in milliseconds.
func (h Hand) between(least, most int) time.Duration {
	return time.Duration(least+h.Rand.IntN(most-least+1)) * time.Millisecond
}

// tremor is how far the pointer is beside its way.
func (h Hand) tremor() float32 { return float32(h.Rand.NormFloat64()) * 0.7 }
