package save

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/export"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// A form asks which parts of a page to save, and in which format. It is about the page that was on screen when it was
// opened.
type form struct {
	page             *Presenter
	sheet            sheet
	dialog           *dialog.Dialog
	fields           *dialog.Form
	format, subpages *control.Choice
	size             *control.Entry
	reveal, time     *control.Switch
	copy             *control.PushButton
	preview          *preview
}

// showForm opens the form. Where only the service's picture is on screen there is nothing to choose: it asks for the
// file.
func (p *Presenter) showForm() {
	s := p.takeSheet()
	switch {
	case s.scene.Grid != nil:
		f := p.newForm(s)
		p.host.Open(f.dialog, fyne.NewSize(520, 500), f.format, nil)
	case s.scene.Picture != nil:
		host.Write(p.host, s.fileName(export.PNG), s.scene.Picture.PNG)
	default:
		p.host.Mention(say.Text("save.nothing"))
	}
}

func (p *Presenter) newForm(s sheet) *form {
	f := &form{page: p, sheet: s, dialog: p.host.NewServiceDialog(say.Text("export.title")), preview: newPreview()}
	keys := f.dialog.Keys()
	f.size = control.NewEntry(keys, "720x456")
	size := image.Pt(render.PictureWidth, render.PictureHeight)
	if p.showsPicture(s) {
		size = s.scene.Picture.Image.Bounds().Size()
	}
	f.size.SetText(fmt.Sprintf("%dx%d", size.X, size.Y))
	f.format = control.NewChoice(keys, titles(f.kinds()), func(string) { f.onFormat() })
	f.subpages = control.NewChoice(keys,
		[]string{say.Text("export.thisSubpage"), say.Text("export.allSubpages")}, func(string) { f.onFormat() })
	f.reveal = control.NewSwitch(keys, say.Text("export.reveal"), func(bool) { f.onFormat() })
	f.reveal.SetChecked(s.form.Reveal)
	f.time = control.NewSwitch(keys, say.Text("export.withTime"), func(bool) { f.onFormat() })
	f.fields = dialog.NewForm()
	f.fields.Add(say.Text("export.as"), f.format)
	f.fields.Add("", f.preview.content)
	f.fields.Add(say.Text("export.of"), f.subpages)
	f.fields.Add(say.Text("export.pictureSize"), f.size)
	f.fields.Add("", f.time)
	f.fields.Add("", f.reveal)
	f.fields.SetVisible(f.subpages, len(s.scene.Document.Subpages) > 1)
	f.dialog.SetForm(f.fields)
	f.copy = control.NewPushButton(keys, say.Text("edit.copy"), f.closeWith(f.copyForm))
	f.dialog.SetButtons(host.CloseButton(f.dialog, say.Text("button.cancel")), f.copy,
		control.NewPushButton(keys, say.Text("save.as"), f.closeWith(f.saveForm)).Strong())
	f.onFormat()
	return f
}

// onFormat updates the form after a choice: what does not apply to the format is hidden, and only one picture can be
// copied.
func (f *form) onFormat() {
	picture := f.chosen() == export.PNG
	f.fields.SetVisible(f.size, picture)
	f.fields.SetVisible(f.time, f.chosen() == export.CSV)
	f.fields.SetVisible(f.reveal, f.conceals() && !f.isDocument())
	if f.copy != nil {
		f.copy.SetEnabled(!picture || !f.ofAll())
		f.showPreview(f.preview)
	}
}

// isDocument reports whether the chosen format is the page as the service sends it.
func (f *form) isDocument() bool { return f.chosen() == export.JSON || f.chosen() == export.XML }

// conceals reports whether a subpage has concealed text.
func (f *form) conceals() bool {
	return slices.ContainsFunc(f.sheet.scene.Document.Subpages, func(s teletext.Subpage) bool {
		return s.Grid().Concealed()
	})
}

// ofAll reports whether all subpages are chosen.
func (f *form) ofAll() bool { return f.subpages.SelectedIndex() > 0 }

// kinds returns the formats, each with the key of its title; those of programs only for developers.
func (f *form) kinds() [][2]string {
	list := [][2]string{
		{export.PNG, "format.png"},
		{export.Text, "format.text"},
		{export.CSV, "format.csv"},
		{export.HTML, "format.html"},
	}
	if !f.page.parts.Box.Get().Developers {
		return list
	}
	return append(
		list,
		[2]string{export.ANSI, "format.ansi"},
		[2]string{export.JSON, "format.json"},
		[2]string{export.XML, "format.xml"},
		[2]string{export.Cells, "format.cells"},
	)
}

func titles(kinds [][2]string) (titles []string) {
	for _, k := range kinds {
		titles = append(titles, say.Text(k[1]))
	}
	return titles
}

func (f *form) chosen() string { return f.kinds()[max(0, f.format.SelectedIndex())][0] }

// chosenSheet returns the sheet with the chosen options, except for the size.
func (f *form) chosenSheet() sheet {
	s := f.sheet
	s.form.Format, s.form.Reveal, s.form.WithTime = f.chosen(), f.reveal.Checked, f.time.Checked
	return s
}

// closeWith returns a function that closes the form and calls do with the chosen options, or shows what is wrong with
// them.
func (f *form) closeWith(do func(sheet)) func() {
	return func() {
		s := f.chosenSheet()
		if s.form.Format == export.PNG {
			size, err := export.ParseSize(strings.TrimSpace(f.size.Text))
			if err != nil {
				f.dialog.SetStatus(words.Whole(err))
				return
			}
			s.form.Size = size
		}
		f.dialog.Close()
		do(s)
	}
}

// copyForm copies the page to the clipboard.
func (f *form) copyForm(s sheet) {
	f.page.copy(s, f.subpagesOf(s))
}

// subpagesOf returns the indices of the chosen subpages.
func (f *form) subpagesOf(s sheet) []int {
	if f.ofAll() {
		return all(s.scene.Document)
	}
	_, index := s.scene.Document.Subpage(s.scene.Subpage)
	return []int{index}
}

// saveForm asks for a file and writes the page. Pictures of all subpages are written to one file each, of which none
// existed: the user was asked about the given name only.
func (f *form) saveForm(s sheet) {
	if !f.ofAll() {
		if f.isServed(s) {
			host.Write(f.page.host, s.fileName(export.PNG), s.scene.Picture.PNG)
			return
		}
		f.page.saveSubpage(s)
		return
	}
	name := say.Text("save.page", "Page", s.scene.Page) + "." + export.Ending(s.form.Format)
	host.WriteWith(f.page.host, name, func(path string) error {
		doc := s.scene.Document
		if s.form.Format == export.PNG {
			path = export.FreeName(path, doc, all(doc))
		}
		return s.writeFiles(path, all(doc), true)
	})
}

// isServed reports whether what is to be saved is the service's picture on screen, in its size.
func (f *form) isServed(s sheet) bool {
	return s.form.Format == export.PNG && f.page.showsPicture(s) && s.form.Reveal == f.sheet.form.Reveal &&
		s.form.Size == s.scene.Picture.Image.Bounds().Size()
}
