package listen

import (
	"time"

	"sextant/app/media"
	"sextant/app/player"
)

// A State is a snapshot of playing.
type State struct {
	// Item is the recording that plays, nil for none; then only Next, Queued and Seeks are set.
	Item *media.Item
	// Player is the player's state.
	Player player.State
	// Length is the player's duration, or the list's until the player has one, 0 while neither is known. Until the
	// player's is exact, it is not less than what was heard.
	Length time.Duration
	// Reach is how far one can seek: Length or, while that is not known, up to what has arrived.
	Reach time.Duration
	// Seeks counts the changes of the place by an action, including those by a recording that begins elsewhere than at
	// its beginning. The place after one is in Player.
	Seeks  int
	wanted bool // while it is opened: the user wants to hear it
	// Next and Previous report whether there is a next and a previous recording, and Queued whether the queue has one.
	Next, Previous, Queued bool
}

// Key is the key of the recording that plays, empty for none.
func (s State) Key() string {
	if s.Item == nil {
		return ""
	}
	return s.Item.Key()
}

// IsPlaying reports whether the user wants to hear the recording now.
func (s State) IsPlaying() bool {
	return s.Item != nil && (s.Player.Wanted() || s.Player.Status == player.Opening && s.wanted)
}

// IsWanted reports whether the recording plays, or will without the user: when its device is back.
func (s State) IsWanted() bool { return s.IsPlaying() || s.Item != nil && s.Player.Lost }

// IsSeekable reports whether the recording is open and has places to seek to.
func (s State) IsSeekable() bool {
	return s.Reach > 0 && s.Player.Status != player.Opening && s.Player.Status != player.Failed
}

// State returns the current state.
func (c *Controller) State() State {
	_, _, next := c.lineup.whatFollows()
	s := State{Next: next, Queued: len(c.Queue.Entries()) > 0, Seeks: c.seeks}
	if c.track == nil {
		return s
	}
	it := c.track.item
	s.Item, s.Player, s.wanted = &it, c.track.state, c.track.wanted
	s.Length, s.Reach = c.track.length(), c.track.reach()
	_, inside := s.back()
	_, before := c.lineup.previous()
	s.Previous = inside || before
	return s
}

// Playing is the key of the recording that plays, empty for none.
func (c *Controller) Playing() string {
	if c.track == nil {
		return ""
	}
	return c.track.item.Key()
}
