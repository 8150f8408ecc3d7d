package prefs

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// PlaylistParts are the dependencies of Playlists.
type PlaylistParts struct {
	Profile settings.Profile
	Tuner   *station.Tuner
	Now     func() time.Time
	// Show shows the profile's playlist on a public screen.
	Show func()
}

// A Playlists opens the editor of the profile's playlist, which a public screen shows.
type Playlists struct {
	host  host.Host
	parts PlaylistParts
}

// NewPlaylists makes the presenter.
func NewPlaylists(h host.Host, parts PlaylistParts) *Playlists { return &Playlists{h, parts} }

// Commands returns the command that opens the playlist.
func (p *Playlists) Commands() []command.Command {
	return []command.Command{{
		ID: "playlists.show", Words: say.Text("playlist.words"),
		Group: command.Windows, Title: say.Text("playlist.command"),
		Help: say.Text("playlist.help"), Do: p.show,
	}}
}

// show reads the file and opens it in the editor.
func (p *Playlists) show() {
	file := p.parts.Profile.Path(playlist.File)
	go func() {
		data, err := playlist.ReadFile(file)
		p.host.Do(func() {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				p.openText(beginning(), beginning())
			case err != nil:
				p.host.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("playlist.unread"), Hint: words.Why(err),
				})
			default:
				p.openText(string(data), string(data))
			}
		})
	}()
}

// beginning returns the text of a new playlist.
func beginning() string { return playlist.Beginning(say.Text("playlistForm.comment")) }

// An editor edits the playlist. The file is unchanged until it is saved.
type editor struct {
	host   host.Host
	parts  PlaylistParts
	dialog *dialog.Dialog
	tabs   [2]*control.Tab // the form, and the text
	form   *form
	area   *control.Entry // the text, which the form shows too
	before string
	check  *time.Timer
	asked  int // counts the checks, so that only the verdict of the last one is shown
	saving bool
	undos  []string // the texts before changes in the form, and before the example
	undo   *control.PushButton
	sample *control.PushButton // replaces the text by the example
	said   string              // about the text
}

// checkAfter is the delay after the last key before the text is checked.
const checkAfter = 300 * time.Millisecond

// openText opens a text; before is the saved text.
func (p *Playlists) openText(text, before string) {
	e := &editor{host: p.host, parts: p.parts, dialog: p.host.NewDialog(say.Text("playlist.title")), before: before}
	keys := e.dialog.Keys()
	e.area = control.NewArea(keys, "show = [\"100\", \"200-219\"]").Named(say.Text("playlist.title"))
	e.area.Wrapping = fyne.TextWrapBreak
	e.area.SetText(text)
	e.area.OnChanged = func(string) { e.checkSoon() }
	e.form = newForm(e)
	e.tabs[0] = control.NewTab(e.host.Tips(), say.Text("playlistForm.tab.lists"), tabTip(), func() { e.showTab(0) })
	e.tabs[1] = control.NewTab(e.host.Tips(), say.Text("playlistForm.tab.text"), tabTip(), func() { e.showTab(1) })
	e.sample = control.NewPushButton(keys, say.Text("playlist.example"), func() { e.replace(playlist.Example()) })
	head := container.NewHBox(e.tabs[0], e.tabs[1], layout.NewSpacer(), e.sample)
	e.dialog.SetContent(
		container.NewBorder(head, nil, nil, nil, container.NewStack(e.form.content, e.area)))
	e.area.OwnShortcut = e.shortcut
	e.seeTab(0)
	e.dialog.StatusLines = 2
	e.undo = control.NewPushButton(keys, say.Text("edit.undo"), e.takeBack)
	e.undo.SetEnabled(false)
	e.dialog.SetButtons(
		e.undo,
		host.CloseButton(e.dialog, say.Text("button.cancel")),
		control.NewPushButton(keys, say.Text("playlistForm.saveAndShow"), func() { e.save(p.parts.Show) }),
		control.NewPushButton(keys, say.Text("button.save"), func() { e.save(e.saved) }).Strong(),
	)
	e.dialog.OwnShortcut = e.shortcut
	e.showStatus(text)
	e.host.Open(e.dialog, fyne.NewSize(760, 620), e.form.entry, func() {
		e.startStatus()
		e.keepDraft()
	})
}

// tabTip returns the key that switches tabs, in words.
func tabTip() string { return core.KeyWords(fyne.KeyModifierControl, fyne.KeyTab) }

// seeTab shows the form or the text.
func (e *editor) seeTab(tab int) {
	for i, t := range e.tabs {
		t.SetOn(i == tab)
	}
	core.SetVisible(e.form.content, tab == 0)
	core.SetVisible(e.area, tab == 1)
	core.SetVisible(e.sample, tab == 1)
}

// showTab shows the form or the text, and focuses it.
func (e *editor) showTab(tab int) {
	e.seeTab(tab)
	if tab == 1 {
		e.dialog.Focus(e.area)
	} else {
		e.showNow() // what was typed last may not be checked yet
		e.dialog.Focus(e.form.entry)
	}
}

// shortcut switches between the form and the text with Ctrl+Tab, and saves with Ctrl+S.
func (e *editor) shortcut(s *desktop.CustomShortcut) bool {
	if s.KeyName == fyne.KeyS && s.Modifier == fyne.KeyModifierShortcutDefault {
		e.save(e.saved)
		return true
	}
	is := s.KeyName == fyne.KeyTab && s.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierControl
	if is {
		next := 0
		if e.form.content.Visible() {
			next = 1
		}
		e.showTab(next)
	}
	return is
}

