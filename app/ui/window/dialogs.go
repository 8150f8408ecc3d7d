package window

import (
	"errors"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// dialogs opens dialogs, which lie over the window and have the keyboard until they are closed.
type dialogs struct {
	window *Window
	open   *dialog.Dialog // the one on top
	folder string         // of the last chosen file
	asking bool           // the desktop's file dialog is open
}

var _ host.Dialogs = (*dialogs)(nil)

// NewDialog makes an empty dialog.
func (d *dialogs) NewDialog(title string) *dialog.Dialog {
	return dialog.New(d.window.Canvas(), title, d.window.keys.shortcut)
}

// NewServiceDialog makes an empty dialog about the service, which closes when the service is left.
func (d *dialogs) NewServiceDialog(title string) *dialog.Dialog {
	made := d.NewDialog(title)
	made.OfService = true
	return made
}

// leaveService closes the dialogs about the service that is left, and all menus, which may be of its rows.
func (d *dialogs) leaveService() {
	for _, o := range slices.Backward(slices.Clone(d.window.Canvas().Overlays().List())) {
		switch o := o.(type) {
		case *control.Menu:
			o.Close()
		case *dialog.Dialog:
			if o.OfService {
				o.Leave()
			}
		}
	}
}

// Open shows a dialog in a size, which has the keyboard until it is closed.
func (d *dialogs) Open(opened *dialog.Dialog, size fyne.Size, first fyne.Focusable, closed func()) {
	d.window.tips.Hide()
	below := d.open
	d.open = opened
	opened.Open(size, first, func() {
		d.open = below
		if closed != nil {
			closed()
		}
	})
}

// SetText sets a text as the content of a dialog. follow is called with the number of a link when it is opened.
func (d *dialogs) SetText(in *dialog.Dialog, passages []reading.Passage, follow func(link int)) {
	text := reading.NewText(reading.Actions{Follow: follow, Keys: in.Keys(), Menu: func(at fyne.Position) {
		item := func(title string, key fyne.KeyName, do func() bool) *fyne.MenuItem {
			i := fyne.NewMenuItem(title, func() { do() })
			i.Shortcut = &toolkit.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
			return i
		}
		copied := item(say.Text("edit.copy"), fyne.KeyC, d.copySelected)
		copied.Disabled = in.Text().Selected() == ""
		control.Open(d.window.Canvas(),
			fyne.NewMenu("", copied, item(say.Text("edit.selectAll"), fyne.KeyA, d.selectAll)), control.At(at))
	}})
	text.SetPassages(passages)
	in.SetText(text)
}

// ChooseFile shows a file dialog, in the folder of the last chosen file: the desktop's if there is one.
func (d *dialogs) ChooseFile(r dialog.Request) {
	chosen := r.Chosen
	r.Folder = d.folder
	r.Chosen = func(path string) {
		d.folder = filepath.Dir(path)
		chosen(path)
	}
	if d.asking {
		d.window.Mention(say.Text("file.asking"))
		return
	}
	d.asking = true
	own := desktop.FileRequest{Title: r.Title, Action: r.Action, Save: r.Save, Name: r.Name, Folder: r.Folder}
	handle := desktop.Handle(d.window.win)
	go func() {
		path, err := desktop.ChooseFile(d.window.life, handle, own)
		d.window.Do(func() {
			d.asking = false
			switch {
			case errors.Is(err, desktop.ErrNoPortal):
				d.chooseFile(r)
			case err != nil:
				d.window.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("file.unchosen"), Hint: words.Why(err),
				})
			case path != "":
				r.Chosen(path)
			}
		})
	}()
}

// chooseFile shows the program's own file dialog.
func (d *dialogs) chooseFile(r dialog.Request) {
	opened := d.NewDialog(r.Title)
	chooser := dialog.NewChooser(opened, d.window.Do, r)
	d.Open(opened, fyne.NewSize(620, 480), chooser.First(), nil)
	chooser.Begin()
}

// copySelected copies the selection in the open dialog, and reports whether there is one.
func (d *dialogs) copySelected() bool {
	if d.open == nil {
		return false
	}
	if text := d.open.Text(); text != nil && text.Selected() != "" {
		d.window.Copy(text.Selected())
	}
	return true
}

// selectAll selects all of the text in the open dialog, and reports whether there is one.
func (d *dialogs) selectAll() bool {
	if d.open == nil {
		return false
	}
	if text := d.open.Text(); text != nil {
		text.SelectAll()
	}
	return true
}

// covered reports whether a dialog or menu is open, so that keys do not reach the page.
func (d *dialogs) covered() bool { return d.window.Canvas().Overlays().Top() != nil }

// uncover closes the topmost dialog or menu.
func (d *dialogs) uncover() {
	overlays := d.window.Canvas().Overlays()
	if top := overlays.Top(); d.open == nil || top != d.open {
		overlays.Remove(top)
		return
	}
	d.open.Close()
}
