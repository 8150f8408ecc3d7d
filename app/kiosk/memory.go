package kiosk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sextant/app/kiosk/playlist"
)

// placeBytes is how large the file of the place is. It is written over and stays that large, so that a full disk has
// room for it.
const placeBytes = 512

// placeEvery is how long the place is not written again. A card that is written to all the time does not live long, and
// what a crash or a power cut has shown again is no more than this.
const placeEvery = time.Minute

// A memory keeps where in the list the screen is, so that it goes on there after the program was ended in whatever way.
type memory struct {
	file       string
	background background
	after      func(time.Duration, func()) (stop func() bool)
	at, saved  place
	saving     bool
	pause      func() bool // stops the timer from when the place was written until it may be written again
}

// A place is where in a playlist the screen is.
type place struct {
	Playlist string
	List     int
	Behind   stop
}

// toStop is the one behind which a list of a playlist goes on, the zero one for its beginning.
func (p place) toStop(of *playlist.Playlist, list int) stop {
	if p.List != list || p.Playlist != of.Digest() {
		return stop{}
	}
	return p.Behind
}

// read reads the place of the last run.
func (m *memory) read() place {
	m.saved = readPlace(m.file)
	m.at = m.saved
	return m.at
}

// remember keeps a place.
func (m *memory) remember(at place) {
	m.at = at
	m.save()
}

// save writes the place in the background. What is noted within the time after that is written when it is over.
func (m *memory) save() {
	if m.saving || m.at == m.saved {
		return
	}
	m.saving, m.saved = true, m.at
	at := m.at
	m.background(func() {
		_ = writePlace(m.file, at) // where it cannot be, the store cannot be written either, and says so
	}, func() {
		m.pause = m.after(placeEvery, func() {
			m.saving = false
			m.save()
		})
	})
}

// readPlace reads a place, which is the zero one where none can be read.
func readPlace(path string) (at place) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > placeBytes {
		return place{}
	}
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, &at) != nil {
		return place{}
	}
	return at
}

func writePlace(path string, at place) error {
	data, err := json.Marshal(at)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe might never end
		return fs.ErrInvalid
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(fmt.Appendf(nil, "%-*s\n", placeBytes-1, data), 0)
	return errors.Join(err, f.Close())
}

// flush keeps what is not kept yet.
func (m *memory) flush() {
	if m.pause != nil {
		m.pause()
	}
	if m.at != m.saved {
		_ = writePlace(m.file, m.at) // likewise
	}
}
