package save

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/export"
	"sextant/app/render"
	"sextant/app/say"
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
	format, subpages *control.Choice
	size             *control.Entry
	reveal, time     *control.Switch
	copy             *control.PushButton
	preview          *preview
}

func (p *Presenter) showExport() {
	s := p.takeSheet()
	if s.scene.Grid == nil {
		p.host.Mention(say.Text("export.nothing"))
		return
	}
	f := p.newForm(s)
	p.host.Open(f.dialog, fyne.NewSize(520, 500), f.format, nil)
}

func (p *Presenter) newForm(s sheet) *form {
	f := &form{page: p, sheet: s, dialog: p.host.NewServiceDialog(say.Text("export.title")), preview: newPreview()}
	keys := f.dialog.Keys()
	f.size = control.NewEntry(keys, "720x456")
	f.size.SetText(fmt.Sprintf("%dx%d", render.PictureWidth, render.PictureHeight))
	f.format = control.NewChoice(keys, titles(), func(string) { f.onFormat() })
	f.subpages = control.NewChoice(keys,
		[]string{say.Text("export.thisSubpage"), say.Text("export.allSubpages")}, func(string) { f.onFormat() })
	if len(s.scene.Document.Subpages) < 2 {
		f.subpages.Disable()
	}
	f.reveal = control.NewSwitch(keys, say.Text("export.reveal"), func(bool) { f.onFormat() })
	f.reveal.SetChecked(s.form.Reveal)
	f.time = control.NewSwitch(keys, say.Text("export.withTime"), func(bool) { f.onFormat() })
	fields := dialog.NewForm()
	fields.Add("", f.preview.content)
	fields.Add(say.Text("export.as"), f.format)
	fields.Add(say.Text("export.of"), f.subpages)
	fields.Add(say.Text("export.pictureSize"), f.size)
	fields.Add("", f.reveal)
	fields.Add("", f.time)
	f.dialog.SetForm(fields)
	f.copy = control.NewPushButton(keys, say.Text("edit.copy"), f.closeWith(f.copyForm))
	f.dialog.SetButtons(host.CloseButton(f.dialog, say.Text("button.cancel")), f.copy,
		control.NewPushButton(keys, say.Text("save.as"), f.closeWith(f.saveForm)).Strong())
	f.onFormat()
	return f
}

// onFormat updates the form after a choice: only pictures have a size, only CSV has the time, and only one picture can
// be copied.
func (f *form) onFormat() {
	picture := f.chosen() == export.PNG
	if picture {
		f.size.Enable()
	} else {
		f.size.Disable()
	}
	if f.chosen() == export.CSV {
		f.time.Enable()
	} else {
		f.time.Disable()
	}
	if f.copy != nil {
		f.copy.SetEnabled(!picture || !f.ofAll())
		f.showPreview(f.preview)
	}
}

// ofAll reports whether all subpages are chosen.
func (f *form) ofAll() bool { return f.subpages.SelectedIndex() > 0 }

// kinds returns the formats, each with the key of its title.
func kinds() [][2]string {
	return [][2]string{
		{export.PNG, "format.png"},
		{export.Text, "format.text"},
		{export.CSV, "format.csv"},
		{export.HTML, "format.html"},
		{export.ANSI, "format.ansi"},
		{export.JSON, "format.json"},
		{export.XML, "format.xml"},
		{export.Cells, "format.cells"},
	}
}

func titles() (titles []string) {
	for _, k := range kinds() {
		titles = append(titles, say.Text(k[1]))
	}
	return titles
}

func (f *form) chosen() string { return kinds()[max(0, f.format.SelectedIndex())][0] }

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
		f.page.saveSubpage(s, s.form.Format)
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
