package listen

import (
	"testing"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/testkit"
)

// TestSkipsSilenceInSeries checks that the setting of a recording holds for its series, for the next recording and
// after a restart, and for no other series.
func TestSkipsSilenceInSeries(t *testing.T) {
	l := newListening(t, `{"items":[{"id":"a","title":"Harbour news 1"},{"id":"b","title":"Harbour news 2"},`+
		`{"id":"c","title":"Tide"}]}`, nil)
	l.loaded(t)
	l.Sound.SetSkipsSilence(true)
	if l.Sound.SkipsSilence() {
		t.Error("nothing plays, and its silence is skipped")
	}
	l.playRow(0)
	l.until(t, "sound", l.status(player.Playing))
	if l.Sound.SkipsSilence() || l.track.state.SkipSilence {
		t.Error("silence is skipped at first")
	}
	l.Sound.SetSkipsSilence(true)
	l.until(t, "the switch", func() bool { return l.track.state.SkipSilence })
	l.playRow(1)
	l.until(t, "another of the series", func() bool { return l.track.item.ID == "b" && l.track.state.SkipSilence })
	tide := media.Item{ID: "c", Title: "Tide"}
	if l.skipsSilence(l.source, tide) {
		t.Error("silence of something else is skipped")
	}
	testkit.NoError(t, l.store.Flush(t.Context()))
	if again := kept.Read(l.store); !again.SkipsSilence(l.track.item.Series()) || again.SkipsSilence(tide.Series()) {
		t.Error("it is not kept")
	}
	l.Sound.SetSkipsSilence(false)
	l.until(t, "the switch", func() bool { return !l.track.state.SkipSilence })
	testkit.NoError(t, l.store.Flush(t.Context()))
	if kept.Read(l.store).SkipsSilence(l.track.item.Series()) {
		t.Error("it is still kept")
	}
	l.Stop()
}
