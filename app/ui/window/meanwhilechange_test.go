package window

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
)

// other returns a window that the user is not in. Without one it opens another.
func (m *meanwhile) other() *Window {
	others := slices.DeleteFunc(slices.Clone(m.set.list), func(w *Window) bool { return w == m.Window })
	if len(others) == 0 {
		m.set.Open(teletext.Place{Page: 101})
		return m.set.Front()
	}
	return oneOf(m, others)
}

// change changes something, from another window or another program.
func (m *meanwhile) change() {
	kinds := []struct {
		name string
		do   func()
	}{
		{"queue", m.changeQueue},
		{"queue", m.changeQueue}, // the cheap ones are more frequent
		{"favourites", m.changeFavourites},
		{"favourites", m.changeFavourites},
		{"marks", m.changeMarks},
		{"marks", m.changeMarks},
		{"watches", m.changeWatches},
		{"recordings", m.changeRecordings},
		{"page", m.changePage},
		{"visit", func() { m.other().GoTo(m.place()) }},
		{"going", m.travel},
		{"going", m.travel},
		{"going", m.travel},
		{"playback", m.changePlayback},
		{"service", m.changeService},
		{"windows", m.changeWindows},
		{"settings", m.changeSettings},
		{"command", m.otherCommand},
	}
	kind := oneOf(m, kinds)
	m.note("  meanwhile: %s", kind.name)
	kind.do()
}

// place returns a random place; some do not exist.
func (m *meanwhile) place() teletext.Place {
	return teletext.Place{Page: oneOf(m, []int{100, 101, 150, 200, 300, 700, 712, 899}), Subpage: m.n(3)}
}

// changed returns a random variation of a list: without one, with one moved, with one more, or empty.
func changed[T any](m *meanwhile, list []T, more T) []T {
	list = slices.Clone(list)
	if len(list) == 0 {
		return []T{more}
	}
	at := m.n(len(list))
	switch m.n(6) {
	case 0, 1:
		return slices.Delete(list, at, at+1)
	case 2, 3:
		moved := list[at]
		list = slices.Delete(list, at, at+1)
		return slices.Insert(list, m.n(len(list)+1), moved)
	case 4:
		return slices.Insert(list, at, more)
	}
	if m.n(4) == 0 {
		return nil
	}
	slices.Reverse(list)
	return list
}

// recording returns a recording of the service's list, or an unknown one.
func (m *meanwhile) recording() media.Item {
	if c := m.parts.Listen.Catalogue; c.Count() > 0 {
		return *c.At(m.n(c.Count()))
	}
	return media.Item{ID: "m0", Title: "Recording 1"}
}

// changeQueue changes the queue by another window, or by another program.
func (m *meanwhile) changeQueue() {
	queue, lists := m.parts.Listen.Queue, m.parts.Tuner.Current().Lists
	e := queue.Entries()
	switch n := m.n(5); {
	case n == 0 || len(e) == 0:
		_, _ = queue.Add(m.recording(), m.n(2) == 0) // it may be full
	case n == 1:
		queue.Remove(oneOf(m, e).ID)
	case n == 2:
		queue.Move(oneOf(m, e).ID, m.n(len(e)))
	default:
		lists.SetQueue(changed(m, lists.Queue(), m.recording()))
	}
}

func (m *meanwhile) changeFavourites() {
	lists := m.parts.Tuner.Current().Lists
	p := m.place()
	all := changed(m, lists.Favourites(), store.Favourite{Page: p.Page, Subpage: p.Subpage, Name: "Another"})
	lists.SetFavourites(slices.CompactFunc(all, func(a, b store.Favourite) bool { return a.Page == b.Page }))
}

func (m *meanwhile) changeMarks() {
	lists := m.parts.Tuner.Current().Lists
	k := kept.NewMark(m.recording(), time.Duration(m.n(9))*time.Second, "", m.Now())
	if all := lists.Marks(); len(all) > 0 && m.n(3) > 0 {
		k = oneOf(m, all)
	}
	if m.n(2) == 0 {
		lists.RemoveMark(k)
		return
	}
	k.Note = oneOf(m, []string{"", "the tide turns", "slack"})
	lists.SetMark(k)
}

func (m *meanwhile) changeWatches() {
	lists := m.parts.Tuner.Current().Lists
	all := changed(m, lists.Watches(), store.Watch{Page: m.place().Page, Since: m.Now()})
	if len(all) > 0 && m.n(2) == 0 {
		all[m.n(len(all))].Paused = m.n(2) == 0
	}
	lists.SetWatches(all)
}

