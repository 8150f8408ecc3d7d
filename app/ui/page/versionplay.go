package page

import "time"

// playEvery is how long each version is shown while playing.
const playEvery = 100 * time.Millisecond

// togglePlay plays the versions from the current one, or at the end from the oldest one; or it stops playing. If the
// desktop asks for reduced motion it only goes to the next version.
func (v *versions) togglePlay() {
	o := v.opened
	switch {
	case o == nil:
	case o.player != nil:
		v.stop()
	default:
		next := v.strip.Next(1)
		if next < 0 {
			next = v.strip.First()
		}
		if next < 0 {
			return
		}
		if v.page.clock.mayMove() {
			v.strip.SetPlaying(true)
			o.player = time.AfterFunc(playEvery, func() { v.page.host.Do(func() { v.playNext(o) }) })
		}
		v.showVersion(next)
	}
}

// playNext shows the next version that counts, if the one before is on screen.
func (v *versions) playNext(o *openVersions) {
	if v.opened != o || o.player == nil {
		return // stopped after the timer had fired
	}
	if o.at == o.wanted {
		next := v.strip.Next(1)
		if next < 0 {
			v.stop()
			return
		}
		v.showVersion(next)
	}
	if o.player != nil { // reading succeeded
		o.player.Reset(playEvery)
	}
}

// stop stops playing.
func (v *versions) stop() {
	o := v.opened
	if o == nil || o.player == nil {
		return
	}
	o.player.Stop()
	o.player = nil
	v.strip.SetPlaying(false)
	v.showAt() // not announced while playing
}
