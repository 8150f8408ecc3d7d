package sound

import (
	"strings"
	"time"

	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/sound/listen"
	"sextant/app/sound/recordings"
	"sextant/app/words"
	"sextant/widgets/lists"
)

// rows makes the rows of the panel.
type rows struct {
	listen   *listen.Controller
	calendar func() words.Calendar
}

// item returns the recording in a row of a tab.
func (r *rows) item(tab Tab, row int) *media.Item {
	switch tab {
	case Queued:
		return &r.listen.Queue.Entries()[row].Item
	case Kept:
		return r.listen.Library.At(row)
	case Marks:
		return &r.listen.Marks.All()[row].Item
	}
	return r.listen.Catalogue.At(row)
}

// findRow returns a row of a tab by its ID: that of an entry of the queue, of a mark, or the key of a recording. It
// returns -1 if it is not there.
func (r *rows) findRow(tab Tab, id string) int {
	switch tab {
	case Queued:
		return r.listen.Queue.RowOf(id)
	case Kept:
		return r.listen.Library.RowOf(id)
	case Marks:
		return r.listen.Marks.RowOf(id)
	}
	return r.listen.Catalogue.RowOf(id)
}

// row makes a row in its current state.
func (r *rows) row(tab Tab, row int) lists.Row {
	if tab == Marks {
		return r.markRow(&r.listen.Marks.All()[row])
	}
	it := r.item(tab, row)
	key := it.Key()
	d := r.listen.Library.Of(key)
	h, _ := r.listen.PositionOf(*it)
	made := lists.Row{
		ID: key, Title: it.Name(), Wide: true, Dim: h.Done, Playing: key == r.listen.Playing(),
		New: !h.Done && h.Position < listen.LeastHeard,
	}
	made.Detail = strings.Join(r.details(tab, it, &d), "  ·  ")
	switch tab {
	case All:
		made.Body = description(it)
	case Queued:
		made.ID = r.listen.Queue.Entries()[row].ID
	}
	switch {
	case d.Progress.Unfinished() && tab != Queued:
		made.Ring, made.Busy = max(leastRing, arrivedShare(&d)), d.Progress == recordings.Running
	case d.Progress == recordings.Arriving && tab == Kept:
		made.Ring, made.Busy = max(leastRing, arrivedShare(&d)), true
	case !h.Done && !made.New && h.Duration > 0:
		made.Done = float64(h.Position) / float64(h.Duration)
	}
	if tab != Queued {
		made.Tools = []lists.Tool{downloadTool(&d), {Icon: "more", Tip: say.Text("row.more")}}
	}
	return made
}

const (
	mostBody  = 240  // characters, more than fit in two lines
	leastRing = 0.01 // the progress shown for a download that has not started
)

// description returns the service's description of a recording on one line, shortened for a row.
func description(it *media.Item) string {
	return strings.Join(strings.Fields(words.Excerpt(it.Description, mostBody)), " ")
}

// details returns the line below a recording's title: the state of its download, or else its date, how much is left to
// hear, and on the disk its size.
func (r *rows) details(tab Tab, it *media.Item, d *recordings.Download) (parts []string) {
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if add(downloadWords(d, r.calendar().Now)); len(parts) > 0 && d.Progress.Unfinished() {
		return parts
	}
	if !it.Date.IsZero() {
		add(words.FirstUpper(r.calendar().DayName(it.Date)))
	}
	heard := r.heardWords(it)
	add(heard)
	if it.Duration > 0 && heard == "" {
		add(words.LengthWords(it.Duration))
	}
	if tab == Kept && d.Progress == recordings.Stored {
		add(words.ByteSize(d.Size))
	}
	if len(parts) == 0 && tab != All {
		add(description(it))
	}
	if len(parts) == 0 && it.Description == "" {
		add(it.ID)
	}
	return parts
}

// heardWords returns how far a recording was heard, in words.
func (r *rows) heardWords(it *media.Item) string {
	h, ok := r.listen.PositionOf(*it)
	switch {
	case !ok:
		return ""
	case h.Done:
		return say.Text("recording.heard")
	case h.Position < listen.LeastHeard:
		return ""
	case h.Duration > h.Position:
		left := h.Duration - h.Position
		if left > time.Minute {
			left = left.Round(time.Minute)
		}
		return say.Text("time.left", "Time", words.LengthWords(left))
	}
	return say.Text("recording.begun")
}

// keyTip returns a tip with a tool's name and key.
func keyTip(title string, letter rune) string {
	return say.Text("keyboard.with", "Title", say.Text(title), "Keys", string(letter))
}

// downloadTool returns the first tool of a row.
func downloadTool(d *recordings.Download) lists.Tool {
	switch d.Progress {
	case recordings.Waiting, recordings.Running, recordings.BackingOff:
		return lists.Tool{Icon: "pause", Tip: keyTip("download.pause", downloadLetter)}
	case recordings.Paused:
		return lists.Tool{Icon: "download", Tip: keyTip("download.goOn", downloadLetter)}
	case recordings.Failed:
		return lists.Tool{Icon: "again", Tip: keyTip("notice.tryAgain", downloadLetter)}
	case recordings.Stored:
		if d.Keep {
			return lists.Tool{Icon: "kept", Tip: keyTip("recording.letGo.tip", keepLetter)}
		}
		return lists.Tool{Icon: "stored", Tip: keyTip("recording.keep.tip", keepLetter)}
	}
	return lists.Tool{Icon: "download", Tip: keyTip("download.begin", downloadLetter)}
}

// downloadWords returns the state of a download in words.
func downloadWords(d *recordings.Download, now time.Time) string {
	share := words.Percent(int(100 * arrivedShare(d)))
	if d.Size <= 0 {
		share = words.ByteSize(d.Arrived)
	}
	switch d.Progress {
	case recordings.Arriving, recordings.Partial:
		if d.Arrived == 0 {
			return ""
		}
		return say.Text("download.here", "Share", share)
	case recordings.Waiting:
		return say.Text("download.waiting")
	case recordings.Running:
		if d.Rate > 0 {
			share += "  ·  " + words.ByteRate(int64(d.Rate))
		}
		if left := d.Left(); left > 0 {
			share += "  ·  " + say.Text("time.left", "Time", words.WaitWords(left))
		}
		return share
	case recordings.BackingOff:
		return share + "  ·  " +
			say.Text("download.resting", "Why", listen.TransferMessage(d.Err).Sentence,
				"Wait", words.WaitWords(max(0, d.RetryAt.Sub(now))))
	case recordings.Paused:
		return say.Text("download.pausedAt", "Share", share)
	case recordings.Failed:
		return listen.TransferMessage(d.Err).Sentence
	}
	return ""
}

// arrivedShare returns how much of a recording has arrived, from 0 to 1.
func arrivedShare(d *recordings.Download) float64 {
	if d.Size <= 0 {
		return 0
	}
	return float64(d.Arrived) / float64(d.Size)
}
