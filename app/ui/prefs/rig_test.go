package prefs

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/demo"
	"sextant/app/discover"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }

// A rig is the presenter with the demo, in a network with relays.
type rig struct {
	*hosttest.Host
	t         *testing.T
	presenter *Presenter
	box       *settings.Box
	tuner     *station.Tuner
	found     chan []discover.Relay
	err       error
	startup   fakeStartup
	ran       []string // the commands of others that were run
	keymap    *settings.Keymap
	table     *command.Table
}

// A fakeStartup sets nothing up.
type fakeStartup struct {
	mu        sync.Mutex
	installed bool
	err       error
}

func (s *fakeStartup) IsInstalled() (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.installed, s.err
}

func (s *fakeStartup) Install() (string, error) { return s.set(true) }
func (s *fakeStartup) Remove() (string, error)  { return s.set(false) }

func (s *fakeStartup) set(installed bool) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.installed = installed
	return "what is left to do", nil
}

func newRig(t *testing.T) *rig {
	t.Helper()
	h := hosttest.New(t)
	r := &rig{Host: h, t: t, found: make(chan []discover.Relay, 1)}
	r.tuner, r.box = hosttest.Demo(t, h.Do)
	r.keymap = settings.NewKeymap(settings.Profile{Dir: t.TempDir()}, nil, h.Do)
	t.Cleanup(r.keymap.Wait)
	r.presenter = New(h, Parts{
		Profile: settings.Profile{Dir: t.TempDir()}, Startup: &r.startup, Box: r.box, Tuner: r.tuner,
		Browse: func(ctx context.Context, _ time.Duration) ([]discover.Relay, error) {
			select {
			case found := <-r.found:
				return found, r.err
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
		Voices: func(done func([]string)) { done([]string{"Anna"}) }, Keymap: r.keymap,
		Table: func() *command.Table { return r.table }, OpenFolder: func(string) error { return nil },
	})
	r.makeTable()
	return r
}

// makeTable makes a table of the presenter's commands and some others, whose keys follow the keymap.
func (r *rig) makeTable() {
	r.table = command.NewTable()
	ran := func(id string) func() { return func() { r.ran = append(r.ran, id) } }
	err := errors.Join(r.table.Add(r.presenter.Commands()...), r.table.Add(
		command.Command{ID: "screen.show", Title: "Show", Help: "show", Do: ran("screen.show")},
		command.Command{ID: "playlists.show", Title: "Playlist", Help: "the playlist", Do: ran("playlists.show")},
		command.Command{
			ID: "typing", Title: "Digit 1", Help: "type", KeyWords: "0 – 9",
			Keys: []command.Key{command.Char('1')}, Fixed: true, Do: ran("typing"),
		},
		command.Command{
			ID: "typing2", Title: "Digit 2", Help: "type", KeyWords: "0 – 9",
			Keys: []command.Key{command.Char('2')}, Fixed: true, Do: ran("typing2"),
		},
		command.Command{
			ID: "find", Title: "Find", Help: "search pages", Group: command.Keeping,
			Keys: []command.Key{command.Ctrl(fyne.KeyF)},
			Also: []command.Key{command.Press(fyne.KeyF3)}, Do: ran("find"),
		},
		command.Command{ID: "none", Title: "No key", Help: "without one", Group: command.Going, Do: ran("none")},
	))
	if err != nil {
		r.t.Fatal(err)
	}
	r.keymap.Changed.On(func(struct{}) {
		r.table.Rekey(func(id string) (keys []command.Key, ok bool) {
			chosen, ok := r.keymap.Of(id)
			for _, words := range chosen {
				k, err := command.ParseKey(words)
				if err != nil {
					r.t.Error(err)
				}
				keys = append(keys, k)
			}
			return keys, ok
		})
		r.presenter.KeysChanged()
	})
}

// settings opens the settings at a page.
func (r *rig) settings(page int) *sheet {
	r.t.Helper()
	command.Find(r.presenter.Commands(), "prefs.show").Do()
	s := r.presenter.sheet
	s.pages.ShowPage(page)
	return s
}

// form opens the form that adds a service.
func (r *rig) form() *rig {
	command.Find(r.presenter.Commands(), "prefs.connect").Do()
	return r
}

// top returns the open dialog that was opened last.
func (r *rig) top() *dialog.Dialog {
	r.t.Helper()
	for i := len(r.Dialogs) - 1; i >= 0; i-- {
		if !r.Dialogs[i].Closed() {
			return r.Dialogs[i]
		}
	}
	r.t.Fatal("no dialog is open")
	return nil
}

func (r *rig) status() string { return r.top().Status() }

// button returns a button of the top dialog, or nil.
func (r *rig) button(label string) *control.PushButton {
	for _, o := range widgettest.Seen(r.top()) {
		if b, ok := o.(*control.PushButton); ok && b.Text() == label {
			return b
		}
	}
	return nil
}

// press presses a button of the top dialog.
func (r *rig) press(label string) {
	r.t.Helper()
	b := r.button(label)
	if b == nil {
		r.t.Fatalf("there is no button %q", label)
	}
	b.Tapped(nil)
}

// entries returns the visible entries of the top dialog.
func (r *rig) entries() (list []*control.Entry) {
	for _, o := range widgettest.Seen(r.top()) {
		if e, ok := o.(*control.Entry); ok {
			list = append(list, e)
		}
	}
	return list
}

// texts returns the visible texts of the top dialog.
func (r *rig) texts() string {
	var all []string
	for _, o := range widgettest.Seen(r.top()) {
		if l, ok := o.(*core.Lines); ok {
			all = append(all, l.Text())
		}
	}
	return strings.Join(all, "\n")
}

func (r *rig) menu() *control.Menu {
	m, _ := r.Canvas().Overlays().Top().(*control.Menu)
	return m
}

// enter presses Enter in the focused widget.
func (r *rig) enter() { r.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }

// demoAt serves the demo, which requires credentials if id is not empty, and returns its address.
func demoAt(t *testing.T, id, key string) string {
	t.Helper()
	handler, err := demo.New(demo.Options{AppID: id, AppKey: key, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

// pageAt serves a web page and returns its address.
func pageAt(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>Hello</html>")) }))
	t.Cleanup(s.Close)
	return s.URL
}
