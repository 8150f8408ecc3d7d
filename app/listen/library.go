package listen

import (
	"path/filepath"
	"slices"

	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/recordings"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/words"
)

// A Library has the recordings on the disk, and the downloads.
type Library struct {
	// Changed is called when one of them has changed; its value reports whether the rows have.
	Changed publish.Topic[bool]
	// Trouble is called with why a recording could not be downloaded, and with an empty message once it was.
	Trouble publish.Topic[words.Message]
	// Noted is called with a message on what was done.
	Noted publish.Topic[string]

	downloads *recordings.Downloads
	kept      []keptItem
	failed    string // the key of the one whose failure is shown
	shorter   string // the key of the last recording that DownloadShorter published
}

// keptItem is a recording on the disk, or being downloaded.
type keptItem struct {
	media.Item
	key string
}

func newLibrary(s *Source) *Library { return &Library{downloads: s.Downloads} }

func (s *Library) tune(source *Source) {
	s.downloads, s.kept, s.failed = source.Downloads, nil, ""
	s.Changed.Publish(true)
	s.Trouble.Publish(words.Message{})
	s.refresh()
}

// refresh updates the rows.
func (s *Library) refresh() {
	all := s.downloads.All()
	before := s.kept
	known := make(map[string]int, len(before))
	for i, k := range before {
		known[k.key] = i
	}
	s.kept = make([]keptItem, len(all))
	for i, d := range all {
		if row, ok := known[d.Key]; ok {
			s.kept[i] = before[row]
		} else {
			s.kept[i] = keptItem{recordings.ItemOf(d.Recording), d.Key}
		}
	}
	s.Changed.Publish(!slices.EqualFunc(before, s.kept, func(a, b keptItem) bool { return a.key == b.key }))
}

// Count returns the number of rows.
func (s *Library) Count() int { return len(s.kept) }

// At returns the recording in a row, from 0 to Count-1.
func (s *Library) At(row int) *media.Item { return &s.kept[row].Item }

// RowOf returns the row of a recording, -1 if it is not there.
func (s *Library) RowOf(key string) int {
	return slices.IndexFunc(s.kept, func(k keptItem) bool { return k.key == key })
}

// Of returns a recording's progress.
func (s *Library) Of(key string) recordings.Download { return s.downloads.Status(key) }

// Used returns the bytes of all recordings, and their limit.
func (s *Library) Used() (used, limit int64) { return s.downloads.Used() }

// IsActive reports whether a download continues automatically.
func IsActive(d *recordings.Download) bool {
	return d.Progress == recordings.Waiting || d.Progress == recordings.Running || d.Progress == recordings.BackingOff
}

// Any reports whether there is a download that continues automatically, and one that is paused.
func (s *Library) Any() (active, paused bool) {
	for _, d := range s.downloads.All() {
		active = active || IsActive(&d)
		paused = paused || d.Progress == recordings.Paused
	}
	return active, paused
}

// PauseAll pauses all downloads, or resumes them if all are paused.
func (s *Library) PauseAll() {
	if active, _ := s.Any(); active {
		s.downloads.PauseAll()
	} else {
		s.downloads.ResumeAll()
	}
}

// Toggle starts, pauses or resumes a download, or keeps a recording that is there.
func (s *Library) Toggle(it media.Item) {
	switch d := s.Of(it.Key()); {
	case IsActive(&d):
		s.downloads.Pause(it.Key())
	case d.Progress == recordings.Stored:
		s.Keep(it)
	default:
		s.downloads.Get(recordings.NoteOf(it))
	}
}

// Keep sets whether a recording is kept when room is needed. One that is not there is downloaded for that.
func (s *Library) Keep(it media.Item) {
	d := s.Of(it.Key())
	s.downloads.Keep(recordings.NoteOf(it), !d.Keep)
	switch d.Progress {
	case recordings.Absent, recordings.Arriving, recordings.Partial:
		if !d.Keep {
			s.downloads.Get(recordings.NoteOf(it))
		}
	}
}

// Remove deletes a recording from the disk, or ends its download. undo fetches it again.
func (s *Library) Remove(it media.Item) (undo func()) {
	downloads, before := s.downloads, s.Of(it.Key())
	downloads.Remove(before.Key)
	return func() {
		downloads.Get(recordings.NoteOf(it))
		if before.Keep {
			downloads.Keep(recordings.NoteOf(it), true)
		}
	}
}

// Save copies a recording to a file once it has arrived. isHere reports whether it has.
func (s *Library) Save(it media.Item, path string) (isHere bool) {
	n := recordings.NoteOf(it)
	n.SaveTo = path
	isHere = s.Of(n.Key).Progress == recordings.Stored
	s.downloads.Get(n)
	return isHere
}

// DownloadShorter publishes once that a recording is complete, and shorter than the service said.
func (s *Library) DownloadShorter(r store.Recording) {
	if s.shorter == r.Key {
		return
	}
	s.shorter = r.Key
	it := recordings.ItemOf(r)
	s.Noted.Publish(say.Text("download.shorter", "Name", it.Name()))
}

// DownloadEnded handles the end of a download, with its error, nil for success.
func (s *Library) DownloadEnded(r store.Recording, err error) {
	it := recordings.ItemOf(r)
	switch {
	case err != nil:
		s.failed = r.Key
		s.Trouble.Publish(downloadMessage(it, err))
		return
	case s.failed == r.Key:
		s.failed = ""
		s.Trouble.Publish(words.Message{})
	}
	if r.SaveTo != "" {
		s.Noted.Publish(say.Text("file.saved", "File", filepath.Base(r.SaveTo)))
	}
}
