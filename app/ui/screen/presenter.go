// Package screen is what people see of a public screen: its window, and beside other windows the commands and the form
// that show a page, several, the favourites or the playlist on a monitor.
package screen

import (
	"slices"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/ui/loop"
	"sextant/app/words"
)

// A Screen shows a public screen beside the windows. It belongs to the UI goroutine.
type Screen interface {
	// Show shows a list, or the profile's playlist if it is nil, in place of what was shown, on a monitor that is
	// counted from 1. failed is called with the reason if it cannot.
	Show(list *playlist.Playlist, monitor int, failed func(error))
	// IsShown reports whether the screen is shown or being opened, and Leave ends it.
	IsShown() bool
	Leave()
}

// Parts are the presenter's dependencies.
type Parts struct {
	Screen Screen
	Tuner  *station.Tuner
	Box    *settings.Box
	// Shown returns the place on the window, and Name the name of its page.
	Shown func() teletext.Place
	Name  func(page int) string
	// Monitors returns the monitors, and Monitor the number of the window's from 1 on, 0 if it is not known.
	Monitors func() []loop.Monitor
	Monitor  func() int
	// Edit opens the playlist.
	Edit func()
}

// A Presenter asks what to show, and on which monitor.
type Presenter struct {
	host  host.Host
	parts Parts
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter { return &Presenter{h, parts} }

// Commands returns the commands that show a public screen.
func (p *Presenter) Commands() []command.Command {
	return command.In(
		command.Windows,
		command.Command{
			ID: "screen.show", Words: say.Text("screen.words"),
			Title: say.Text("screen.show"), Help: say.Text("screen.show.help"),
			Place: command.At(command.Main, 1), Do: p.ask,
		},
		command.Command{
			ID: "screen.page", Words: say.Text("screen.words"), Typed: true,
			Title: say.Text("screen.page"), Help: say.Text("screen.show.help"),
			Do: func() { p.show(p.shownPage()) },
		},
		command.Command{
			ID: "screen.favourites", Words: say.Text("screen.words"), Typed: true,
			Title: say.Text("screen.favourites"), Help: say.Text("screen.show.help"),
			Enabled: p.hasFavourites, Why: say.Text("screen.favourites.why"), Do: p.showFavourites,
		},
		command.Command{
			ID: "screen.playlist", Words: say.Text("screen.words"), Typed: true,
			Title: say.Text("screen.playlist"), Help: say.Text("screen.show.help"),
			Do: p.ShowPlaylist,
		},
		command.Command{
			ID: "screen.leave", Words: say.Text("screen.words"), Typed: true,
			Title: say.Text("screen.leave"), Help: say.Text("screen.leave.help"),
			Enabled: func() bool { return p.parts.Screen.IsShown() }, Why: say.Text("screen.leave.why"),
			Do: func() { p.parts.Screen.Leave() },
		},
	)
}

// ShowPlaylist shows the profile's playlist on the window's monitor.
func (p *Presenter) ShowPlaylist() { p.showOn(nil, p.parts.Monitor()) }

// ShowPages shows pages at once, as many as there are, on a monitor.
func (p *Presenter) ShowPages(pages []int, monitor int) {
	var items []playlist.Item
	for _, page := range pages {
		items = append(items, playlist.Item{Kind: playlist.Pages, From: page, To: page})
	}
	p.showOn(playlist.Of(items, playlist.TogetherFor(len(items))), monitor)
}

func (p *Presenter) show(list *playlist.Playlist) { p.showOn(list, p.parts.Monitor()) }

// showOn shows a list on a monitor, or a notice with the reason why not.
func (p *Presenter) showOn(list *playlist.Playlist, monitor int) {
	p.parts.Screen.Show(list, monitor, func(err error) {
		p.host.ShowNotice(host.AboutNothing, words.Message{Sentence: say.Text("screen.failed"), Hint: words.Why(err)})
	})
}

// shownPage returns the list of the page on the window.
func (p *Presenter) shownPage() *playlist.Playlist {
	page := p.page()
	return playlist.Of([]playlist.Item{{Kind: playlist.Pages, From: page, To: page}}, 1)
}

// page returns the number of the page on the window, or that of the first one while there is none.
func (p *Presenter) page() int {
	if page := p.parts.Shown().Page; page != 0 {
		return page
	}
	return browse.Home
}

// favourites returns the pages among the favourites, each once.
func (p *Presenter) favourites() (pages []int) {
	for _, f := range p.parts.Tuner.Current().Lists.Favourites() {
		if !slices.Contains(pages, f.Page) {
			pages = append(pages, f.Page)
		}
	}
	return pages
}

func (p *Presenter) hasFavourites() bool { return len(p.favourites()) > 0 }

// showFavourites shows the favourites, or why it cannot.
func (p *Presenter) showFavourites() {
	if !p.hasFavourites() {
		p.host.Mention(say.Text("screen.favourites.none"))
		return
	}
	p.show(playlist.Of([]playlist.Item{{Kind: playlist.Favourites}}, 1))
}
