// Package find presents the ways to find a page, which are a panel with the search in all stored pages, the directory,
// favourites and the history; and the list of all commands.
package find

import (
	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/navigate"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Tuner *station.Tuner
	Nav   *navigate.Navigation
	// Open goes to a page; words of a search are marked there, exactly as written or not.
	Open func(place teletext.Place, words string, exact bool)
	// ShowFavourites opens the panel at the favourites.
	ShowFavourites func()
	// Close closes the panel; Opened is called after a page was opened from it.
	Close, Opened func()
	// Words is what else can be done with the words that were searched for.
	Words host.WordsAction
}

// A Presenter shows the finder and handles the user's actions in it.
type Presenter struct {
	host  host.Host
	parts Parts
	panel *Panel

	tabs       *tabs
	favourites favourites
	endIndexes func() // ends the requests for the index pages
}

// New makes the panel, hidden.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts, endIndexes: func() {}}
	p.tabs = &tabs{find: p, folded: map[int]bool{}, cancel: func() {}}
	p.favourites = favourites{p}
	p.panel = newPanel(h.Tips(), h.Keys(), p.actions())
	p.panel.Hide()
	p.subscribe()
	return p
}

func (p *Presenter) Panel() *Panel { return p.panel }

// lists returns the lists of the current service.
func (p *Presenter) lists() *kept.Lists { return p.parts.Tuner.Current().Lists }

// offerUndo shows what was done with a list, with undo.
func (p *Presenter) offerUndo(done string, undo func()) {
	p.host.OfferUndo(words.Unkept(done, p.lists().Lasting()), undo)
}

// subscribe subscribes to the changes to show.
func (p *Presenter) subscribe() {
	t, atClose := p.parts.Tuner, p.host.AtClose
	atClose(t.Collecting.On(func(c acquire.Collecting) {
		p.panel.setCollecting(collectingWords(c))
		p.tabs.fillLater()
	}))
	atClose(t.PageChanged.On(func(acquire.Change) { p.tabs.fillLater() }))
	atClose(t.Answered.On(func(int) { p.tabs.fillLater() }))
	atClose(func() { p.endIndexes() })
	atClose(t.Tuned.On(func(station.Change) {
		p.endIndexes()
		p.panel.setCollecting(collectingWords(t.Current().Collect.Progress()))
		p.tabs.fillTab()
	}))
	atClose(t.Lists.On(func(l kept.List) {
		if l == kept.Favourites {
			p.tabs.fillTab()
		}
	}))
}

func (p *Presenter) actions() panelActions {
	return panelActions{
		tab:        p.show,
		query:      func(string) { p.tabs.fillTab() },
		open:       p.tabs.openRow,
		fold:       p.tabs.fold,
		exact:      func(on bool) { p.tabs.exact = on; p.tabs.fillTab() },
		words:      p.parts.Words,
		add:        p.favourites.toggleShown,
		importFile: p.favourites.importFile,
		exportFile: p.favourites.exportFile,
		move: func(from, to int) {
			if p.panel.query() == "" { // a filtered list cannot be reordered
				p.favourites.move(p.tabs.favourite(from), to)
			}
		},
		remove:  func(row int) { p.favourites.remove(p.tabs.favourite(row)) },
		collect: func() { p.parts.Tuner.Current().Collect.Start() },
		pause:   p.pauseCollecting,
		cancel:  func() { p.parts.Tuner.Current().Collect.Cancel() },
		close:   p.parts.Close,
	}
}

// Show shows a tab of the panel, which the window makes visible, and focuses it.
func (p *Presenter) Show(tab Tab) {
	p.panel.choose(tab)
	p.panel.Show()
	p.panel.setCollecting(collectingWords(p.parts.Tuner.Current().Collect.Progress()))
	p.show(tab)
}

// show fills a tab, which is the current one.
func (p *Presenter) show(tab Tab) {
	st := p.parts.Tuner.Current()
	p.tabs.fillTab()
	st.LookNow()
	if tab == Pages {
		p.endIndexes()
		p.endIndexes = readIndexes(st)
	}
}

// Focus focuses the entry of the tab.
func (p *Presenter) Focus(c fyne.Canvas) { p.panel.focusEntry(c) }

// Hide cancels what is being read for the panel, and hides it.
func (p *Presenter) Hide() {
	p.tabs.cancel()
	p.panel.Hide()
}

func (p *Presenter) pauseCollecting() {
	c := p.parts.Tuner.Current().Collect
	if c.Progress().Paused {
		c.Start()
	} else {
		c.Pause()
	}
}
