// Package hosttest has a window for the tests of presenters. Nothing but tests imports it.
package hosttest

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sextant/app/testkit"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
	"sextant/widgets/widgettest"
)

// A Host writes down what a presenter asks of the window. Its UI goroutine is the test's: what is posted there waits
// until the test lets it run.
type Host struct {
	Time time.Time // zero is that of the test's own clock

	// Notice is what was said last and is not settled, and About what it is about. Mentioned, Undo and Action are
	// of what was said last in each way.
	Notice    words.Message
	About     host.Topic
	Mentioned string
	Undo      func()
	Action    func()

	Dialogs  []*dialog.Dialog // that were opened, also those that are closed by now
	Titles   []string         // of all that were made
	Text     []reading.Passage
	Follow   func(link int)
	Files    []dialog.Request
	Copied   []string
	Pictures [][]byte // that were copied
	URLs     []string
	URLErr   error // what opening one comes to

	Laid, Changes, Raised int // how often that was asked for

	window fyne.Window
	tips   *core.Tips
	ends   []func()
	loop   testkit.Loop
}

var _ host.Host = (*Host)(nil)

// New makes a window that is empty, at a time that stands still.
func New(t testing.TB) *Host {
	t.Helper()
	widgettest.RefreshClock()
	h := &Host{Time: time.Date(2026, 11, 21, 14, 5, 33, 0, time.UTC)}
	h.tips = core.NewTips(h.Do)
	h.window = test.NewWindow(container.NewStack())
	t.Cleanup(h.window.Close)
	h.window.SetPadded(false)
	h.window.Resize(fyne.NewSize(900, 700))
	return h
}

// Show puts an object into the window.
func (h *Host) Show(o fyne.CanvasObject) { h.window.SetContent(o) }

// Resize gives the window a size.
func (h *Host) Resize(width, height float32) { h.window.Resize(fyne.NewSize(width, height)) }

// Run runs what was posted so far.
func (h *Host) Run() { h.loop.Run() }

// Rest runs what is posted until nothing more comes without time passing, in a bubble of [testing/synctest].
func (h *Host) Rest() { h.loop.Settle() }

// Pass lets time go by there, in which the UI goroutine does what is posted.
func (h *Host) Pass(d time.Duration) {
	const frame = 10 * time.Millisecond
	for ; d > 0; d -= frame {
		h.Rest()
		time.Sleep(min(d, frame))
	}
	h.Rest()
}

// Until runs what is posted until something holds.
func (h *Host) Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if h.Run(); holds() {
			return
		}
	}
	t.Fatalf("%s did not come", what)
}

// Do posts a function.
func (h *Host) Do(f func()) { h.loop.Do(f) }

// Now is a time that stands still, or that of a bubble of [testing/synctest].
func (h *Host) Now() time.Time {
	if h.Time.IsZero() {
		return time.Now()
	}
	return h.Time
}

// ShowNotice writes down a notice.
func (h *Host) ShowNotice(about host.Topic, m words.Message) { h.Offer(about, m, "", nil) }

// Offer writes down a notice and what can be done about it.
func (h *Host) Offer(about host.Topic, m words.Message, _ string, do func()) {
	h.About, h.Notice, h.Action = about, m, do
}

// Settle takes a notice back.
func (h *Host) Settle(about host.Topic) {
	if h.About == about {
		h.Relayout()
		h.About, h.Notice, h.Action = host.AboutNothing, words.Message{}, nil
	}
}

// Mention writes down a sentence.
func (h *Host) Mention(sentence string) { h.Mentioned, h.Undo = sentence, nil }

// Done writes down a sentence.
func (h *Host) Done(sentence string) { h.Mention(sentence) }

// OfferUndo writes down a sentence and the way back.
func (h *Host) OfferUndo(sentence string, undo func()) { h.Mentioned, h.Undo = sentence, undo }

// NewDialog makes a dialog.
func (h *Host) NewDialog(title string) *dialog.Dialog {
	h.Titles = append(h.Titles, title)
	return dialog.New(h.Canvas(), title, func(fyne.Shortcut) {})
}

// Open opens a dialog over the window.
func (h *Host) Open(d *dialog.Dialog, size fyne.Size, first fyne.Focusable, closed func()) {
	h.Dialogs = append(h.Dialogs, d)
	if closed == nil {
		closed = func() {}
	}
	d.Open(size, first, closed)
}

// SetText puts a text into a dialog and writes it down.
func (h *Host) SetText(d *dialog.Dialog, passages []reading.Passage, follow func(link int)) {
	h.Text, h.Follow = passages, follow
	text := reading.NewText(reading.Actions{Follow: follow, Keys: d.Keys(), Menu: func(fyne.Position) {}})
	text.SetPassages(passages)
	d.SetText(text)
}

// ChooseFile writes the request down. The test calls what it has for the file that is chosen.
func (h *Host) ChooseFile(r dialog.Request) { h.Files = append(h.Files, r) }

// Canvas is the window's.
func (h *Host) Canvas() fyne.Canvas { return h.window.Canvas() }

// Keys drop what they get.
func (h *Host) Keys() core.Keys {
	return core.Keys{
		Key: func(fyne.KeyName) {}, Rune: func(rune) {}, Leave: func() {}, Shortcut: func(fyne.Shortcut) {},
	}
}

// Tips are in no layer, so that they are never seen.
func (h *Host) Tips() *core.Tips { return h.tips }

// Relayout is counted, and draws what is in the window as far as it has changed.
func (h *Host) Relayout() {
	h.Laid++
	h.window.Content().Refresh()
}

// Changed is counted.
func (h *Host) Changed() { h.Changes++ }

// AtClose keeps what it gets for Close.
func (h *Host) AtClose(end func()) { h.ends = append(h.ends, end) }

// Close does what is to be done when the window is closed, which stays all the same.
func (h *Host) Close() {
	for _, end := range h.ends {
		end()
	}
	h.ends = nil
}

func (h *Host) Speaks() bool { return true }

// Raise is counted.
func (h *Host) Raise() { h.Raised++ }

// CopyPicture writes a picture down.
func (h *Host) CopyPicture(png []byte) { h.Pictures = append(h.Pictures, png) }

// Command is one without keys, called as its ID.
func (h *Host) Command(id string) *command.Command { return &command.Command{ID: id, Title: id} }

// Copy writes a text down.
func (h *Host) Copy(text string) { h.Copied = append(h.Copied, text) }

// OpenURL writes an address down.
func (h *Host) OpenURL(address string) error {
	h.URLs = append(h.URLs, address)
	return h.URLErr
}
