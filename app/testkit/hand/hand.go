// Package hand moves a pointer like a hand: with a minimum-jerk, bell-shaped profile of speed (Flash and Hogan, The
// coordination of arm movements, J. Neurosci. 5, 1985), tremor, and a delay between the arrival and the click. The
// movements are computed from these figures, not recorded.
package hand

import (
	"math"
	"math/rand/v2"
	"time"
)

// every is the interval of a mouse's reports.
const every = 8 * time.Millisecond

// A Sample is the pointer's place at a time since the start of the movement.
type Sample struct {
	At   time.Duration
	X, Y float32
}

// A Movement leads to a place, and may end with a click there.
type Movement struct {
	Samples []Sample
	// Down and Up are the times since the start of the movement at which the button is pressed and released.
	Down, Up time.Duration
}

// A Hand generates random movements.
type Hand struct{ Rand *rand.Rand }

// New returns a hand whose movements depend on the seed only.
func New(seed uint64) Hand { return Hand{rand.New(rand.NewPCG(seed, 1))} }

// To returns a movement of 200 to 400 ms, a pause of 50 to 200 ms, and a click of 60 to 120 ms.
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

// between returns a random time; its arguments are milliseconds.
func (h Hand) between(least, most int) time.Duration {
	return time.Duration(least+h.Rand.IntN(most-least+1)) * time.Millisecond
}

// tremor returns a random distance of the pointer from its path.
func (h Hand) tremor() float32 { return float32(h.Rand.NormFloat64()) * 0.7 }
