package page

import (
	"context"
	"fmt"
	"image"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/evening"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
	"sextant/widgets/widgettest"
)

// saveEvening stores 500 versions of the page of an evening under a page number, and returns all versions of that
// number.
func saveEvening(b *testing.B, st *store.Store, number int) []store.VersionInfo {
	b.Helper()
	start := time.Now().Add(-5 * time.Hour)
	e := evening.New(3, start)
	for i := range 500 {
		at := start.Add(time.Duration(i) * time.Minute / 2)
		doc := e.Page(evening.FirstLeague, at)
		doc.Number, doc.Name = number, fmt.Sprint("League ", i)
		data := testkit.Must(doc.EncodeJSON())(b)
		st.SavePage(doc, data, "json", at, api.Validators{})
	}
	testkit.NoError(b, st.Flush(b.Context()))
	all, err := st.Versions(number)
	if err != nil || len(all) < 500 {
		b.Fatalf("%d versions, %v", len(all), err)
	}
	return all
}

// BenchmarkVersions reads the film of 500 versions of a page, follows a line and a part of it through them, and reads
// one version for the screen.
func BenchmarkVersions(b *testing.B) {
	st, _ := store.Open(b.TempDir()+"/pages.db", store.Options{Now: time.Now})
	b.Cleanup(func() { _ = st.Close() })
	all := saveEvening(b, st, evening.FirstLeague)
	shot := &shooting{}
	b.Run("film", func(b *testing.B) {
		for b.Loop() {
			shot = &shooting{subpage: 1, frames: map[int64]*frame{}}
			testkit.NoError(b, st.EachVersion(context.Background(), evening.FirstLeague, 0, shot.add))
		}
	})
	for name, span := range map[string]teletext.Span{
		"line": {Row: 4, Before: teletext.Columns}, "part": {Row: 4, From: 20, Before: 30},
	} {
		b.Run("filter of a "+name, func(b *testing.B) {
			for b.Loop() {
				frames := framesOf(shot.frames, all)
				choosing{frames: frames, subpage: 1}.find(all, all[400].ID, []teletext.Span{span})
			}
		})
	}
	b.Run("read", func(b *testing.B) {
		o := &openVersions{from: st, number: evening.FirstLeague, subpage: 1}
		for i := 0; b.Loop(); i++ {
			if readVersion(o, all, 1+i%499) == nil {
				b.Fatal("it could not be read")
			}
		}
	})
}

// BenchmarkScrub shows one version after another, as when the user scrubs, and draws the page and the strip.
func BenchmarkScrub(b *testing.B) {
	for _, size := range []image.Point{{1280, 800}, {3840, 2160}} {
		b.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(b *testing.B) { benchmarkScrub(b, size) })
	}
}

func benchmarkScrub(b *testing.B, size image.Point) {
	h := hosttest.New(b)
	tuner, box := hosttest.Demo(b, h.Do)
	p := New(h, Parts{
		Box: box, Tuner: tuner, Place: at(browse.Home), Pointer: func() {},
		Attention: func() navigate.Attention { return navigate.InFront }, Strip: func(bool) {},
		Reduced: func() bool { return false },
		Line:    func() host.LineAction { return host.LineAction{} }, IsWatched: func(int) bool { return false },
	})
	b.Cleanup(func() {
		h.Close()
		p.Nav.Stop()
		tuner.End()
	})
	saveEvening(b, tuner.Current().Store, browse.Home)
	h.Resize(float32(size.X), float32(size.Y))
	h.Show(p.Content)
	p.Begin()
	h.Until(b, "the page", func() bool { return p.sheet.scene.Grid != nil })
	p.versions.toggle()
	h.Until(b, "the strip", func() bool { return p.versions.isOn() && len(p.versions.opened.film.frames) >= 500 })
	p.DayStrip.Resize(fyne.NewSize(float32(size.X), 100))
	var rasters []*canvas.Raster
	for _, o := range append(widgettest.Seen(p.Content), widgettest.Seen(p.DayStrip)...) {
		if r, is := o.(*canvas.Raster); is {
			rasters = append(rasters, r)
		}
	}
	i := 400
	for b.Loop() {
		if i--; i < 2 {
			i = 400
		}
		p.versions.goTo(i)
		h.Until(b, "the version", func() bool { return p.versions.opened.at == i })
		for _, r := range rasters {
			r.Generator(int(r.Size().Width), int(r.Size().Height))
		}
	}
	b.ReportMetric(float64(len(rasters)), "rasters")
}
