// Package save writes the page on screen to a file.
package save

import (
	"fmt"
	"image"

	"sextant/app/browse"
	"sextant/app/export"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are what the presenter is about.
type Parts struct {
	Box   *settings.Box
	Tuner *station.Tuner
	Nav   *navigate.Navigation
	// Shown is what of the page is on screen: the page as it is or an earlier version, whether what is concealed is
	// shown, and how many pixels the page has.
	Shown func() (scene navigate.Scene, reveal bool, size image.Point)
}

// A Presenter writes the page on screen to a file, as it is seen or in a form that the user chooses.
type Presenter struct {
	host  host.Host
	parts Parts
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter { return &Presenter{h, parts} }

// Commands are the ways to write the page on screen.
func (p *Presenter) Commands() []command.Command {
	file := []command.Place{{Menu: command.FileMenu, Group: 0}}
	both := append(file, command.Place{Menu: command.Context, Group: 1})
	return []command.Command{
		{ID: "save.picture", Title: "Save picture …", Place: both, Do: p.savePicture},
		{ID: "save.text", Title: "Save text …", Place: both, Do: func() { p.saveSubpage(p.take(), export.Text) }},
		{ID: "save.export", Title: "Export …", Place: file, Do: p.showExport},
	}
}

// A sheet is the page on screen at a moment, to be written in the background.
type sheet struct {
	scene navigate.Scene
	form  export.Form // as it is seen; its format is yet to be set
	guide *browse.Directory
	from  *station.Station
}

// take takes down what is on screen.
func (p *Presenter) take() sheet {
	set, st := p.parts.Box.Get(), p.parts.Tuner.Current()
	scene, reveal, size := p.parts.Shown()
	palette, _ := render.PaletteNamed(set.Palette)
	s := sheet{scene: scene, guide: p.parts.Nav.Directory().Clone(), from: st}
	s.form = export.Form{
		Size: size, Reveal: reveal, Sextants: set.CopySextants, Palette: palette,
		Calendar: words.Calendar{Zone: st.Zone, Now: p.host.Now()},
	}
	if s.form.Size == (image.Point{}) {
		s.form.Size = image.Pt(render.PictureWidth, render.PictureHeight)
	}
	return s
}

// savePicture writes the picture on screen: the service's own as it came, or the page as it is drawn.
func (p *Presenter) savePicture() {
	s := p.take()
	if picture := s.scene.Picture; picture != nil && (p.parts.Box.Get().View == settings.ImageView || s.scene.Grid == nil) {
		host.Write(p.host, s.fileName(export.PNG), picture.PNG)
		return
	}
	p.saveSubpage(s, export.PNG)
}

// saveSubpage writes the subpage on screen in a format.
func (p *Presenter) saveSubpage(s sheet, format string) {
	if s.scene.Grid == nil {
		p.host.Mention("There is nothing to save yet.")
		return
	}
	s.form.Format = format
	_, index := s.scene.Document.Subpage(s.scene.Subpage)
	host.WriteWith(p.host, s.fileName(format), func(path string) error { return s.write(path, []int{index}, false) })
}

// write writes subpages to the file of a name; where each is set, pictures become a file each.
func (s sheet) write(path string, subpages []int, each bool) error {
	s.form.Raw = export.RawDocument(s.from.Store, s.scene.Answer, s.form.Format)
	return s.form.WriteFiles(path, s.scene.Document, subpages, each, s.guide)
}

// all are the indices of all subpages.
func all(doc *teletext.Page) (indices []int) {
	for i := range doc.Subpages {
		indices = append(indices, i)
	}
	return indices
}

// fileName is a name for a file of the subpage on screen.
func (s sheet) fileName(format string) string {
	name := fmt.Sprintf("page-%d", s.scene.Page)
	if s.scene.Document != nil && len(s.scene.Document.Subpages) > 1 {
		name += fmt.Sprintf("-%d", s.scene.Subpage)
	}
	return name + "." + export.Ending(format)
}
