// Package save writes the page on screen to a file.
package save

import (
	"bytes"
	"fmt"
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/export"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Box   *settings.Box
	Tuner *station.Tuner
	Nav   *navigate.Navigation
	// Shown returns what is on screen: the page or an earlier version, whether concealed text is revealed, and the
	// page's size in pixels.
	Shown func() (scene navigate.Scene, reveal bool, size image.Point)
}

// A Presenter saves the page on screen, as it is shown or in a format that the user chooses.
type Presenter struct {
	host  host.Host
	parts Parts
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter { return &Presenter{h, parts} }

// Commands returns the commands that save or copy the page on screen.
func (p *Presenter) Commands() []command.Command {
	noPage := say.Text("page.notYet")
	return command.In(
		command.Keeping,
		command.Command{
			ID: "save.copyPicture", Words: say.Text("picture.copy.words"),
			Title: say.Text("picture.copy"), Help: say.Text("picture.copy.help"),
			Keys:    []command.Key{command.Ctrl(fyne.KeyC, fyne.KeyModifierShift)},
			Enabled: p.isThere, Why: noPage, Do: p.copyPicture,
		},
		command.Command{
			ID: "save.export", Words: say.Text("export.words"),
			Title: say.Text("save.command"), Help: say.Text("export.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyS)}, Place: command.And(command.PageMenu, 2, 0),
			Enabled: p.isThere, Why: noPage, Do: p.showForm,
		},
	)
}

// A sheet is a snapshot of the page on screen, to be written in the background.
type sheet struct {
	scene navigate.Scene
	form  export.Form // as shown; its format is not set yet
	guide *browse.Directory
	from  *station.Station
}

// takeSheet makes a snapshot of the page on screen.
func (p *Presenter) takeSheet() sheet {
	set, st := p.parts.Box.Get(), p.parts.Tuner.Current()
	scene, reveal, size := p.parts.Shown()
	palette, _ := render.PaletteNamed(set.Palette)
	s := sheet{scene: scene, guide: p.parts.Nav.Directory().Clone(), from: st}
	s.form = export.Form{
		Size: size, Reveal: reveal, Sextants: set.CopySextants, Palette: palette, ForSpreadsheet: true,
		Calendar: words.Calendar{Zone: st.Zone, Now: p.host.Now()},
	}
	if scene.Document != nil && scene.Picture != nil {
		_, index := scene.Document.Subpage(scene.Subpage)
		s.form.Pictures = map[int][]byte{index: scene.Picture.PNG}
	}
	if s.form.Size == (image.Point{}) {
		s.form.Size = image.Pt(render.PictureWidth, render.PictureHeight)
	}
	return s
}

// isThere reports whether there is something to copy or save.
func (p *Presenter) isThere() bool {
	scene, _, _ := p.parts.Shown()
	return scene.Picture != nil || scene.Grid != nil
}

// copyPicture copies the picture on screen to the clipboard: the service's, unchanged, or the page as it is drawn,
// which is encoded in the background.
func (p *Presenter) copyPicture() {
	s := p.takeSheet()
	switch {
	case p.showsPicture(s):
		p.host.CopyPicture(s.scene.Picture.PNG)
	case s.scene.Grid == nil:
		p.host.Mention(say.Text("copy.notYet"))
	default:
		s.form.Format = export.PNG
		_, index := s.scene.Document.Subpage(s.scene.Subpage)
		p.copy(s, []int{index})
	}
}

// copy copies subpages to the clipboard, as a picture or as text, which is made in the background.
func (p *Presenter) copy(s sheet, subpages []int) {
	go func() {
		s.form.Raw = export.RawDocument(s.from.Store, s.scene.Answer, s.form.Format)
		var made bytes.Buffer
		err := s.form.Write(&made, s.scene.Document, subpages, s.guide)
		p.host.Do(func() {
			switch {
			case err != nil:
				p.host.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("copy.failed"), Hint: words.Whole(err),
				})
			case s.form.Format == export.PNG:
				p.host.CopyPicture(made.Bytes())
			default:
				p.host.Copy(strings.TrimPrefix(made.String(), export.ByteOrderMark))
				p.host.Done(say.Text("copy.page"))
			}
		})
	}()
}

// showsPicture reports whether the service's picture is on screen.
func (p *Presenter) showsPicture(s sheet) bool {
	set := p.parts.Box.Get()
	return s.scene.Picture != nil && (set.ShowsPictures() || s.scene.Grid == nil)
}

// saveSubpage saves the subpage on screen in the chosen format.
func (p *Presenter) saveSubpage(s sheet) {
	_, index := s.scene.Document.Subpage(s.scene.Subpage)
	host.WriteWith(p.host, s.fileName(s.form.Format), func(path string) error {
		return s.writeFiles(path, []int{index}, false)
	})
}

// writeFiles writes subpages to a file; if each is set, pictures are written to one file each.
func (s sheet) writeFiles(path string, subpages []int, each bool) error {
	s.form.Raw = export.RawDocument(s.from.Store, s.scene.Answer, s.form.Format)
	return s.form.WriteFiles(path, s.scene.Document, subpages, each, s.guide)
}

// all returns the indices of all subpages.
func all(doc *teletext.Page) (indices []int) {
	for i := range doc.Subpages {
		indices = append(indices, i)
	}
	return indices
}

// fileName returns a name for a file of the subpage on screen.
func (s sheet) fileName(format string) string {
	name := say.Text("save.page", "Page", s.scene.Page)
	if s.scene.Document != nil && len(s.scene.Document.Subpages) > 1 {
		name += fmt.Sprintf("-%d", s.scene.Subpage)
	}
	return name + "." + export.Ending(format)
}
