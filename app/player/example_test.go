package player_test

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"sextant/app/player"
	"sextant/assets"
)

// A counter is an output device that plays everything at once and counts it.
type counter struct {
	mu    sync.Mutex
	bytes int
}

func (c *counter) Open() (player.Stream, error) { return c, nil }

func (c *counter) Write(frames []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += len(frames)
	return nil
}

func (c *counter) Delay() time.Duration { return 0 }
func (c *counter) Close() error         { return nil }

// A recording is read from any io.ReadSeeker, and notify says what becomes of it.
func ExamplePlayer() {
	sound, _ := assets.Sounds.ReadFile("sounds/station-identification.mp3")
	device, ended := &counter{}, make(chan player.State, 1)
	p := player.New(device, func(s player.State) {
		if s.Status == player.Ended || s.Status == player.Failed {
			select {
			case ended <- s:
			default:
			}
		}
	})
	defer p.Close()
	p.Load(bytes.NewReader(sound), player.LoadOptions{ID: "1003"})
	last := <-ended
	device.mu.Lock()
	defer device.mu.Unlock()
	played := time.Duration(device.bytes/4) * time.Second / player.Rate
	fmt.Println(last.ID, last.Err, played > last.Duration-time.Second)
	// Output: 1003 <nil> true
}
