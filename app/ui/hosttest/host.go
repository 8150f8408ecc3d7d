// Package hosttest is a fake window for the tests of presenters. Only tests import it.
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

// A Host records a presenter's calls. Its UI goroutine is the test's: posted functions wait until the test runs them.
type Host struct {
	Time time.Time // zero for time.Now

	// Notice is the last notice unless it was settled, and About its topic. Mentioned, Undo and Action are of the last
	// call of each kind.
	Notice    words.Message
	About     host.Topic
	Mentioned string
	Undo      func()
	Action    func()

	Dialogs  []*dialog.Dialog // all that were opened, also closed ones
	Titles   []string         // of all that were made
	Text     []reading.Passage
	Follow   func(link int)
	Files    []dialog.Request
	Copied   []string
	Pictures [][]byte // the copied ones
	URLs     []string
	URLErr   error // the result of OpenURL

	Laid, Changes, Raised int // number of calls of Relayout, Changed and Raise

	window fyne.Window
	tips   *core.Tips
	ends   []func()
	loop   testkit.Loop
}

var _ host.Host = (*Host)(nil)

// New makes an empty window with a fixed time.
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

// Show sets the window's content.
func (h *Host) Show(o fyne.CanvasObject) { h.window.SetContent(o) }

// Resize resizes the window.
func (h *Host) Resize(width, height float32) { h.window.Resize(fyne.NewSize(width, height)) }

// Run runs the functions posted so far.
func (h *Host) Run() { h.loop.Run() }

// Rest runs posted functions until no more come without time passing, in a bubble of [testing/synctest].
func (h *Host) Rest() { h.loop.Settle() }

// Pass advances the bubble's time, while the UI goroutine runs posted functions.
func (h *Host) Pass(d time.Duration) {
	const frame = 10 * time.Millisecond
	for ; d > 0; d -= frame {
		h.Rest()
		time.Sleep(min(d, frame))
	}
	h.Rest()
}

// Until runs posted functions until holds returns true.
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

// Now returns the fixed time, or that of a bubble of [testing/synctest].
func (h *Host) Now() time.Time {
	if h.Time.IsZero() {
		return time.Now()
	}
	return h.Time
}

// ShowNotice records a notice.
func (h *Host) ShowNotice(about host.Topic, m words.Message) { h.Offer(about, m, "", nil) }

// Offer records a notice and its action.
func (h *Host) Offer(about host.Topic, m words.Message, _ string, do func()) {
	h.About, h.Notice, h.Action = about, m, do
}

// Settle removes a notice.
func (h *Host) Settle(about host.Topic) {
	if h.About == about {
		h.Relayout()
		h.About, h.Notice, h.Action = host.AboutNothing, words.Message{}, nil
	}
}

// Mention records a sentence.
func (h *Host) Mention(sentence string) { h.Mentioned, h.Undo = sentence, nil }

// Done records a sentence.
func (h *Host) Done(sentence string) { h.Mention(sentence) }

// OfferUndo records a sentence and its undo.
func (h *Host) OfferUndo(sentence string, undo func()) { h.Mentioned, h.Undo = sentence, undo }

// NewDialog makes a dialog.
func (h *Host) NewDialog(title string) *dialog.Dialog {
	h.Titles = append(h.Titles, title)
	return dialog.New(h.Canvas(), title, func(fyne.Shortcut) {})
}

// NewServiceDialog makes a dialog.
func (h *Host) NewServiceDialog(title string) *dialog.Dialog { return h.NewDialog(title) }

// Open opens a dialog over the window.
func (h *Host) Open(d *dialog.Dialog, size fyne.Size, first fyne.Focusable, closed func()) {
	h.Dialogs = append(h.Dialogs, d)
	if closed == nil {
		closed = func() {}
	}
	d.Open(size, first, closed)
}

// SetText sets a dialog's text and records it.
func (h *Host) SetText(d *dialog.Dialog, passages []reading.Passage, follow func(link int)) {
	h.Text, h.Follow = passages, follow
	text := reading.NewText(reading.Actions{Follow: follow, Keys: d.Keys(), Menu: func(fyne.Position) {}})
	text.SetPassages(passages)
	d.SetText(text)
}

// ChooseFile records the request. The test calls its function with the chosen file.
func (h *Host) ChooseFile(r dialog.Request) { h.Files = append(h.Files, r) }

// Canvas returns the window's canvas.
func (h *Host) Canvas() fyne.Canvas { return h.window.Canvas() }

// Keys ignores keys.
func (h *Host) Keys() core.Keys {
	return core.Keys{
		Key: func(fyne.KeyName) {}, Rune: func(rune) {}, Leave: func() {}, Shortcut: func(fyne.Shortcut) {},
	}
}

// Tips returns tips that are never visible.
func (h *Host) Tips() *core.Tips { return h.tips }

// Relayout counts the call, and draws the changed parts of the window.
func (h *Host) Relayout() {
	h.Laid++
	h.window.Content().Refresh()
}

// Changed counts the call.
func (h *Host) Changed() { h.Changes++ }

// AtClose stores a function for Close.
func (h *Host) AtClose(end func()) { h.ends = append(h.ends, end) }

// Close calls the functions of AtClose. The window stays open.
func (h *Host) Close() {
	for _, end := range h.ends {
		end()
	}
	h.ends = nil
}

func (h *Host) Speaks() bool { return true }

// Raise counts the call.
func (h *Host) Raise() { h.Raised++ }

// CopyPicture records a picture.
func (h *Host) CopyPicture(png []byte) { h.Pictures = append(h.Pictures, png) }

// Command returns a command without keys, with its ID as the title.
func (h *Host) Command(id string) *command.Command { return &command.Command{ID: id, Title: id} }

// Copy records a text.
func (h *Host) Copy(text string) { h.Copied = append(h.Copied, text) }

// OpenURL records an address.
func (h *Host) OpenURL(address string) error {
	h.URLs = append(h.URLs, address)
	return h.URLErr
}
