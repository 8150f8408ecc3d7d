package window

import (
	"encoding/json"
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/say"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/ui/find"
	"sextant/app/ui/sound"
	"sextant/assets"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

// A textPlace is a visible text with its width and the available width.
type textPlace struct {
	text       string
	size, room float32
}

// texts returns the visible texts of an object with their widths. A line that ends in an ellipsis is listed in full.
func texts(o fyne.CanvasObject) (list []textPlace) {
	for _, o := range widgettest.Seen(o) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		switch o := o.(type) {
		case *core.Line:
			if at.X >= 0 && o.Cut() {
				list = append(list, textPlace{o.Text(), o.Size().Width + 2, o.Size().Width})
			}
		case *core.Lines:
			if at.X >= 0 && o.Cut() {
				list = append(list, textPlace{o.Text(), o.Size().Width + 2, o.Size().Width})
			}
		case *canvas.Text:
			if at.X >= 0 && o.Text != "" {
				list = append(list, textPlace{o.Text, o.MinSize().Width, o.Size().Width})
			}
		}
	}
	return list
}

// given returns the visible texts of widgets that show texts of the service or the user, which may be of any length.
func given(w *Window) map[string]bool {
	list := map[string]bool{}
	for _, o := range []fyne.CanvasObject{w.page.Bar, w.page.Colours, w.media.Bar(), w.media.Panel(), w.find.Panel()} {
		for _, t := range texts(o) {
			list[t.text] = true
		}
	}
	return list
}

// showSettings opens the settings at a page.
func showSettings(w *Window, page int) {
	w.table.Do("prefs.show")
	for _, o := range widgettest.Seen(w.Canvas().Overlays().Top()) {
		if pages, is := o.(*dialog.Pages); is {
			pages.ShowPage(page)
		}
	}
}

// A fitting is a language and the size of a window in which its texts must fit.
type fitting struct {
	language string
	size     fyne.Size
}

// languagesAndSizes returns all languages in small windows and, if they are finished, in windows of the usual size,
// English in a large window, and the pseudo-language also in a window of 1280 x 800 with the interface enlarged by
// half. Unless tests may take long it returns only the smallest window in the pseudo-language.
func languagesAndSizes() []fitting {
	if !testkit.IsLong() {
		return []fitting{{pseudo, fyne.NewSize(480, 360)}}
	}
	list := []fitting{{"en", fyne.NewSize(1900, 1000)}}
	for _, l := range say.Languages() {
		list = append(list, fitting{l.Tag, fyne.NewSize(480, 360)})
		if l.Finished {
			list = append(list, fitting{l.Tag, fyne.NewSize(921, 653)})
		}
	}
	return append(list, fitting{pseudo, fyne.NewSize(480, 360)}, fitting{pseudo, fyne.NewSize(1280/1.5, 800/1.5)})
}

// english returns the English messages without values that are different in another language.
func english(t *testing.T, tag string) map[string]bool {
	t.Helper()
	read := func(tag string) (messages map[string]any) {
		data, err := assets.Translations.ReadFile("translations/" + tag + ".json")
		if err == nil {
			err = json.Unmarshal(data, &messages)
		}
		if err != nil {
			t.Fatal(err)
		}
		return messages
	}
	other, list := map[string]any{}, map[string]bool{}
	if tag == pseudo {
		testkit.NoError(t, json.Unmarshal(pseudoCatalogue(t), &other))
	} else {
		other = read(tag)
	}
	en := read("en")
	for key, m := range en {
		if said, is := m.(string); is && said != other[key] {
			list[said] = true
		}
	}
	for key, m := range en {
		if form, is := m.(map[string]any); is {
			m = form["other"]
		}
		if said, is := m.(string); is && other[key] == nil {
			delete(list, said) // an unfinished language uses the English message
		}
	}
	for _, m := range other {
		if said, is := m.(string); is {
			delete(list, said) // both languages use the word
		}
	}
	return list
}

