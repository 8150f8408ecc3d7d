package player

import "context"

const (
	// pauseBefore and pauseAfter are how far from a place a pause may be, in frames.
	pauseBefore, pauseAfter = 3 * Rate, 3 * Rate / 2
	// pauseLearns is how much sound before that the detector hears first, to know how loud speech and the room are.
	pauseLearns = 6 * Rate
	// leastPause is the length of a pause between words that counts, and pauseKept how much of it is played.
	leastPause, pauseKept = Rate * 2 / 10, Rate * 12 / 100
)

// pauseNear returns the place of the pause in speech nearest to a place, shortly before speech goes on, or the place
// itself if there is none. Places are in ticks.
func (t *track) pauseNear(ctx context.Context, place int64) int64 {
	const perFrame = ticks / Rate
	from := max(place-(pauseBefore+pauseLearns)*perFrame, 0)
	if t.sound.seek(ctx, from) != nil {
		return place // seeking there gives the reason
	}
	from = t.sound.at
	want := (place - from) / perFrame
	best, distance := place, int64(pauseBefore)
	detector, step := newPauseDetector(), make([][2]float64, stepFrames)
	silent := int64(0) // frames of the pause so far
	sound := t.resampled()
	for at := int64(0); at < want+pauseAfter; at += stepFrames {
		if n, _ := sound.Stream(step); n < stepFrames || ctx.Err() != nil {
			break // the end, also of a segment
		}
		v := detector.hear(step)
		if v.silent {
			silent += stepFrames
			continue
		}
		ends := at + int64(v.lead)
		if d := max(want-ends, ends-want); silent >= leastPause && d < distance {
			best, distance = from+(ends-pauseKept)*perFrame, d
		}
		silent = int64(v.trail)
	}
	return best
}
