package media

import (
	"strings"
	"time"

	"sextant/app/listen"
	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/recordings"
)

// barInfo returns the content of the player's bar while a recording is loaded.
func barInfo(s listen.State, sound *listen.Sound) recordings.PlayerInfo {
	info := recordings.PlayerInfo{
		Recording: s.Player.ID,
		Title:     s.Item.Name(),
		Time:      words.PlayTime(s.Player.Position),
		Ready:     max(0, s.Player.Buffered),
		Playing:   s.IsPlaying(),
		Seekable:  s.IsSeekable(),
		Previous:  s.Previous, Next: s.Next,
		Volume: sound.Volume(),
	}
	if speed := sound.Speed(); speed != 1 {
		info.Title = words.Times(speed) + "  ·  " + info.Title
	}
	var details []string
	if c, ok := s.Chapter(); ok && strings.TrimSpace(c.Title) != "" {
		details = append(details, strings.TrimSpace(c.Title))
	}
	if saved := s.Player.Saved; saved >= time.Second {
		details = append(details, say.Text("player.saved", "Time", words.PlayTime(saved)))
	}
	info.Detail = strings.Join(details, "  ·  ")
	if s.Length > 0 {
		info.Length = words.PlayTime(s.Length)
	}
	if s.Reach > 0 {
		info.Position = min(1, float64(s.Player.Position)/float64(s.Reach))
		if s.Length == 0 {
			info.Ready = 1 // all up to there has arrived
		}
	}
	switch s.Player.Status {
	case player.Opening:
		info.State = say.Text("player.opening")
	case player.Buffering:
		info.State = say.Text("player.waiting")
	case player.Failed:
		info.State = say.Text("player.failed")
	case player.Ended:
		info.State = say.Text("player.ended")
		info.Recording += " ended"
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