// saved says that the playlist was saved.
func (e *editor) saved() { e.host.Done(say.Text("playlist.saved")) }

// replace replaces the text, which the undo button takes back.
func (e *editor) replace(text string) {
	if text == e.area.Text {
		return
	}
	e.undos = append(e.undos, e.area.Text)
	e.undo.SetEnabled(true)
	e.area.SetText(text)
	e.showNow()
}

// takeBack takes the last replacement back.
func (e *editor) takeBack() {
	last := len(e.undos) - 1
	if last < 0 {
		return
	}
	text := e.undos[last]
	e.undos = e.undos[:last]
	e.undo.SetEnabled(last > 0)
	e.area.SetText(text)
	e.showNow()
}

// startStatus starts a new check, and returns its number.
func (e *editor) startStatus() int {
	if e.check != nil {
		e.check.Stop()
	}
	e.asked++
	return e.asked
}

// checkSoon schedules a check of the text, unless more is typed.
func (e *editor) checkSoon() {
	asked := e.startStatus()
	e.check = time.AfterFunc(checkAfter, func() {
		e.host.Do(func() {
			if e.asked == asked {
				e.showStatus(e.area.Text)
			}
		})
	})
}

// showStatus checks a text in the background, and shows its error, or what is due now.
func (e *editor) showStatus(text string) {
	now, asked := e.parts.Now(), e.startStatus()
	go func() {
		p, said := verdict(text, now)
		e.host.Do(func() {
			if e.asked == asked && !e.saving {
				e.showVerdict(p, said)
			}
		})
	}()
}

// showNow is showStatus for what the form acts on: it parses the text at once.
func (e *editor) showNow() {
	e.startStatus()
	e.showVerdict(verdict(e.area.Text, e.parts.Now()))
}

// showVerdict shows a parsed text, nil for one with an error. The picture of the layout is drawn in the background.
func (e *editor) showVerdict(p *playlist.Playlist, said string) {
	e.said = said
	e.dialog.SetStatus(said)
	e.form.showPlaylist(p, said)
	if p == nil {
		e.form.showLayout(nil)
		return
	}
	asked, list := e.asked, &p.Lists[e.form.at]
	pages, store := firstPages(list, e.parts.Tuner.Current()), e.parts.Tuner.Current().Pages
	clock := say.Time("time.clock", e.parts.Now())
	go func() {
		picture := preview(p, list.Together, tilesOf(store, &p.Screen, pages), clock)
		e.host.Do(func() {
			if e.asked == asked {
				e.form.showLayout(picture)
			}
		})
	}()
}

// verdict parses a text, and returns a sentence about its error, or that it is valid.
func verdict(text string, now time.Time) (*playlist.Playlist, string) {
	p, err := playlist.Parse([]byte(text))
	var wrong *playlist.Mistakes
	switch {
	case errors.As(err, &wrong) && len(wrong.List) > 1:
		return nil, say.Count("playlist.mistakeAndMore", len(wrong.List)-1, "Mistake", oneMistake(wrong))
	case errors.As(err, &wrong):
		return nil, oneMistake(wrong)
	case err != nil:
		return nil, words.Whole(err)
	}
	list, until := p.At(now)
	if until.IsZero() {
		return p, say.Text("playlist.now", "List", playlist.Called(p.Lists[list].Name))
	}
	return p, say.Text("playlist.nowUntil",
		"List", playlist.Called(p.Lists[list].Name), "Time", say.Time("time.weekday", until))
}

func oneMistake(m *playlist.Mistakes) string {
	sentence := say.Text("playlist.mistake", "Line", m.List[0].Line, "Reason", m.List[0].Reason)
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return strings.TrimSuffix(sentence, ".") + "."
}

// save writes the text if it is valid, and calls then.
func (e *editor) save(then func()) {
	text := e.area.Text
	if e.saving {
		return
	}
	e.startStatus()
	if _, err := playlist.Parse([]byte(text)); err != nil {
		_, said := verdict(text, e.parts.Now())
		e.dialog.SetStatus(say.Text("playlist.notSaved") + " " + said)
		e.goToMistake(err)
		return
	}
	e.saving = true
	e.dialog.SetStatus(say.Text("playlist.saving"))
	go func() {
		err := e.parts.Profile.Write(playlist.File, []byte(text))
		e.host.Do(func() {
			if e.saving = false; e.dialog.Closed() {
				return
			}
			if err != nil {
				e.dialog.SetStatus(say.Text("playlist.notSaved") + " " + words.Why(err))
				return
			}
			e.before = text
			e.dialog.Close()
			then()
		})
	}()
}

// goToMistake moves the cursor to the start of the line with the first error.
func (e *editor) goToMistake(err error) {
	var wrong *playlist.Mistakes
	if errors.As(err, &wrong) {
		e.showTab(1)
		e.area.CursorRow, e.area.CursorColumn = max(0, wrong.List[0].Line-1), 0
		e.area.Refresh()
		e.dialog.Focus(e.area)
	}
}

// keepDraft offers to reopen a text that was not saved.
func (e *editor) keepDraft() {
	if text := e.area.Text; text != e.before {
		p := &Playlists{e.host, e.parts}
		e.host.OfferUndo(say.Text("playlist.closedUnsaved"), func() { p.openText(text, e.before) })
	}
}
