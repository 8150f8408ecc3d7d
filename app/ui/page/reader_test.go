package page

import (
	"fmt"
	"image"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
	"sextant/widgets/widgettest"
)

// A reader is the presenter of a service in virtual time. The test runs on the UI goroutine.
type reader struct {
	*hosttest.Host
	t       *testing.T
	p       *Presenter
	service *servicetest.Service
	tuner   *station.Tuner
	box     *settings.Box
	dir     string // the profile's folder
	change  func(*settings.Settings)
	strips  []bool // the arguments of Strip
}

// inReader runs a test with a reader at a place, of a service with a handler.
func inReader(t *testing.T, handler http.Handler, place teletext.Place, change func(*settings.Settings),
	f func(t *testing.T, r *reader),
) {
	t.Helper()
	inReaderAt(t, handler, t.TempDir(), place, change, f)
}

// inReaderAt is inReader with the profile in dir.
func inReaderAt(t *testing.T, handler http.Handler, dir string, place teletext.Place, change func(*settings.Settings),
	f func(t *testing.T, r *reader),
) {
	t.Helper()
	widgettest.RefreshClock()
	synctest.Test(t, func(t *testing.T) {
		r := &reader{t: t, service: servicetest.ServeVirtual(t, handler), dir: dir, change: change}
		r.open(place)
		f(t, r)
		r.close()
	})
}

// open starts the program.
func (r *reader) open(place teletext.Place) {
	r.t.Helper()
	r.Host = hosttest.New(r.t)
	r.Time = time.Time{}
	r.Resize(560, 420) // small, because it is drawn often
	r.tuner, r.box = hosttest.Tune(r.t, r.dir, r.service, r.change, r.Do)
	r.p = New(r, Parts{
		Box: r.box, Tuner: r.tuner, Place: place, Turning: r.box.Get().Turning,
		Attention: func() navigate.Attention { return navigate.InFront },
		Pointer:   func() {}, Menu: func(fyne.Position) {}, Keypad: func() {},
		Line: func() host.LineAction { return host.LineAction{} }, IsWatched: func(int) bool { return false },
		Strip:   func(there bool) { r.strips = append(r.strips, there) },
		Reduced: func() bool { return false },
	})
	foot := container.NewVBox(container.NewStack(r.p.Colours, r.p.DayStrip), r.p.Bar)
	r.Show(container.NewBorder(nil, foot, nil, nil, r.p.Content))
	r.p.Begin()
	r.Rest()
}

// again restarts the program with the first page.
func (r *reader) again() {
	r.t.Helper()
	r.close()
	r.open(at(browse.Home))
}

// close ends the program. Its profile can be opened again.
func (r *reader) close() {
	_ = r.box.SaveLast()
	r.Close()
	r.p.Nav.Stop()
	r.tuner.End()
	r.Rest()
}

// do runs a command.
func (r *reader) do(id string) {
	r.t.Helper()
	command.Find(r.p.Commands(), id).Do()
	r.Rest()
}

// typed types a page number.
func (r *reader) typed(page int) {
	r.t.Helper()
	for _, digit := range fmt.Sprint(page) {
		r.p.TypeDigit(int(digit - '0'))
	}
	r.Rest()
}

// until lets time pass until holds returns true. It checks less often the longer it waits, because each check may draw
// the window.
func (r *reader) until(what string, holds func() bool) {
	r.t.Helper()
	between := 50 * time.Millisecond
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); between = min(between+between/8, time.Second) {
		if r.Rest(); holds() {
			return
		}
		time.Sleep(between)
	}
	r.t.Fatalf("%s did not come in five minutes; %q is shown, %q is said", what, r.p.Title(), r.Notice.Sentence)
}

// count returns how often a page was requested.
func (r *reader) count(page int) int { return r.service.Count(servicetest.DocumentPath(page)) }

// grid returns the cells of a subpage as the service has it now.
func (r *reader) grid(page, subpage int) *teletext.Grid {
	r.t.Helper()
	s, _ := servicetest.Page(r.t, r.service.Handler, page).Subpage(subpage)
	return s.Grid()
}

// picture returns a subpage as the service draws it now.
func (r *reader) picture(page, subpage int) hosttest.Picture {
	r.t.Helper()
	return hosttest.Enlarged(servicetest.Picture(r.t, r.service.Handler, page, subpage))
}

// sharp returns a subpage as it is drawn from its cells.
func (r *reader) sharp(page, subpage int, look render.Look) hosttest.Picture {
	r.t.Helper()
	return hosttest.Sharp(r.grid(page, subpage)[:], look)
}

// shot returns what is drawn of the page.
func (r *reader) shot() *image.RGBA { return hosttest.Shot(r.Canvas(), r.p.Content) }

func (r *reader) shows(p hosttest.Picture) bool { return hosttest.Shows(r.shot(), p) }

// expect checks that a subpage is on the screen, as the service draws it.
func (r *reader) expect(page, subpage int) {
	r.t.Helper()
	if shown := r.p.Nav.Shown(); shown != (teletext.Place{Page: page, Subpage: subpage}) {
		r.t.Errorf("%v is shown, not %d/%d", shown, page, subpage)
	}
	if !r.shows(r.picture(page, subpage)) {
		r.t.Errorf("%d/%d is not seen as it is", page, subpage)
	}
}

// untilSeen waits until a subpage is on the screen as the service draws it. New rows on it are marked for a while.
func (r *reader) untilSeen(page, subpage int) {
	r.t.Helper()
	r.until("the page as it is", func() bool { return r.shows(r.picture(page, subpage)) })
	r.expect(page, subpage)
}

// expectSharp checks that the page is drawn as p. what is for the error.
func (r *reader) expectSharp(what string, p hosttest.Picture) {
	r.t.Helper()
	if !r.shows(p) {
		r.t.Errorf("%s is not seen", what)
	}
}

// says reports whether there is a notice about a page.
func (r *reader) says() bool { return r.About == host.AboutPage && r.Notice.Sentence != "" }

// at returns the place of a page.
func at(page int) teletext.Place { return teletext.Place{Page: page} }
