package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"time"

	"sextant/app/api"
)

// A sound is a recording, as described in the catalogue beside the files.
type sound struct {
	ID          string   `json:"id"`
	File        string   `json:"file"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Seconds     int      `json:"duration"`
	Age         soundAge `json:"age"`
	Series      string   `json:"series"`
	Presenter   string   `json:"presenter"`
	Language    string   `json:"language"`
	Channels    int      `json:"channels"`
	Rate        int      `json:"rate"`
	Coding      string   `json:"coding"`
	Playouts    []int    `json:"playouts"` // the playout versions that have the sound

	published time.Time
	size      int64
	open      func() (*api.Body, error)
}

// A soundAge is the time from a sound's publication to noon, such as 26h.
type soundAge time.Duration

func (a *soundAge) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*a = soundAge(d)
	return err
}

// readSounds reads the catalogue of a folder. Of the recordings it only reads the sizes.
func readSounds(files fs.FS, folder string, started time.Time, zone *time.Location) ([]*sound, error) {
	text, err := fs.ReadFile(files, path.Join(folder, "catalogue.json"))
	if err != nil {
		return nil, err
	}
	var catalogue struct {
		Sounds []*sound `json:"sounds"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&catalogue); err != nil {
		return nil, fmt.Errorf("the catalogue: %w", err)
	}
	for _, v := range catalogue.Sounds {
		name := path.Join(folder, v.File)
		info, err := fs.Stat(files, name)
		if err != nil {
			return nil, err
		}
		v.size = info.Size()
		v.published = dated(started, time.Duration(v.Age), zone)
		v.open = openOnce(files, name, v.published)
	}
	return catalogue.Sounds, nil
}

// openOnce returns a function that reads a recording on the first call, and caches it.
func openOnce(files fs.FS, name string, published time.Time) func() (*api.Body, error) {
	return sync.OnceValues(func() (*api.Body, error) {
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		return api.NewBody(api.TypeMP3, published, body), nil
	})
}
