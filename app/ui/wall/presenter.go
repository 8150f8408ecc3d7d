package wall

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// A Presenter asks which favourites to show on a wall.
type Presenter struct {
	host  host.Host
	tuner *station.Tuner
	open  func(pages []int)
}

// NewPresenter makes the presenter. open opens a wall.
func NewPresenter(h host.Host, tuner *station.Tuner, open func(pages []int)) *Presenter {
	return &Presenter{h, tuner, open}
}

// Commands returns the command that opens a wall.
func (p *Presenter) Commands() []command.Command {
	return command.In(command.Windows, command.Command{
		ID: "wall.open", Title: say.Text("wall.command"), Help: say.Text("wall.help"),
		Keys: []command.Key{command.Ctrl(fyne.KeyW)}, Place: command.At(command.Main, 1), Do: p.askForPages,
	})
}

// askForPages asks which favourites to show on the wall.
func (p *Presenter) askForPages() {
	favourites := pagesOf(p.tuner.Current().Lists.Favourites())
	if len(favourites) == 0 {
		host.ShowText(p.host, say.Text("wall.title"), fyne.NewSize(420, 200), []reading.Passage{
			{Text: say.Text("wall.empty")},
		}, nil)
		return
	}
	d := p.host.NewServiceDialog(say.Text("wall.title"))
	c := &choice{favourites: favourites, dialog: d}
	c.show = control.NewPushButton(d.Keys(), say.Text("wall.show"), func() {
		pages := c.pages()
		d.Close()
		p.open(pages)
	}).Strong()
	rows := container.NewVBox()
	for i, f := range favourites {
		s := control.NewSwitch(d.Keys(), strings.TrimSpace(fmt.Sprintf("%d  %s", f.Page, f.Name)), func(bool) {
			c.count()
		})
		s.SetChecked(i < Most)
		c.switches = append(c.switches, s)
		rows.Add(s)
	}
	d.SetScrolled(rows)
	d.SetButtons(host.CloseButton(d, say.Text("button.cancel")), c.show)
	c.count()
	p.host.Open(d, fyne.NewSize(420, 480), c.show, nil)
}

// A choice is a choice of favourites.
type choice struct {
	favourites []store.Favourite
	switches   []*control.Switch
	dialog     *dialog.Dialog
	show       *control.PushButton
}

// pages returns the chosen pages.
func (c *choice) pages() (pages []int) {
	for i, s := range c.switches {
		if s.Checked {
			pages = append(pages, c.favourites[i].Page)
		}
	}
	return pages
}

// count shows how many are chosen, and whether that is too many or none.
func (c *choice) count() {
	n := len(c.pages())
	c.show.SetEnabled(n > 0 && n <= Most)
	switch {
	case n == 0:
		c.dialog.SetStatus(say.Text("wall.none"))
	case n > Most:
		c.dialog.SetStatus(say.Count("wall.tooMany", n, "Room", Most))
	default:
		c.dialog.SetStatus("")
	}
}

// pagesOf returns the favourites, each page once.
func pagesOf(list []store.Favourite) (once []store.Favourite) {
	seen := map[int]bool{}
	for _, f := range list {
		if !seen[f.Page] {
			seen[f.Page] = true
			once = append(once, f)
		}
	}
	return once
}
