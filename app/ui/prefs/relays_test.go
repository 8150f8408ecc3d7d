package prefs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/discover"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/menus"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }

// A form is the settings, opened, in a network with relays.
type form struct {
	*hosttest.Host
	t     *testing.T
	found chan []discover.Relay
	err   error
}

func openForm(t *testing.T) *form {
	t.Helper()
	h := hosttest.New(t)
	f := &form{Host: h, t: t, found: make(chan []discover.Relay, 1)}
	tuner, box := hosttest.Demo(t, h.Do)
	p := New(h, Parts{Box: box, Tuner: tuner, Browse: func(ctx context.Context, _ time.Duration) ([]discover.Relay, error) {
		select {
		case found := <-f.found:
			return found, f.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}})
	command.Find(p.Commands(), "prefs.show").Do()
	return f
}

// seen is all that is in the dialog.
func (f *form) seen() []fyne.CanvasObject { return widgettest.Seen(f.Dialogs[0]) }

// press presses a button of the dialog.
func (f *form) press(label string) {
	f.t.Helper()
	for _, o := range f.seen() {
		if b, ok := o.(*control.PushButton); ok && b.Text() == label {
			b.Tapped(nil)
			return
		}
	}
	f.t.Fatalf("there is no button %q", label)
}

// fields are the texts of the dialog's first entries: addresses, id and key.
func (f *form) fields() (texts []string) {
	for _, o := range f.seen() {
		if e, ok := o.(*control.Entry); ok {
			texts = append(texts, e.Text)
		}
	}
	return texts[:4]
}

func (f *form) status() string { return f.Dialogs[0].Status() }

// TestFindRelay offers the relays of the network by their names, and takes the one that is chosen into the form, without credentials.
func TestFindRelay(t *testing.T) {
	f := openForm(t)
	f.press("Find a relay")
	if !strings.HasPrefix(f.status(), "Looking") {
		t.Errorf("%q", f.status())
	}
	f.found <- []discover.Relay{{Name: "Kitchen", URL: "http://192.0.2.7:8080", NeedsKey: true}, {Name: "Studio", URL: "http://192.0.2.8:8080"}}
	f.Until(t, "the menu", func() bool { return f.menu() != nil })
	f.menu().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.Until(t, "the relay", func() bool { return slices.Equal(f.fields(), []string{"http://192.0.2.7:8080", "", "", ""}) })
	if !strings.Contains(f.status(), "app key of its own") {
		t.Errorf("%q", f.status())
	}
}

func (f *form) menu() *menus.Menu {
	m, _ := f.Canvas().Overlays().Top().(*menus.Menu)
	return m
}

// TestFindNoRelay says that there is none, or why that cannot be told.
func TestFindNoRelay(t *testing.T) {
	f := openForm(t)
	before := f.fields()
	f.press("Find a relay")
	f.found <- nil
	f.Until(t, "word of none", func() bool { return strings.HasPrefix(f.status(), "No relay has answered.") })
	f.err = errors.New("there is no network")
	f.press("Find a relay")
	f.found <- nil
	f.Until(t, "the reason", func() bool { return f.status() == "There is no network." })
	if !slices.Equal(f.fields(), before) {
		t.Errorf("the form has %q", f.fields())
	}
}
