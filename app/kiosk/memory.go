package kiosk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// placeBytes is how large the file of the place is. It is written over and stays that large, so that a full disk has
// room for it.
const placeBytes = 512

// A memory keeps where in the list the screen is, so that it goes on there after the program was ended in whatever way.
type memory struct {
	director *Director
	at       place
	saving   bool
}

// A place is where in a playlist the screen is.
type place struct {
	Playlist string
	List     int
	Behind   stop
}

// recall reads what was kept. What cannot be read is begun anew.
func (m *memory) recall() {
	d := m.director
	if at := readPlace(d.parts.PlaceFile); at.Playlist == d.parts.Playlist.Digest() {
		m.at = at
	}
}

// stop is the one behind which a list goes on, the zero one for its beginning.
func (m *memory) stop(list int) stop {
	if m.at.List != list {
		return stop{}
	}
	return m.at.Behind
}

// note keeps what is on the screen now.
func (m *memory) note(s *show) {
	d := m.director
	m.at = place{d.parts.Playlist.Digest(), d.running.list, s.behind}
	m.save()
}

// save writes the place in the background. What is noted meanwhile is written behind that.
func (m *memory) save() {
	d, at := m.director, m.at
	if m.saving {
		return
	}
	m.saving = true
	d.background.Go(func() {
		_ = writePlace(d.parts.PlaceFile, at) // where it cannot be, the store cannot be written either, and tells so
		d.Post(func() {
			if m.saving = false; m.at != at {
				m.save()
			}
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

// end keeps what is not kept yet.
func (m *memory) end() {
	if m.at != (place{}) {
		_ = writePlace(m.director.parts.PlaceFile, m.at) // likewise
	}
}
