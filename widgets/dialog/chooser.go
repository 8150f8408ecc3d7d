package dialog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// A Request has the options of a file dialog.
type Request struct {
	// Title is the dialog's title, and Action the text of its button.
	Title, Action string
	// Save means that the file will be written. The dialog asks before it returns an existing one.
	Save bool
	// Name is the suggested name, and Folder the first folder shown, empty for the user's home.
	Name, Folder string
	// Chosen is called with the path after the dialog has closed.
	Chosen func(path string)
}

// A Chooser is a file dialog. It reads folders in the background, and creates only folders that the user asks for.
type Chooser struct {
	dialog  *Dialog
	request Request
	do      func(func())

	folder  string
	entries []fileEntry
	reading int    // counts the requests to read folders, so that only the result of the last one is shown
	asked   string // the path of the existing file, while the user is asked whether to replace it
	making  bool   // the name of a new folder is being typed
	before  string // the name of the file, while making

	path           *core.Line
	list           *lists.List
	empty          *core.Message
	name           *control.Entry
	cancel, action *control.PushButton
}

// NewChooser makes the contents of a file dialog. do posts a function to the UI goroutine; it is called on others, on
// which folders are read.
func NewChooser(d *Dialog, do func(func()), request Request) *Chooser {
	c := &Chooser{
		dialog: d, request: request, do: do,
		path: core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder), empty: core.NewMessage(),
	}
	keys, tips := d.Keys(), core.NewTips(do)
	c.list = lists.New(tips, lists.Actions{
		Name: func() string { return core.Joined(say.Text("access.folder"), c.folder) },
		Open: c.open, Pick: c.pick, Sideways: c.sideways, Keys: keys,
		Up:       func() {},
		Typed:    func(r rune) { c.toName().TypedRune(r) },
		TypedKey: func(*fyne.KeyEvent) { c.goTo(filepath.Dir(c.folder)) },
		Shortcut: c.shortcut,
	})
	c.name = control.NewEntry(keys, say.Text("files.name"))
	c.name.SetText(request.Name)
	c.name.OnSubmitted = c.submit
	c.name.OnChanged = func(string) { c.settle() }
	c.name.Own = c.nameKey
	c.cancel = control.NewPushButton(keys, say.Text("button.cancel"), c.back)
	c.action = control.NewPushButton(keys, request.Action, c.choose).Strong()
	back := core.NewPlate(theme.ColorNameBackground, 4) // like the rows
	content := container.NewBorder(c.places(keys), c.name, nil, nil,
		container.NewStack(back, c.list.Frame(), c.empty.Place))
	d.SetContent(container.NewStack(content, tips.Layer()))
	d.SetButtons(c.cancel, c.action)
	return c
}

// First returns the control to focus first: the name, or the list if there is none.
func (c *Chooser) First() fyne.Focusable {
	if c.request.Save {
		return c.name
	}
	return c.list
}

// Begin lists the first folder.
func (c *Chooser) Begin() {
	folder := c.request.Folder
	if folder == "" {
		folder = homeFolder()
	}
	c.goTo(folder)
	if c.request.Save { // what is typed replaces the name, and not its ending
		c.name.Select(len([]rune(strings.TrimSuffix(c.name.Text, filepath.Ext(c.name.Text)))))
	}
}

// homeFolder returns the user's home, or the working directory if there is none.
func homeFolder() string {
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return presentFolder()
}

func presentFolder() string {
	folder, err := os.Getwd()
	if err != nil {
		return string(filepath.Separator)
	}
	return folder
}

// places makes the buttons that go to other folders, and the path of the current one.
func (c *Chooser) places(keys core.Keys) fyne.CanvasObject {
	row := container.NewHBox(
		control.NewPushButton(keys, say.Text("files.up"), func() { c.goTo(filepath.Dir(c.folder)) }),
		control.NewPushButton(keys, say.Text("files.home"), func() { c.goTo(homeFolder()) }),
	)
	if presentFolder() != homeFolder() {
		row.Add(control.NewPushButton(keys, say.Text("files.present"), func() { c.goTo(presentFolder()) }))
	}
	if c.request.Save {
		row.Add(control.NewPushButton(keys, say.Text("files.newFolder"), c.nameFolder))
	}
	return container.NewBorder(nil, nil, row, nil, c.path)
}

// nameFolder asks for the name of a new folder.
func (c *Chooser) nameFolder() {
	if c.settle(); c.making {
		return
	}
	c.making, c.before = true, c.name.Text
	c.name.SetText("")
	c.action.SetText(say.Text("files.make"))
	c.dialog.SetStatus(say.Text("files.nameFolder"))
	c.dialog.Refresh()
	c.toName()
}

// makeFolder creates the folder with the typed name, and goes there.
func (c *Chooser) makeFolder() {
	if strings.TrimSpace(c.name.Text) == "" {
		c.dialog.SetStatus(say.Text("files.nameFolder"))
		return
	}
	path := pathOf(c.folder, c.name.Text)
	go func() {
		err := os.Mkdir(path, 0o777)
		c.do(func() {
			switch {
			case c.dialog.Closed() || !c.making:
			case err != nil:
				c.dialog.SetStatus(say.Text("files.unmade", "Error", reason(err)))
			default:
				c.endMaking()
				c.goTo(path)
			}
		})
	}()
}

// endMaking restores the name of the file.
func (c *Chooser) endMaking() {
	if c.making {
		c.making = false
		c.action.SetText(c.request.Action)
		c.action.SetStrong(true)
		c.name.SetText(c.before)
	}
}