// changeRecordings changes what is on the disk, and the order of the service's list.
func (m *meanwhile) changeRecordings() {
	l, it := m.parts.Listen, m.recording()
	switch m.n(6) {
	case 0:
		l.Library.Toggle(it)
	case 1:
		l.Library.Keep(it)
	case 2:
		l.Library.Remove(it)
	case 3:
		l.ToggleHeard(it)
	case 4:
		l.Catalogue.SetOrder(oneOf(m, settings.DownloadOrders()))
	case 5:
		l.Catalogue.Reload()
	}
}

// changePage changes a page at the service, and lets another window ask for it.
func (m *meanwhile) changePage() {
	page := m.page.Nav.Shown().Page
	if page == 0 || m.n(3) == 0 {
		page = recentPage
	}
	switch exists := m.editor.Page(page) != nil; m.n(4) {
	case 0:
		m.setGone(page, !m.isGone(page))
	case 1:
		if exists {
			m.editor.Rewrite(page, func(doc *teletext.Page) { doc.Subpages = doc.Subpages[:1] })
		}
	default:
		if exists {
			m.rewrite(page, oneOf(m, []string{"The tide turns", "", "It is 12 degrees, 200 and 300"}))
		}
	}
	w := m.other()
	w.GoTo(teletext.Place{Page: page})
	if m.n(2) == 0 {
		m.rest()
		w.table.Do("page.reload")
	}
}

// travel lets the user's own window go to a page, which may be slow.
func (m *meanwhile) travel() {
	if m.n(3) == 0 {
		m.service.Release()
		m.service.Hold()
	} else if m.n(2) == 0 {
		m.service.Release()
	}
	if m.n(4) > 0 && !m.Window.closed {
		m.GoTo(m.place())
	}
}

// changePlayback stops what plays, lets it end, or plays something else.
func (m *meanwhile) changePlayback() {
	l := m.parts.Listen
	switch m.n(5) {
	case 0:
		l.Stop()
	case 1:
		l.SeekShare(1)
		m.rest()
		time.Sleep(2 * time.Second)
		m.rest()
	case 2:
		l.PlayNext()
	case 3:
		l.Play(m.recording())
	case 4:
		l.Toggle()
	}
}

// changeService tunes in to another service, or changes the list of services.
func (m *meanwhile) changeService() {
	tuner := m.parts.Tuner
	silent := settings.NewPreset("Silent", m.parts.Box.Get().Service)
	silent.ID, silent.BaseURL, silent.MediaBaseURL = "silent", "http://127.0.0.1:1", ""
	switch n := m.n(6); n {
	case 0, 1, 2, 3:
		m.service.Release()
		to := m.preset()
		if n == 0 {
			to = silent
		}
		tuner.TuneTo(m.t.Context(), to, "", func(error) {})
		if m.rest(); n > 0 {
			m.fillLists()
		}
	case 4:
		tuner.Presets.Put(silent)
	case 5:
		tuner.Presets.Remove("silent")
	}
}

// changeWindows opens a window, or closes one: the user's or another.
func (m *meanwhile) changeWindows() {
	switch other := m.other(); m.n(5) {
	case 0:
		if m.isOpen() {
			m.set.Close(m.Window)
		}
	case 1, 2:
		m.set.Close(other)
	case 3:
		if len(m.set.list) < 4 {
			m.set.Open(m.place())
		}
	case 4:
		m.win.Resize(oneOf(m, []fyne.Size{
			fyne.NewSize(480, 360), fyne.NewSize(800, 640), fyne.NewSize(1200, 700),
		}))
	}
}

// changeSettings changes the language, the theme, the size or the view.
func (m *meanwhile) changeSettings() {
	language := oneOf(m, []string{"en", "de", "fi", "sv"})
	theme := oneOf(m, []settings.ThemeKind{settings.DarkTheme, settings.LightTheme})
	size := oneOf(m, []int{100, 150})
	drawing := oneOf(m, []settings.DrawingKind{settings.SharpDrawing, settings.PictureDrawing})
	n := m.n(8)
	share := m.chance.Float64()
	m.parts.Box.Change(func(s *settings.Settings) {
		switch n {
		case 0, 1:
			s.Language = language
		case 2:
			s.Theme = theme
		case 3:
			s.InterfaceSize = size
		case 4:
			s.Drawing = drawing
		case 5:
			s.View = settings.ViewKinds()[int(share*float64(len(settings.ViewKinds())))]
		case 6:
			s.Volume = share
		case 7:
			s.Turning, s.Keypad = share < 0.5, share > 0.3
		}
	})
}

// otherCommand runs a command of the table in another window.
func (m *meanwhile) otherCommand() {
	w := m.other()
	c := oneOf(m, w.table.All())
	if c.Do != nil && !elsewhere(c.ID) {
		m.note("    %s", c.ID)
		c.Do()
	}
}
