package sound

import (
	"strings"
	"time"

	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/sound/listen"
	"sextant/app/words"
)

// barInfo returns the content of the player's bar while a recording is loaded.
func barInfo(s listen.State, sound *listen.Sound) playerInfo {
	info := playerInfo{
		recording: s.Player.ID,
		title:     s.Item.Name(),
		time:      words.PlayTime(s.Player.Position),
		ready:     max(0, s.Player.Buffered),
		playing:   s.IsPlaying(),
		seekable:  s.IsSeekable(),
		previous:  s.Previous, next: s.Next,
		volume: sound.Volume(),
	}
	if speed := sound.Speed(); speed != 1 {
		info.title = words.Times(speed) + "  ·  " + info.title
	}
	var details []string
	if c, ok := s.Chapter(); ok && strings.TrimSpace(c.Title) != "" {
		details = append(details, strings.TrimSpace(c.Title))
	}
	if saved := s.Player.Saved; saved >= time.Second {
		details = append(details, say.Text("player.saved", "Time", words.PlayTime(saved)))
	}
	info.detail = strings.Join(details, "  ·  ")
	if s.Length > 0 {
		info.length = words.PlayTime(s.Length)
	}
	if s.Reach > 0 {
		info.position = min(1, float64(s.Player.Position)/float64(s.Reach))
		if s.Length == 0 {
			info.ready = 1 // all up to there has arrived
		}
	}
	switch s.Player.Status {
	case player.Opening:
		info.state = say.Text("player.opening")
	case player.Buffering:
		info.state = say.Text("player.waiting")
	case player.Failed:
		info.state = say.Text("player.failed")
	case player.Ended:
		info.state = say.Text("player.ended")
		info.recording += " ended"
	}
	return info
}

// markShares returns the positions of marks on a timeline, 0 to 1, none while the length is not known.
func markShares(moments []time.Duration, length time.Duration) (shares []float64) {
	for _, m := range moments {
		if length > 0 && m <= length {
			shares = append(shares, float64(m)/float64(length))
		}
	}
	return shares
}
