package save

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/export"
	"sextant/app/render"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// A form asks what of the page is written, and how.
type form struct {
	page             *Presenter
	dialog           *dialog.Dialog
	format, subpages *control.Choice
	size             *control.Entry
	reveal           *control.Switch
}

const thisSubpage, allSubpages = "this subpage", "all subpages"

func (p *Presenter) showExport() {
	s := p.take()
	if s.scene.Grid == nil {
		p.host.Mention("There is nothing to export yet.")
		return
	}
	f := &form{page: p, dialog: p.host.NewDialog("Export")}
	keys := f.dialog.Keys()
	f.size = control.NewEntry(keys, "720x456")
	f.size.SetText(fmt.Sprintf("%dx%d", render.PictureWidth, render.PictureHeight))
	f.format = control.NewChoice(keys, titles(), func(string) { f.follow() })
	f.subpages = control.NewChoice(keys, []string{thisSubpage, allSubpages}, nil)
	if len(s.scene.Document.Subpages) < 2 {
		f.subpages.Disable()
	}
	f.reveal = control.NewSwitch(keys, "Reveal what is concealed", nil)
	f.reveal.SetChecked(s.form.Reveal)
	fields := dialog.NewForm()
	fields.Add("As", f.format)
	fields.Add("Of", f.subpages)
	fields.Add("Picture size", f.size)
	fields.Add("", f.reveal)
	f.dialog.SetForm(fields)
	f.dialog.SetButtons(host.CloseButton(f.dialog, "Cancel"), control.NewPushButton(keys, "Save as …", f.save).Strong())
	p.host.Open(f.dialog, fyne.NewSize(480, 300), f.format, nil)
}

// follow lets the form follow the format.
func (f *form) follow() {
	if f.chosen() == export.PNG {
		f.size.Enable()
	} else {
		f.size.Disable()
	}
}

// kinds are the formats, each with its title.
func kinds() [][2]string {
	return [][2]string{
		{export.PNG, "Picture (PNG)"},
		{export.Text, "Plain text"},
		{export.HTML, "Web page (HTML)"},
		{export.ANSI, "Coloured text for a terminal (ANSI)"},
		{export.JSON, "Page document (JSON)"},
		{export.XML, "Page document (XML)"},
		{export.Cells, "Cells (JSON lines)"},
	}
}

func titles() (titles []string) {
	for _, k := range kinds() {
		titles = append(titles, k[1])
	}
	return titles
}

func (f *form) chosen() string { return kinds()[max(0, f.format.SelectedIndex())][0] }

// save writes the page at a place to be asked for. Pictures of all subpages become a file each.
func (f *form) save() {
	s := f.page.take()
	s.form.Format, s.form.Reveal = f.chosen(), f.reveal.Checked
	if s.form.Format == export.PNG {
		size, err := export.ParseSize(strings.TrimSpace(f.size.Text))
		if err != nil {
			f.dialog.SetStatus(words.FirstUpper(err.Error()) + ".")
			return
		}
		s.form.Size = size
	}
	f.dialog.Close()
	if f.subpages.Selected == thisSubpage {
		f.page.saveSubpage(s, s.form.Format)
		return
	}
	name := fmt.Sprintf("page-%d.%s", s.scene.Page, export.Ending(s.form.Format))
	host.WriteWith(f.page.host, name, func(path string) error { return s.write(path, all(s.scene.Document), true) })
}
