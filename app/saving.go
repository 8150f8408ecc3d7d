package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/export"
	"sextant/app/files"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	chooser "sextant/widgets/files"
)

// saveMenu is what of the page can be written to a file.
func (w *window) saveMenu() *fyne.MenuItem {
	m := fyne.NewMenuItem("File", nil)
	m.ChildMenu = fyne.NewMenu("",
		fyne.NewMenuItem("Save picture …", w.savePicture),
		fyne.NewMenuItem("Save text …", w.saveText),
		fyne.NewMenuItem("Export …", w.showExport),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Copy page address", w.copyAddress),
	)
	return m
}

// exportOfView is how the page on screen is written as it is seen.
func (w *window) exportOfView(format string) export.Form {
	palette, _ := render.PaletteNamed(w.app.settings.Palette)
	e := export.Form{Format: format, Size: w.page.PageSize(), Reveal: w.view.reveal, Sextants: w.app.settings.CopySextants, Palette: palette, Calendar: w.app.calendar()}
	if e.Size == (image.Point{}) {
		e.Size = image.Pt(render.PictureWidth, render.PictureHeight)
	}
	return e
}

// savePicture writes the picture on screen: the service's own as it came, or the page as it is drawn.
func (w *window) savePicture() {
	a := w.view.answer
	if a.Picture != nil && (w.app.settings.View == settings.ImageView || w.view.grid == nil) {
		w.saveFile(w.fileName(export.PNG), a.Picture.PNG)
		return
	}
	w.saveSubpage(w.exportOfView(export.PNG))
}

func (w *window) saveText() { w.saveSubpage(w.exportOfView(export.Text)) }

// saveSubpage writes the subpage on screen.
func (w *window) saveSubpage(e export.Form) {
	if w.view.grid == nil {
		w.Mention("There is nothing to save yet.")
		return
	}
	doc, guide := w.view.answer.Document, w.app.nav.Directory
	e.Raw = export.RawDocument(w.app.station.Store, w.view.answer, e.Format)
	_, index := doc.Subpage(w.view.answer.Subpage)
	var b bytes.Buffer
	if err := e.Write(&b, doc, []int{index}, guide); err != nil {
		w.saved("", err)
		return
	}
	w.saveFile(w.fileName(e.Format), b.Bytes())
}

// fileName is a name for a file of the subpage on screen.
func (w *window) fileName(format string) string {
	a := w.view.answer
	name := fmt.Sprintf("page-%d", a.Page)
	if a.Document != nil && len(a.Document.Subpages) > 1 {
		name += fmt.Sprintf("-%d", a.Subpage)
	}
	return name + "." + export.Ending(format)
}

// saveFile asks for a place and writes there.
func (w *window) saveFile(name string, data []byte) {
	w.askForFile(name, func(path string) {
		w.saved(path, export.ReplaceFiles(context.Background(), []files.File{{Name: path, Data: data}}))
	})
}

// askForFile asks for the path of a file to write. One that is there stays whole until the new one is.
func (w *window) askForFile(name string, chosen func(path string)) {
	w.chooseFile(chooser.Request{Title: "Save as", Action: "Save", Save: true, Name: name, Chosen: chosen})
}

// chooseFile asks for a file, beginning in the folder of the one before.
func (w *window) chooseFile(r chooser.Request) {
	chosen := r.Chosen
	r.Folder = w.folder
	r.Chosen = func(path string) {
		w.folder = filepath.Dir(path)
		chosen(path)
	}
	d := w.newDialog(r.Title)
	chooser := chooser.New(d, w.app.do, r)
	w.open(d, 620, 480, chooser.First())
	chooser.Begin()
}

func (w *window) saved(path string, err error) {
	if err != nil {
		w.Tell(words.Message{Sentence: "The file could not be written.", Hint: words.FirstUpper(err.Error()) + "."})
		return
	}
	w.Mention("Saved " + filepath.Base(path))
}

// An exportForm asks what of the page is written, and how.
type exportForm struct {
	w                *window
	dialog           *dialog.Dialog
	format, subpages *control.Choice
	size             *control.Entry
	reveal           *control.Switch
}

const thisSubpage, allSubpages = "this subpage", "all subpages"

func (w *window) showExport() {
	if w.view.grid == nil {
		w.Mention("There is nothing to export yet.")
		return
	}
	f := &exportForm{w: w, dialog: w.newDialog("Export")}
	keys := f.dialog.Keys()
	f.size = control.NewEntry(keys, "720x456")
	f.size.SetText(fmt.Sprintf("%dx%d", render.PictureWidth, render.PictureHeight))
	f.format = control.NewChoice(keys, exportTitles(), func(string) { f.follow() })
	f.subpages = control.NewChoice(keys, []string{thisSubpage, allSubpages}, nil)
	if len(w.view.answer.Document.Subpages) < 2 {
		f.subpages.Disable()
	}
	f.reveal = control.NewSwitch(keys, "Reveal what is concealed", nil)
	f.reveal.SetChecked(w.view.reveal)
	form := dialog.NewForm()
	form.Add("As", f.format)
	form.Add("Of", f.subpages)
	form.Add("Picture size", f.size)
	form.Add("", f.reveal)
	f.dialog.SetForm(form)
	f.dialog.SetButtons(closeButton(f.dialog, "Cancel"), control.NewPushButton(keys, "Save as …", f.save).Strong())
	w.open(f.dialog, 480, 300, f.format)
}

// follow lets the form follow the format.
func (f *exportForm) follow() {
	if f.chosen() == export.PNG {
		f.size.Enable()
	} else {
		f.size.Disable()
	}
}

// exportKinds are the formats, each with its title.
func exportKinds() [][2]string {
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

func exportTitles() (titles []string) {
	for _, k := range exportKinds() {
		titles = append(titles, k[1])
	}
	return titles
}

func (f *exportForm) chosen() string { return exportKinds()[max(0, f.format.SelectedIndex())][0] }

// save writes the page at a place to be asked for. Pictures of all subpages become a file each.
func (f *exportForm) save() {
	e := f.w.exportOfView(f.chosen())
	e.Reveal = f.reveal.Checked
	if e.Format == export.PNG {
		size, err := export.ParseSize(strings.TrimSpace(f.size.Text))
		if err != nil {
			f.dialog.SetStatus(words.FirstUpper(err.Error()) + ".")
			return
		}
		e.Size = size
	}
	f.dialog.Close()
	if f.subpages.Selected == thisSubpage {
		f.w.saveSubpage(e)
		return
	}
	doc, guide := f.w.view.answer.Document, f.w.app.nav.Directory
	e.Raw = export.RawDocument(f.w.app.station.Store, f.w.view.answer, e.Format)
	name := fmt.Sprintf("page-%d.%s", doc.Number, export.Ending(e.Format))
	f.w.askForFile(name, func(path string) { f.w.saved(path, e.WriteFiles(path, doc, guide)) })
}
