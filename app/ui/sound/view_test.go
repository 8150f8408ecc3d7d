package sound

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/media"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/widgettest"
)

// buttons returns the labels of all enabled buttons.
func buttons(h *hosttest.Host) string {
	var all []string
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Enabled() {
			all = append(all, b.Text())
		}
	}
	return strings.Join(all, ", ")
}

// press presses the nth button with a label.
func press(t *testing.T, h *hosttest.Host, word string, nth int) {
	t.Helper()
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == word {
			if nth == 0 {
				b.Tapped(nil)
				return
			}
			nth--
		}
	}
	t.Fatalf("there is no button %q: %s", word, buttons(h))
}

// opens opens the dialog on a service with the given answers by version.
func opens(t *testing.T, says map[int]string) (*hosttest.Host, *playoutsView) {
	t.Helper()
	h := hosttest.New(t)
	v := NewPlayouts(h, PlayoutParts{}).open("7-1002",
		func(_ context.Context, version int) ([]byte, media.Value, error) {
			doc, err := answerFor(says[version])
			return []byte(says[version]), doc, err
		})
	h.Until(t, "an answer", func() bool { return !v.versions.seeking })
	h.Run()
	return h, v
}

// TestDialog shows the newest version with something to play, opens and copies addresses, and chooses another version
// by the keyboard.
func TestDialog(t *testing.T) {
	h, v := opens(t, map[int]string{
		6: `{}`, 5: `[{"url":"http://h/b.m3u8"},{"url":"http://h/a.mp3","lang":"fi"}]`, 3: oneOffer,
	})
	if got := buttons(h); v.versions.chosen != 1 ||
		got != "Play, Copy address, Open, Copy address, Copy as JSON, Close" {
		t.Errorf("version %d: %s", versionOf(v.versions.chosen), got)
	}
	press(t, h, "Open", 0)
	press(t, h, "Copy address", 0)
	press(t, h, "Copy as JSON", 0)
	if len(h.URLs) != 1 || h.URLs[0] != "http://h/b.m3u8" {
		t.Errorf("opened %v", h.URLs)
	}
	if len(h.Copied) != 2 || h.Copied[0] != "http://h/a.mp3" ||
		!strings.Contains(h.Copied[1], "\n    \"lang\": \"fi\"\n") {
		t.Errorf("copied %q", h.Copied)
	}
	h.URLErr = errors.New("no such program")
	press(t, h, "Open", 0)
	if !strings.Contains(h.Notice.Sentence, "could not open") {
		t.Errorf("the notice is %+v", h.Notice)
	}
	if h.Canvas().Focused() != v.version {
		t.Fatalf("%T has the keyboard", h.Canvas().Focused())
	}
	widgettest.Press(v.version, fyne.KeyRight, fyne.KeyRight)
	h.Until(t, "version 3", func() bool { return strings.HasPrefix(buttons(h), "Play, Copy address, Copy as JSON") })
	if v.version.Selected != "Version 3: 1 address" {
		t.Errorf("chosen: %s", v.version.Selected)
	}
}

// TestDialogWithoutOffers checks that the dialog says why there is nothing to play, and that it can be tried again
// after a failure.
func TestDialogWithoutOffers(t *testing.T) {
	says := map[int]string{6: "no network"}
	h, v := opens(t, says)
	if got := buttons(h); got != "Try again, Close" ||
		!strings.Contains(v.message.Label.Text, "cannot reach") || !v.message.Label.Visible() {
		t.Errorf("%s: %q", got, v.message.Label.Text)
	}
	says[6] = `{"title":"nothing"}`
	press(t, h, "Try again", 0)
	h.Until(t, "an answer", func() bool { return buttons(h) == "Copy as JSON, Close" })
	if !strings.HasPrefix(v.message.Label.Text, "Version 6 has nothing to play.") {
		t.Errorf("%q", v.message.Label.Text)
	}
}

// TestManyOffers checks that the number of addresses in the dialog is limited, and that the dialog says so.
func TestManyOffers(t *testing.T) {
	var all []string
	for i := range maxOffers + 3 {
		all = append(all, fmt.Sprintf(`{"url":"http://h/%d.mp3"}`, i))
	}
	h, v := opens(t, map[int]string{6: "[" + strings.Join(all, ",") + "]"})
	if n := strings.Count(buttons(h), "Play"); n != maxOffers ||
		v.status.Text() != "These are the first 50 of 53 addresses." {
		t.Errorf("%d offers: %q", n, v.status.Text())
	}
}
