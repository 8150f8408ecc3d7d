package kiosk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sextant/app/screen/playlist"
)

// placeBytes is the size of the file. It is overwritten in place, so that a full disk has room for it.
const placeBytes = 512

// placeEvery is the least time between two writes, which wear out an SD card. After a crash or a power cut no more than
// that is shown again.
const placeEvery = time.Minute

// A memory stores the place in the list, so that the screen continues there after the program has ended in any way.
type memory struct {
	file       string // empty for none
	background background
	after      func(time.Duration, func()) (stop func() bool)
	at, saved  place
	saving     bool
	pause      func() bool // stops the timer until the next write
}

// A place is where in a playlist the screen is.
type place struct {
	Playlist string
	List     int
	Behind   stop
}

// toStop returns the stop after which a list of a playlist continues, the zero one for its beginning.
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

// remember sets the place.
func (m *memory) remember(at place) {
	if m.at = at; m.file != "" {
		m.save()
	}
}

// save writes the place in the background, at most once in placeEvery; a later place is written at its end.
func (m *memory) save() {
	if m.saving || m.at == m.saved {
		return
	}
	m.saving, m.saved = true, m.at
	at := m.at
	m.background(func() {
		_ = writePlace(m.file, at) // after an error the store reports that it cannot be written either
	}, func() {
		m.pause = m.after(placeEvery, func() {
			m.saving = false
			m.save()
		})
	})
}

// readPlace reads a place, the zero one after an error.
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

// flush writes the place if it has not been written.
func (m *memory) flush() {
	if m.pause != nil {
		m.pause()
	}
	if m.at != m.saved && m.file != "" {
		_ = writePlace(m.file, m.at) // likewise
	}
}
