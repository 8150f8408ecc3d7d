package listen

import (
	"path/filepath"
	"slices"

	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/say"
	"sextant/app/sound/recordings"
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

func (l *Library) tune(source *Source) {
	l.downloads, l.kept, l.failed = source.Downloads, nil, ""
	l.Changed.Publish(true)
	l.Trouble.Publish(words.Message{})
	l.refresh()
}

// refresh updates the rows.
func (l *Library) refresh() {
	all := l.downloads.All()
	before := l.kept
	known := make(map[string]int, len(before))
	for i, k := range before {
		known[k.key] = i
	}
	l.kept = make([]keptItem, len(all))
	for i, d := range all {
		if row, ok := known[d.Key]; ok {
			l.kept[i] = before[row]
		} else {
			l.kept[i] = keptItem{recordings.ItemOf(d.Recording), d.Key}
		}
	}
	l.Changed.Publish(!slices.EqualFunc(before, l.kept, func(a, b keptItem) bool { return a.key == b.key }))
}

// Count returns the number of rows.
func (l *Library) Count() int { return len(l.kept) }

// At returns the recording in a row, from 0 to Count-1.
func (l *Library) At(row int) *media.Item { return &l.kept[row].Item }

// RowOf returns the row of a recording, -1 if it is not there.
func (l *Library) RowOf(key string) int {
	return slices.IndexFunc(l.kept, func(k keptItem) bool { return k.key == key })
}

// Of returns a recording's progress.
func (l *Library) Of(key string) recordings.Download { return l.downloads.Status(key) }

// Used returns the bytes of all recordings, and their limit.
func (l *Library) Used() (used, limit int64) { return l.downloads.Used() }

// IsActive reports whether a download continues automatically.
func IsActive(d *recordings.Download) bool {
	return d.Progress == recordings.Waiting || d.Progress == recordings.Running || d.Progress == recordings.BackingOff
}

// Any reports whether there is a download that continues automatically, and one that is paused.
func (l *Library) Any() (active, paused bool) {
	for _, d := range l.downloads.All() {
		active = active || IsActive(&d)
		paused = paused || d.Progress == recordings.Paused
	}
	return active, paused
}

// PauseAll pauses all downloads, or resumes them if all are paused.
func (l *Library) PauseAll() {
	if active, _ := l.Any(); active {
		l.downloads.PauseAll()
	} else {
		l.downloads.ResumeAll()
	}
}

// Toggle starts, pauses or resumes a download, or keeps a recording that is there.
func (l *Library) Toggle(it media.Item) {
	switch d := l.Of(it.Key()); {
	case IsActive(&d):
		l.downloads.Pause(it.Key())
	case d.Progress == recordings.Stored:
		l.Keep(it)
	default:
		l.downloads.Get(recordings.NoteOf(it))
	}
}

// Keep sets whether a recording is kept when room is needed. One that is not there is downloaded for that.
func (l *Library) Keep(it media.Item) {
	d := l.Of(it.Key())
	l.downloads.Keep(recordings.NoteOf(it), !d.Keep)
	switch d.Progress {
	case recordings.Absent, recordings.Arriving, recordings.Partial:
		if !d.Keep {
			l.downloads.Get(recordings.NoteOf(it))
		}
	}
}

// Remove deletes a recording from the disk, or ends its download. undo fetches it again.
func (l *Library) Remove(it media.Item) (undo func()) {
	downloads, before := l.downloads, l.Of(it.Key())
	downloads.Remove(before.Key)
	return func() {
		downloads.Get(recordings.NoteOf(it))
		if before.Keep {
			downloads.Keep(recordings.NoteOf(it), true)
		}
	}
}

// Save copies a recording to a file once it has arrived. isHere reports whether it has.
func (l *Library) Save(it media.Item, path string) (isHere bool) {
	n := recordings.NoteOf(it)
	n.SaveTo = path
	isHere = l.Of(n.Key).Progress == recordings.Stored
	l.downloads.Get(n)
	return isHere
}

// DownloadShorter publishes once that a recording is complete, and shorter than the service said.
func (l *Library) DownloadShorter(r store.Recording) {
	if l.shorter == r.Key {
		return
	}
	l.shorter = r.Key
	it := recordings.ItemOf(r)
	l.Noted.Publish(say.Text("download.shorter", "Name", it.Name()))
}

// DownloadEnded handles the end of a download, with its error, nil for success.
func (l *Library) DownloadEnded(r store.Recording, err error) {
	it := recordings.ItemOf(r)
	switch {
	case err != nil:
		l.failed = r.Key
		l.Trouble.Publish(downloadMessage(it, err))
		return
	case l.failed == r.Key:
		l.failed = ""
		l.Trouble.Publish(words.Message{})
	}
	if r.SaveTo != "" {
		l.Noted.Publish(say.Text("file.saved", "File", filepath.Base(r.SaveTo)))
	}
}
