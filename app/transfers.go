package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// keptItem is a recording on the disk, or on its way there.
type keptItem struct {
	media.Item
	key string
}

// downloadsChanged brings the list of what is on the disk up to date.
func (p *playback) downloadsChanged() {
	all := p.shelf().All()
	before := p.kept
	p.kept = make([]keptItem, len(all))
	for i, d := range all {
		if row := slices.IndexFunc(before, func(k keptItem) bool { return k.key == d.Key }); row >= 0 {
			p.kept[i] = before[row]
		} else {
			p.kept[i] = keptItem{acquire.ItemOf(d.Recording), d.Key}
		}
	}
	if slices.EqualFunc(before, p.kept, func(a, b keptItem) bool { return a.key == b.key }) {
		p.view.UpdateRows()
	} else {
		p.showKept()
	}
	p.tellOfStall()
	used, limit := p.shelf().Used()
	text, button := words.ByteSize(used)+" of "+words.ByteSize(limit), ""
	switch {
	case slices.ContainsFunc(all, func(d acquire.Download) bool { return active(&d) }):
		button = "Pause all"
	case slices.ContainsFunc(all, func(d acquire.Download) bool { return d.Progress == acquire.Paused }):
		button = "Go on with all"
	}
	p.view.ShowFoot(recordings.Kept, text, button)
}

// active tells whether a download goes on by itself.
func active(d *acquire.Download) bool {
	return d.Progress == acquire.Waiting || d.Progress == acquire.Running || d.Progress == acquire.Resting
}

func (p *playback) showKept() {
	p.view.ShowRows(recordings.Kept, len(p.kept), "Nothing is on the disk.\nWhat you play stays for a while, and what you download (D) too.")
}

// pauseAll lets all downloads rest, or go on if all do.
func (p *playback) pauseAll() {
	if slices.ContainsFunc(p.shelf().All(), func(d acquire.Download) bool { return active(&d) }) {
		p.shelf().PauseAll()
	} else {
		p.shelf().ResumeAll()
	}
}

// download is the first tool of a row: it begins a download, pauses it, goes on with it, or keeps what is
// there.
func (p *playback) download(it media.Item) {
	key := it.Key()
	switch d := p.shelf().Of(key); {
	case active(&d):
		p.shelf().Pause(key)
	case d.Progress == acquire.Stored:
		p.keep(it)
	default:
		p.shelf().Get(acquire.NoteOf(it))
	}
}

// keep lets a recording stay when room is needed, or not. One that is not there is downloaded for that.
func (p *playback) keep(it media.Item) {
	d := p.shelf().Of(it.Key())
	p.shelf().Keep(acquire.NoteOf(it), !d.Keep)
	if !d.Keep && (d.Progress == acquire.Absent || d.Progress == acquire.Arriving) {
		p.shelf().Get(acquire.NoteOf(it))
	}
}

// drop takes a recording off the disk, or ends its download.
func (p *playback) drop(it media.Item) {
	before := p.shelf().Of(it.Key())
	p.shelf().Remove(before.Key)
	p.view.OfferUndo(fmt.Sprintf("“%s” is off the disk.", it.Name()), func() {
		p.shelf().Get(acquire.NoteOf(it)) // it is fetched once more
		if before.Keep {
			p.shelf().Keep(acquire.NoteOf(it), true)
		}
	})
}

// downloadEnded tells of a download that was to be saved, or that has failed.
func (p *playback) downloadEnded(r store.Recording, err error) {
	it := acquire.ItemOf(r)
	switch {
	case err != nil:
		m := transferMessage(err)
		p.failedDownload = r.Key
		p.view.TellOf(aboutDownload, words.Message{Sentence: fmt.Sprintf("“%s” could not be downloaded.", it.Name()), Hint: strings.TrimSpace(m.Sentence + " " + m.Hint)})
		return
	case p.failedDownload == r.Key:
		p.view.Settled(aboutDownload)
	}
	if r.SaveTo != "" {
		p.view.Mention("Saved " + filepath.Base(r.SaveTo))
	}
}

// downloadTool is what the first tool of a row does.
func downloadTool(d *acquire.Download) lists.Tool {
	switch d.Progress {
	case acquire.Waiting, acquire.Running, acquire.Resting:
		return lists.Tool{Icon: "pause", Tip: "Pause the download (D)"}
	case acquire.Paused:
		return lists.Tool{Icon: "download", Tip: "Go on with the download (D)"}
	case acquire.Failed:
		return lists.Tool{Icon: "again", Tip: "Try again (D)"}
	case acquire.Stored:
		if d.Keep {
			return lists.Tool{Icon: "kept", Tip: "Kept. Let it go when room is needed (K)"}
		}
		return lists.Tool{Icon: "stored", Tip: "On the disk. Keep it even when room is needed (K)"}
	}
	return lists.Tool{Icon: "download", Tip: "Download (D)"}
}

// downloadWords say how a download stands.
func (p *playback) downloadWords(d *acquire.Download) string {
	share := fmt.Sprintf("%d %%", int(100*arrivedShare(d)))
	if d.Size <= 0 {
		share = words.ByteSize(d.Arrived)
	}
	switch d.Progress {
	case acquire.Arriving:
		return share + " is here"
	case acquire.Waiting:
		return "Waits for its turn"
	case acquire.Running:
		text := share
		if d.Rate > 0 {
			text += "  ·  " + words.ByteSize(int64(d.Rate)) + "/s"
		}
		if left := d.Left(); left > 0 {
			text += "  ·  " + words.WaitWords(left) + " left"
		}
		return text
	case acquire.Resting:
		return fmt.Sprintf("%s  ·  %s Tries again in %s", share, transferMessage(d.Err).Sentence, words.WaitWords(max(0, d.Again.Sub(p.now()))))
	case acquire.Paused:
		return "Paused at " + share
	case acquire.Failed:
		return transferMessage(d.Err).Sentence
	}
	return ""
}

// arrivedShare is how much of a recording has arrived.
func arrivedShare(d *acquire.Download) float64 {
	if d.Size <= 0 {
		return 0
	}
	return float64(d.Arrived) / float64(d.Size)
}

// saveRecording asks for a place and saves a recording there as soon as it has arrived.
func (w *window) saveRecording(it media.Item) {
	w.askForFile(recordingFileName(it, w.app.calendar()), func(path string) {
		n := acquire.NoteOf(it)
		n.SaveTo = path
		p := w.app.playback
		if p.shelf().Of(n.Key).Progress != acquire.Stored {
			w.Mention("It is saved as " + filepath.Base(path) + " when it has arrived.")
		}
		p.shelf().Get(n)
	})
}

// recordingFileName is a name for a recording's file that every system takes: its date at the service and its
// title.
func recordingFileName(it media.Item, c words.Calendar) string {
	name := it.Name()
	if !it.Date.IsZero() {
		name = c.Day(it.Date, time.DateOnly) + " " + name
	}
	const most = 100 // bytes; systems take 255, but paths have limits too
	if name = strings.Trim(permitted(name, most), " .-"); name == "" {
		name = "recording"
	}
	if reserved(name) {
		name += "_"
	}
	return name + ".mp3"
}

// permitted is as much of a name as has up to so many bytes without what some system does not take in a file's
// name.
func permitted(name string, most int) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsControl(r), !unicode.IsPrint(r):
			continue
		case strings.ContainsRune(`/\:*?"<>|`, r):
			r = '-'
		}
		if b.Len()+utf8.RuneLen(r) > most {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// reserved tells whether Windows means a device by a name.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	if len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, base)
}
