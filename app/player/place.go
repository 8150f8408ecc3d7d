package player

import "time"

// ticks is the number of ticks in a second. A sample at any of the nine rates of MPEG audio lasts a whole number of
// them, so places are exact in recordings whose rate changes, too.
const ticks = 14_112_000

// tick returns how long a sample lasts, in ticks.
func (h header) tick() int64 { return ticks / int64(h.rate) }

// ticksToTime rounds down to nanoseconds. It does not overflow for days of sound.
func ticksToTime(n int64) time.Duration {
	return time.Duration(n/ticks)*time.Second + time.Duration(n%ticks)*time.Second/ticks
}

// timeToTicks rounds to the nearest tick. Rounded to samples, it is the inverse of ticksToTime.
func timeToTicks(t time.Duration) int64 {
	return int64(t/time.Second*ticks + (t%time.Second*ticks+time.Second/2)/time.Second)
}

// samplesToTime rounds down to nanoseconds.
func samplesToTime(n int64, rate int) time.Duration { return ticksToTime(n * (ticks / int64(rate))) }

// timeToSamples is the inverse: it returns n for samplesToTime(n).
func timeToSamples(t time.Duration, rate int) int64 {
	tick := ticks / int64(rate)
	return (timeToTicks(t) + tick/2) / tick
}
