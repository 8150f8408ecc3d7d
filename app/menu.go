package app

import (
	"net/url"
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/menus"
	"sextant/widgets/pageview"
)

func placeOf(l teletext.Link) browse.Place { return browse.Place{Page: l.Page, Subpage: l.Subpage} }

// openURL hands an address of the web to the desktop's browser.
func (w *window) openURL(address string) {
	u, err := url.Parse(address)
	if err == nil {
		err = fyne.CurrentApp().OpenURL(w.app.station.Outside(u))
	}
	if err != nil {
		w.Tell(words.Message{Sentence: "The address could not be opened.", Hint: address})
	}
}

// mainMenu is the window's menu.
func (w *window) mainMenu() *fyne.Menu {
	return fyne.NewMenu("",
		w.pageMenu(),
		w.viewMenu(),
		w.saveMenu(),
		fyne.NewMenuItem("Watched …", w.showWatches),
		fyne.NewMenuItem("Full screen    F11", w.toggleFull),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Settings …    Ctrl+,", w.showSettings),
		fyne.NewMenuItem("Keys    ?", w.showKeys),
		fyne.NewMenuItem("About Sextant", w.showAbout),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Quit    Ctrl+Q", w.app.quit),
	)
}

// showMenu opens the window's menu above its button, or in the corner where that would be while the bar is
// not there.
func (w *window) showMenu() *menus.Menu {
	place := menus.Above(w.menuSwitch)
	if !w.bar.Visible() {
		size := w.win.Canvas().Size()
		place = menus.At(fyne.NewPos(size.Width, size.Height))
	}
	return menus.Open(w.win.Canvas(), w.mainMenu(), place)
}

// menuKey opens the window's menu by a key, or that of the page.
func (w *window) menuKey(ofPage bool) {
	switch {
	case w.app.options.Kiosk:
	case !ofPage:
		w.showMenu().ActivateFirst()
	case w.app.nav.Shown().Page != 0:
		w.tips.Hide()
		at := fyne.NewPos(0, 0)
		if page := w.page.Size(); page.Width > 0 {
			at = fyne.NewPos(page.Width/4, page.Height/4)
		}
		w.openPageMenu(at).ActivateFirst()
	}
}

// showPageMenu opens the menu of the page on screen where the pointer is.
func (w *window) showPageMenu(at fyne.Position) {
	if !w.app.options.Kiosk {
		w.openPageMenu(at)
	}
}

func (w *window) openPageMenu(at fyne.Position) *menus.Menu {
	copied := fyne.NewMenuItem("Copy    Ctrl+C", w.copySelection)
	copied.Disabled = len(w.page.Selection()) == 0 && w.reading.Selected() == ""
	menu := fyne.NewMenu("",
		copied,
		fyne.NewMenuItem("Select all    Ctrl+A", w.selectAll),
		fyne.NewMenuItem("Copy page address", w.copyAddress),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Save picture …", w.savePicture),
		fyne.NewMenuItem("Save text …", w.saveText),
		fyne.NewMenuItemSeparator(),
		w.viewMenu(),
		w.pageMenu(),
	)
	return menus.Open(w.win.Canvas(), menu, menus.At(at))
}

// pageMenu is what can be done with the page on screen.
func (w *window) pageMenu() *fyne.MenuItem {
	page := w.app.nav.Shown().Page
	favourite := fyne.NewMenuItem("Favourite    Ctrl+D", w.toggleFavourite)
	favourite.Checked = slices.ContainsFunc(w.app.favourites, func(f store.Favourite) bool { return f.Page == page })
	watch := fyne.NewMenuItem(watchWords, w.toggleWatch)
	watch.Checked = w.watched(page)
	m := fyne.NewMenuItem("Page", nil)
	m.ChildMenu = fyne.NewMenu("", favourite, watch,
		fyne.NewMenuItem("Earlier versions    T", w.toggleTimeMachine),
		fyne.NewMenuItem("Page information    Ctrl+I", w.showPageInfo))
	for _, i := range m.ChildMenu.Items {
		i.Disabled = page == 0
	}
	return m
}

// viewMenu is what can be changed of how the page is shown.
func (w *window) viewMenu() *fyne.MenuItem {
	item := func(label string, on, enabled bool, f func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(label, f)
		i.Checked, i.Disabled = on, !enabled
		return i
	}
	v, s := &w.view, w.app.settings
	m := fyne.NewMenuItem("View", nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, k := range settings.ViewKinds() {
		label := k.Title()
		if k == settings.ImageView {
			label += "    F6 changes the view"
		}
		m.ChildMenu.Items = append(m.ChildMenu.Items, item(label, s.View == k, true, func() { w.setView(k) }))
	}
	colours := fyne.NewMenuItem("Colours of the sharp view", nil)
	colours.ChildMenu = fyne.NewMenu("")
	for _, p := range render.Palettes() {
		colours.ChildMenu.Items = append(colours.ChildMenu.Items, item(p.Title, s.Palette == p.Name, true, func() { w.setPalette(p.Name) }))
	}
	m.ChildMenu.Items = append(m.ChildMenu.Items,
		colours,
		fyne.NewMenuItemSeparator(),
		item("Reveal what is concealed    R", v.reveal, v.grid != nil && v.grid.Concealed(), w.toggleReveal),
		item("Upper half    Z", v.zoom == pageview.UpperHalf, true, func() { w.setZoom(other(v.zoom, pageview.UpperHalf)) }),
		item("Lower half    Z Z", v.zoom == pageview.LowerHalf, true, func() { w.setZoom(other(v.zoom, pageview.LowerHalf)) }),
		item("Header row with a clock", s.Header, true, w.toggleHeader),
		item("Shape of an old television (4:3)", s.FourToThree, true, w.toggleShape),
	)
	return m
}

// other is the half wanted, or the whole page if that half is shown already.
func other(now, want pageview.Zoom) pageview.Zoom {
	if now == want {
		return pageview.WholePage
	}
	return want
}
