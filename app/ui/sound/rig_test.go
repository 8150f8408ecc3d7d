package sound

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/api"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/sound/listen"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// listening is a presenter with silent sound, of a service with the recordings of the test.
type listening struct {
	*Presenter
	host   *hosttest.Host
	listen *listen.Controller
	source *listen.Source
	bars   []bool // the arguments of ShowBar

	mu   sync.Mutex
	data map[string][]byte
	hold chan struct{} // if not nil, recordings come when it is closed
	// the error of the list, if not nil
	trouble error
}

const threeItems = `{"items":[{"id":"a","title":"Harbour ` +
	`news","duration":7},{"id":"b","title":"Tide","description":"of the harbour"},{"id":"c"}]}`

func newListening(t *testing.T, list string) *listening {
	t.Helper()
	sound := testkit.Must(assets.Sounds.ReadFile("sounds/station-identification.mp3"))(t)
	l := &listening{host: hosttest.New(t), data: map[string][]byte{"a": sound, "b": sound, "c": []byte("<html>")}}
	tuner, box := hosttest.Demo(t, l.host.Do)
	var closeSource func()
	l.source, closeSource = l.openSource(t, t.TempDir())
	l.source.List = func(context.Context) (media.Value, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.trouble != nil {
			return media.Value{}, l.trouble
		}
		return media.Parse([]byte(list))
	}
	l.listen = listen.New(l.source, listen.Config{
		Box: box, Post: l.host.Do, Now: time.Now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
	})
	l.Presenter = New(l.host, Parts{
		Developers: func() bool { return true },
		Listen:     l.listen, Tuner: tuner, Playouts: func(string) {}, Close: func() {},
		ShowBar: func(show bool) { l.bars = append(l.bars, show) },
	})
	t.Cleanup(func() {
		l.listen.Close()
		closeSource()
	})
	l.listen.Catalogue.Need()
	l.host.Until(t, "the list", func() bool { return l.listen.Catalogue.Count() > 0 })
	return l
}

// openSource opens a service with the recordings of the test.
func (l *listening) openSource(t *testing.T, dir string) (s *listen.Source, closed func()) {
	t.Helper()
	from, _ := store.Open(filepath.Join(dir, "pages.sqlite"), store.Options{Now: time.Now})
	downloads := recordings.NewDownloads(recordings.NewLibrary(dir, 1<<30, time.Now),
		from, l.openerOf, time.Now, recordings.DownloadEvents{
			Changed: func() { l.host.Do(func() { l.listen.DownloadsChanged() }) },
			Ended: func(r store.Recording, err error) {
				l.host.Do(func() { l.listen.Library.DownloadEnded(r, err) })
			},
		})
	s = &listen.Source{
		Downloads: downloads, Lists: kept.Read(from), Positions: kept.ReadPositions(from), Hold: func() func() {
			return func() {}
		},
	}
	return s, func() {
		downloads.Close()
		_ = from.Flush(context.Background()) // Close waits for a few seconds only
		_ = from.Close()
	}
}

// openerOf returns an Opener of a recording's data.
func (l *listening) openerOf(r store.Recording) recordings.Opener {
	it := recordings.ItemOf(r)
	return func(ctx context.Context, _ service.Resume) (*service.Download, error) {
		l.mu.Lock()
		data, ok := l.data[it.ID]
		hold := l.hold
		l.mu.Unlock()
		if hold != nil {
			select {
			case <-hold:
			case <-ctx.Done():
			}
		}
		if !ok {
			return nil, &api.Error{Kind: api.NotFound}
		}
		return &service.Download{Body: io.NopCloser(bytes.NewReader(data)), Size: int64(len(data))}, nil
	}
}

// setData changes the data of a recording. nil removes it.
func (l *listening) setData(id string, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.data[id] = data; data == nil {
		delete(l.data, id)
	}
}

// setTrouble sets the error of the service's list.
func (l *listening) setTrouble(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = err
}

func (l *listening) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	l.host.Until(t, what, holds)
}

func (l *listening) status(s player.Status) func() bool {
	return func() bool { return l.listen.State().Player.Status == s }
}

// row returns a row of the service's list.
func (l *listening) row(i int) lists.Row { return l.rows.row(All, i) }

// named returns the recording with an ID.
func (l *listening) named(id string) media.Item { return l.listen.Catalogue.Named(id) }

// marked returns the index of the row of the service's list that is marked as playing, or -1.
func (l *listening) marked() int {
	var all []lists.Row
	for i := range l.listen.Catalogue.Count() {
		all = append(all, l.row(i))
	}
	return slices.IndexFunc(all, func(r lists.Row) bool { return r.Playing })
}

// click clicks a row of the service's list.
func (l *listening) click(row int) { l.playRow(All, row) }

// info returns what the player's bar shows.
func (l *listening) info() playerInfo { return barInfo(l.listen.State(), l.listen.Sound) }

// hasBar reports whether the player's bar is shown.
func (l *listening) hasBar() bool { return len(l.bars) > 0 && l.bars[len(l.bars)-1] }

// noticed returns a function that reports whether there is a notice about a topic that contains sentence.
func (l *listening) noticed(about host.Topic, sentence string) func() bool {
	return func() bool { return l.host.About == about && strings.Contains(l.host.Notice.Sentence, sentence) }
}

// tab returns the text of a tab of the panel as it is drawn.
func (l *listening) tab(tab Tab) string {
	l.host.Show(l.panel)
	l.panel.Choose(tab)
	return drawn(l.panel)
}

// drawn returns the visible text of an object.
func drawn(o fyne.CanvasObject) string {
	var texts []string
	for _, part := range widgettest.Seen(o) {
		if text, ok := part.(*canvas.Text); ok && text.Text != "" && text.Visible() {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "|")
}

// nothing is the empty message, when there is no notice.
var nothing words.Message
