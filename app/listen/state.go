package listen

import (
	"time"

	"sextant/app/media"
	"sextant/app/player"
)

// A State is how playing is at a moment.
type State struct {
	// Item is the recording that plays, nil for none; everything else is empty then but for Next and Queued.
	Item *media.Item
	// Player is the player's word of it.
	Player player.State
	// Length is the recording's: the player's word, or the list's until the player knows better.
	Length time.Duration
	// Next and Previous report whether there is something to go on with, and to go back to; Queued whether there is
	// something in the queue.
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
	return s.Item != nil && (s.Player.Wanted() || s.Player.Status == player.Opening)
}

// IsSeekable reports whether there is a place to go to.
func (s State) IsSeekable() bool {
	return s.Length > 0 && s.Player.Status != player.Opening && s.Player.Status != player.Failed
}

// State is how playing is now.
func (c *Controller) State() State {
	_, _, next := c.lineup.whatFollows()
	s := State{Next: next, Queued: len(c.Queue.Items()) > 0}
	if c.track == nil {
		return s
	}
	it := c.track.item
	s.Item, s.Player, s.Length = &it, c.track.state, c.track.length()
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
