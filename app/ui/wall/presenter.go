package wall

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// Walls are all walls, open or closed. It belongs to the UI goroutine.
type Walls interface {
	// Named returns the walls with names of the current service, open or closed.
	Named() []settings.OpenWindow
	// OpenWall opens a wall in place of another, which may be nil. Of two with the same name the new one stays.
	OpenWall(w settings.OpenWindow, instead *Wall)
	// Forget removes a closed wall with a name, and returns how to undo that.
	Forget(name string) (undo func())
}

// A Presenter asks which pages to show on a wall.
type Presenter struct {
	host  host.Host
	tuner *station.Tuner
	walls Walls
}

// NewPresenter makes the presenter.
func NewPresenter(h host.Host, tuner *station.Tuner, walls Walls) *Presenter {
	return &Presenter{h, tuner, walls}
}

// Commands returns the command that opens a wall.
func (p *Presenter) Commands() []command.Command {
	return command.In(command.Windows, command.Command{
		ID: "wall.open", Words: say.Text("wall.words"),
		Title: say.Text("wall.command"), Help: say.Text("wall.help"),
		Keys: []command.Key{command.Char('w')}, Place: command.At(command.Main, 1), Do: func() { p.ask(nil) },
	})
}

// A form asks for the pages and the name of a wall.
type form struct {
	presenter   *Presenter
	instead     *Wall // is replaced by the new wall, nil for none
	dialog      *dialog.Dialog
	which       *control.Choice // a new wall, or one with a name
	named       []settings.OpenWindow
	pages, name *control.Entry
	forget      *control.PushButton
	show        *control.PushButton
}

// Edit asks for other pages for a wall.
func (p *Presenter) Edit(w *Wall) { p.ask(w) }

// ask asks for the pages of a wall: favourites at first, or those of the one to replace.
func (p *Presenter) ask(instead *Wall) {
	f := &form{
		presenter: p, instead: instead, named: p.walls.Named(), dialog: p.host.NewServiceDialog(say.Text("wall.title")),
	}
	keys := f.dialog.Keys()
	f.pages = control.NewEntry(keys, say.Text("wall.pages.example"))
	f.pages.OnChanged = func(string) { f.check() }
	f.pages.OnSubmitted = func(string) { f.open() }
	f.name = control.NewEntry(keys, say.Text("wall.name.example"))
	f.name.OnSubmitted = func(string) { f.open() }
	fields := dialog.NewForm()
	f.which = control.NewChoice(keys, []string{say.Text("wall.new")}, func(string) { f.choose() })
	if instead == nil && len(f.named) > 0 {
		f.showNames()
		fields.Add(say.Text("wall.which"), f.which)
	}
	fields.Add(say.Text("wall.pages"), f.pages)
	fields.Add(say.Text("wall.name"), f.name)
	f.dialog.SetForm(fields)
	f.show = control.NewPushButton(keys, say.Text("wall.show"), f.open).Strong()
	f.forget = control.NewPushButton(keys, say.Text("wall.forget"), f.remove)
	buttons := []*control.PushButton{
		control.NewPushButton(keys, say.Text("wall.favourites"), func() { f.pages.SetText(f.favourites()) }),
		host.CloseButton(f.dialog, say.Text("button.cancel")), f.show,
	}
	if instead == nil && len(f.named) > 0 {
		buttons = slices.Insert(buttons, 0, f.forget)
	}
	f.dialog.SetButtons(buttons...)
	f.dialog.StatusLines = 1
	if instead != nil {
		f.pages.SetText(numbers(instead.parts.Pages))
		f.name.SetText(instead.parts.Name)
	} else {
		f.choose()
	}
	p.host.Open(f.dialog, fyne.NewSize(460, 380), f.pages, nil)
}

// showNames shows a new wall and those with names to choose from.
func (f *form) showNames() {
	titles := []string{say.Text("wall.new")}
	for _, w := range f.named {
		titles = append(titles, w.Name)
	}
	f.which.SetWords(titles, titles[0])
}

// choose fills the fields in for a new wall, or for one with a name.
func (f *form) choose() {
	f.forget.SetEnabled(f.chosen() >= 0)
	if at := f.chosen(); at >= 0 {
		f.pages.SetText(numbers(f.named[at].Wall))
		f.name.SetText(f.named[at].Name)
		return
	}
	f.pages.SetText(f.favourites())
	f.name.SetText("")
}

// chosen returns the index of the chosen wall with a name, -1 for a new one.
func (f *form) chosen() int { return max(0, f.which.SelectedIndex()) - 1 }

// favourites returns the numbers of the first favourites that a wall has room for.
func (f *form) favourites() string {
	var pages []int
	for _, favourite := range f.presenter.tuner.Current().Lists.Favourites() {
		if !slices.Contains(pages, favourite.Page) && len(pages) < Most {
			pages = append(pages, favourite.Page)
		}
	}
	return numbers(pages)
}

func numbers(pages []int) string {
	var all []string
	for _, page := range pages {
		all = append(all, strconv.Itoa(page))
	}
	return strings.Join(all, " ")
}

// typed returns the typed pages, each once. Ranges are of pages that may exist.
func (f *form) typed() (pages []int, err error) {
	items, err := playlist.ParseItems(f.pages.Text)
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		for page := it.From; page <= it.To; page++ {
			if it.Kind <= playlist.Subpage && !slices.Contains(pages, page) {
				pages = append(pages, page)
			}
		}
	}
	return pages, nil
}

// check shows how many pages are typed, and whether that is too many or none.
func (f *form) check() {
	pages, err := f.typed()
	n := len(pages)
	f.show.SetEnabled(err == nil && n > 0 && n <= Most)
	switch {
	case err != nil:
		f.dialog.SetStatus(words.Whole(err))
	case n == 0:
		f.dialog.SetStatus(say.Text("wall.none"))
	case n > Most:
		f.dialog.SetStatus(say.Count("wall.tooMany", n, "Room", Most))
	default:
		f.dialog.SetStatus("")
	}
}

// open opens the wall, if its pages can be.
func (f *form) open() {
	pages, err := f.typed()
	if err != nil || len(pages) == 0 || len(pages) > Most {
		f.check()
		f.dialog.Focus(f.pages)
		return
	}
	w := settings.OpenWindow{Wall: pages, Name: settings.CleanName(f.name.Text)}
	if at := f.chosen(); at >= 0 && f.named[at].Name == w.Name {
		w.Frame = f.named[at].Frame
	}
	if f.instead != nil {
		w.Frame = f.instead.State().Frame
	}
	f.dialog.Close()
	f.presenter.walls.OpenWall(w, f.instead)
}

// remove removes the chosen wall with a name.
func (f *form) remove() {
	at := f.chosen()
	if at < 0 {
		return
	}
	name := f.named[at].Name
	f.dialog.Close()
	f.presenter.host.OfferUndo(say.Text("wall.forgotten", "Name", name), f.presenter.walls.Forget(name))
}