// speak sets the language until the test ends.
func speak(t *testing.T, language string) {
	t.Helper()
	before := say.InUse()
	t.Cleanup(func() { _ = say.Use(before) })
	if language == pseudo {
		testkit.NoError(t, say.UseCatalogue(pseudo, pseudoCatalogue(t)))
		return
	}
	testkit.NoError(t, say.Use(language))
}

// TestNothingIsCut opens panels, dialogs and menus in small and large windows, and checks that no text of the program
// is wider than its place, or in English if another language is set.
func TestNothingIsCut(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	for _, in := range languagesAndSizes() {
		size, foreign := in.size, english(t, in.language)
		for name, open := range opened(t) {
			t.Run(fmt.Sprintf("%s, %s at %vx%v", in.language, name, size.Width, size.Height), func(t *testing.T) {
				speak(t, in.language)
				w := newWindow(t)
				w.win.Resize(size)
				open(w)
				uncut(t, w, foreign)
			})
		}
	}
}

// uncut checks that no text in a window, or in its overlays, is wider than its place, or foreign.
func uncut(t *testing.T, w *Window, foreign map[string]bool) {
	t.Helper()
	known := given(w)
	seen := texts(w.win.Content())
	for _, o := range w.Canvas().Overlays().List() {
		seen = append(seen, texts(o)...)
	}
	if len(seen) == 0 {
		t.Fatal("nothing is seen")
	}
	for _, s := range seen {
		if foreign[s.text] && !known[s.text] {
			t.Errorf("%q is English", s.text)
		}
		if s.room > 0 && s.size > s.room+1 && !known[s.text] { // a text without any room is hidden
			t.Errorf("%q needs %v and has %v", s.text, s.size, s.room)
		}
	}
}

// TestNothingOfAPageIsCut does the same in the pseudo-language with dialogs and the strip that need a page.
func TestNothingOfAPageIsCut(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	foreign := english(t, pseudo)
	for _, id := range []string{"save.export", "page.info", "page.versions", "playlists.show"} {
		sizes := []fyne.Size{fyne.NewSize(480, 360), fyne.NewSize(1280/1.5, 800/1.5)}
		for _, size := range sizes[:testkit.Times(1, 2)] {
			t.Run(fmt.Sprintf("%s at %vx%v", id, size.Width, size.Height), func(t *testing.T) {
				speak(t, pseudo)
				w, h := startDemo(t)
				w.win.Resize(size)
				w.table.Do(id)
				h.Until(t, "something opens", func() bool {
					return w.Canvas().Overlays().Top() != nil || id == "page.versions"
				})
				uncut(t, w, foreign)
			})
		}
	}
}

// TestPanelsHaveRoom opens each list of the panels in each language, and checks that no panel needs more than its
// width.
func TestPanelsHaveRoom(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	tags := []string{pseudo}
	for _, l := range say.Languages()[:testkit.Times(1, len(say.Languages()))] {
		tags = append(tags, l.Tag)
	}
	for _, tag := range tags {
		t.Run(tag, func(t *testing.T) {
			speak(t, tag)
			w := newWindow(t)
			w.win.Resize(fyne.NewSize(921, 653))
			fits := func(name string, tab int, panel fyne.CanvasObject) {
				if need, has := panel.MinSize().Width, panel.Size().Width; has == 0 || need > has {
					t.Errorf("list %d of the %s needs %v and has %v", tab, name, need, has)
				}
			}
			for tab := find.Text; tab <= find.History; tab++ {
				w.panels.showFinder(tab)
				fits("search", int(tab), w.find.Panel())
			}
			w.panels.closeFinder()
			w.panels.toggleDownloads()
			for tab := sound.All; tab <= sound.Marks; tab++ {
				w.media.Panel().Choose(tab)
				fits("recordings", int(tab), w.media.Panel())
			}
		})
	}
}