// reason returns an error without the path, which the user knows.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// goTo shows another folder, with the one that the user comes from selected.
func (c *Chooser) goTo(folder string) {
	c.reading++
	turn := c.reading
	go func() {
		entries, err := readFolder(folder)
		c.do(func() {
			if turn == c.reading && !c.dialog.Closed() {
				c.show(folder, entries, err)
			}
		})
	}()
}

func (c *Chooser) show(folder string, entries []fileEntry, err error) {
	c.settle()
	if err != nil {
		c.dialog.SetStatus(aFolder.trouble(err))
		if c.folder != "" {
			return
		}
	}
	from := filepath.Base(c.folder)
	c.folder, c.entries = folder, entries
	c.path.SetText(folder)
	at := core.None
	rows := make([]lists.Row, len(entries))
	for i, e := range entries {
		rows[i] = lists.Row{
			ID: e.name, Title: e.name, Wide: true, Icon: "file", Aside: say.Time("date.short", e.changed),
		}
		if e.folder {
			rows[i].Title, rows[i].Icon, rows[i].Aside = e.name+string(filepath.Separator), "folder", ""
			if e.name == from {
				at = i
			}
		}
	}
	c.list.SetSource(lists.Rows(rows), at, 0)
	if at != core.None {
		c.list.GoTo(at)
	}
	c.empty.Say(say.Text("files.empty"), len(entries) == 0 && err == nil)
}

// open opens a folder, or chooses a file, by Enter.
func (c *Chooser) open(row int) {
	e := c.entries[row]
	if e.folder {
		c.goTo(filepath.Join(c.folder, e.name))
		return
	}
	c.name.SetText(e.name)
	if c.request.Save {
		c.toName()
		return
	}
	c.choose()
}

// pick opens a folder, or takes over the name of a file, by a click. A second click chooses the file.
func (c *Chooser) pick(row int) {
	if e := c.entries[row]; !e.folder && c.name.Text != e.name {
		c.name.SetText(e.name)
		return
	}
	if c.request.Save && !c.entries[row].folder {
		c.choose()
		return
	}
	c.open(row)
}

// sideways goes to the parent folder, or into a folder.
func (c *Chooser) sideways(row int, right bool) {
	switch {
	case !right:
		c.goTo(filepath.Dir(c.folder))
	case row != core.None && c.entries[row].folder:
		c.open(row)
	}
}

// nameKey handles the key that moves from the name to the list.
func (c *Chooser) nameKey(key fyne.KeyName) bool {
	if key != fyne.KeyUp && key != fyne.KeyDown && key != fyne.KeyPageUp && key != fyne.KeyPageDown {
		return false
	}
	core.CanvasOf(c.list).Focus(c.list)
	return true
}

// shortcut goes to the parent folder by Alt+Up, like file managers, and passes on other shortcuts.
func (c *Chooser) shortcut(s fyne.Shortcut) {
	if k, ok := s.(*desktop.CustomShortcut); ok && k.Modifier == fyne.KeyModifierAlt && k.KeyName == fyne.KeyUp {
		c.goTo(filepath.Dir(c.folder))
		return
	}
	c.dialog.Keys().Shortcut(s)
}

func (c *Chooser) toName() *control.Entry {
	c.dialog.Focus(c.name)
	return c.name
}

// submit applies the typed name. While the user is asked about a file, only the buttons answer.
func (c *Chooser) submit(string) {
	if c.asked != "" {
		c.dialog.Focus(c.cancel)
		return
	}
	c.choose()
}

// choose chooses the file with the typed name, if it is valid. A folder is opened.
func (c *Chooser) choose() {
	if c.making {
		c.makeFolder()
		return
	}
	if c.asked != "" {
		c.take(c.asked)
		return
	}
	if c.name.Text == "" {
		c.dialog.SetStatus(say.Text("files.noName"))
		return
	}
	path := pathOf(c.folder, c.name.Text)
	c.reading++
	turn := c.reading
	go func() {
		info, err := os.Stat(path)
		_, above := os.Stat(filepath.Dir(path))
		c.do(func() {
			switch {
			case turn != c.reading, c.dialog.Closed():
			case err == nil && info.IsDir():
				c.name.SetText("")
				c.goTo(path)
			case err == nil && c.request.Save:
				c.ask(path)
			case err == nil:
				c.take(path)
			case !c.request.Save:
				c.dialog.SetStatus(aFile.trouble(err))
			case above != nil:
				c.dialog.SetStatus(aFolder.trouble(above))
			default:
				c.take(path)
			}
		})
	}()
}

// ask asks whether to replace an existing file, which is then no button's default.
func (c *Chooser) ask(path string) {
	c.asked = path
	c.dialog.SetStatus(say.Text("files.there", "Name", filepath.Base(path)))
	c.cancel.SetText(say.Text("files.leave"))
	c.action.SetText(say.Text("files.replace"))
	c.action.SetStrong(false)
	c.dialog.Refresh()
	c.dialog.Focus(c.cancel)
}

// settle ends the question and clears the message.
func (c *Chooser) settle() {
	if c.asked != "" {
		c.asked = ""
		c.cancel.SetText(say.Text("button.cancel"))
		c.action.SetText(c.request.Action)
		c.action.SetStrong(true)
	}
	if c.dialog.Status() != "" {
		c.dialog.SetStatus("")
	}
}

// back closes the dialog, or ends the question.
func (c *Chooser) back() {
	if c.asked == "" && !c.making {
		c.dialog.Close()
		return
	}
	c.endMaking()
	c.settle()
	c.toName()
}

func (c *Chooser) take(path string) {
	c.dialog.Close()
	c.request.Chosen(path)
}
