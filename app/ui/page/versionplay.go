package page

import "time"

// playEvery is how long a version is shown while they are played.
const playEvery = 100 * time.Millisecond

// togglePlay plays the versions from where the page is, or from the oldest one at the end; or it stops that. Where the
// desktop asks for reduced motion it goes one version on.
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

// playNext shows the next version that counts, if the one before is on the screen by now.
func (v *versions) playNext(o *openVersions) {
	if v.opened != o || o.player == nil {
		return // stopped between the timer and now
	}
	if o.at == o.wanted {
		next := v.strip.Next(1)
		if next < 0 {
			v.stop()
			return
		}
		v.showVersion(next)
	}
	if o.player != nil { // it could be read
		o.player.Reset(playEvery)
	}
}

// stop ends the playing.
func (v *versions) stop() {
	o := v.opened
	if o == nil || o.player == nil {
		return
	}
	o.player.Stop()
	o.player = nil
	v.strip.SetPlaying(false)
	v.showAt() // which was not announced
}
