package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// recordingsFolder keeps recordings, in the profile.
const recordingsFolder = "recordings"

// keptItem is a recording on the disk, or on its way there.
type keptItem struct {
	media.Item
	key string
}

// noteOf is what is written down of a recording.
func noteOf(it media.Item) store.Recording {
	text, _ := json.Marshal(it) // an item has nothing that cannot be written
	return store.Recording{Key: recordingKey(it), Item: string(text)}
}

// maxItem bounds what is written down of a recording.
const maxItem = 8 << 20

// itemOf reads what was written down. Where that makes no sense, the key still tells what to ask for.
func itemOf(r store.Recording) media.Item {
	var it media.Item
	if len(r.Item) <= maxItem && json.Unmarshal([]byte(r.Item), &it) == nil && recordingKey(it) == r.Key {
		return it
	}
	if address, ok := strings.CutPrefix(r.Key, "url "); ok {
		return media.Item{URL: address}
	}
	return media.Item{ID: strings.TrimPrefix(r.Key, "id ")}
}

// askFor is how a recording is asked for.
func askFor(client *service.Client, r store.Recording) acquire.Opener {
	it := itemOf(r)
	return func(ctx context.Context, resume service.Resume) (*service.Download, error) {
		if byAddress(it) {
			return client.DownloadFrom(ctx, it.URL, resume)
		}
		return client.Download(ctx, it.ID, resume)
	}
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
			p.kept[i] = keptItem{itemOf(d.Recording), d.Key}
		}
	}
	if slices.EqualFunc(before, p.kept, func(a, b keptItem) bool { return a.key == b.key }) {
		p.view.UpdateRows()
	} else {
		p.showKept()
	}
	p.tellOfStall()
	used, limit := p.shelf().Used()
	text, button := byteSize(used)+" of "+byteSize(limit), ""
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
	key := recordingKey(it)
	switch d := p.shelf().Of(key); {
	case active(&d):
		p.shelf().Pause(key)
	case d.Progress == acquire.Stored:
		p.keep(it)
	default:
		p.shelf().Get(noteOf(it))
	}
}

// keep lets a recording stay when room is needed, or not. One that is not there is downloaded for that.
func (p *playback) keep(it media.Item) {
	d := p.shelf().Of(recordingKey(it))
	p.shelf().Keep(noteOf(it), !d.Keep)
	if !d.Keep && (d.Progress == acquire.Absent || d.Progress == acquire.Arriving) {
		p.shelf().Get(noteOf(it))
	}
}

// drop takes a recording off the disk, or ends its download.
func (p *playback) drop(it media.Item) {
	before := p.shelf().Of(recordingKey(it))
	p.shelf().Remove(before.Key)
	p.view.OfferUndo(fmt.Sprintf("“%s” is off the disk.", itemTitle(&it)), func() {
		p.shelf().Get(noteOf(it)) // it is fetched once more
		if before.Keep {
			p.shelf().Keep(noteOf(it), true)
		}
	})
}

// downloadEnded tells of a download that was to be saved, or that has failed.
func (p *playback) downloadEnded(r store.Recording, err error) {
	it := itemOf(r)
	switch {
	case err != nil:
		m := transferMessage(err)
		p.failedDownload = r.Key
		p.view.TellOf(aboutDownload, message{sentence: fmt.Sprintf("“%s” could not be downloaded.", itemTitle(&it)), hint: strings.TrimSpace(m.sentence + " " + m.hint)})
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
		share = byteSize(d.Arrived)
	}
	switch d.Progress {
	case acquire.Arriving:
		return share + " is here"
	case acquire.Waiting:
		return "Waits for its turn"
	case acquire.Running:
		words := share
		if d.Rate > 0 {
			words += "  ·  " + byteSize(int64(d.Rate)) + "/s"
		}
		if left := d.Left(); left > 0 {
			words += "  ·  " + waitWords(left) + " left"
		}
		return words
	case acquire.Resting:
		return fmt.Sprintf("%s  ·  %s Tries again in %s", share, transferMessage(d.Err).sentence, waitWords(max(0, d.Again.Sub(p.now()))))
	case acquire.Paused:
		return "Paused at " + share
	case acquire.Failed:
		return transferMessage(d.Err).sentence
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

// transferMessage tells why a recording could not be brought.
func transferMessage(err error) message {
	for _, known := range []struct {
		err  error
		says message
	}{
		{acquire.ErrNoRoom, message{"What is kept leaves no room for it.", "Let something go, or allow more in the settings (Ctrl+,)."}},
		{acquire.ErrTooLong, message{"It is too long to be a recording.", ""}},
		{acquire.ErrUnstable, message{"The service gives another recording at every try.", ""}},
		{acquire.ErrLength, message{"It is shorter than the service says.", "Try again later."}},
		{acquire.ErrElsewhere, message{sentence: "Another window is fetching it, and gets nothing just now."}},
		{acquire.ErrChecksum, message{"It did not come as the service sent it.", "Try again later."}},
		{syscall.ENOSPC, message{"The disk is full.", "Make room, and try again."}},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	if kind := service.KindOf(err); kind == 0 {
		return message{firstUpper(err.Error()) + ".", ""}
	} else if kind == service.NotFound {
		return message{"The service has no such recording.", ""}
	}
	return serviceMessage("the recording", err)
}

// saveRecording asks for a place and saves a recording there as soon as it has arrived.
func (w *window) saveRecording(it media.Item) {
	w.askForFile(recordingFileName(it, w.app.calendar()), func(path string) {
		n := noteOf(it)
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
func recordingFileName(it media.Item, c calendar) string {
	name := itemTitle(&it)
	if !it.Date.IsZero() {
		name = c.day(it.Date, time.DateOnly) + " " + name
	}
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), !unicode.IsPrint(r):
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, name)
	const most = 100 // bytes; systems take 255, but paths have limits too
	for len(name) > most {
		runes := []rune(name)
		name = string(runes[:len(runes)-1])
	}
	if name = strings.Trim(name, " .-"); name == "" {
		name = "recording"
	}
	if reserved(name) {
		name += "_"
	}
	return name + ".mp3"
}

// reserved tells whether Windows means a device by a name.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	if len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, base)
}
