package prefs

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/kiosk/playlist"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// PlaylistParts are what the presenter is about.
type PlaylistParts struct {
	Profile settings.Profile
	Now     func() time.Time
}

// A Playlists opens the profile's playlist, which a public screen shows, to be edited as the text that it is.
type Playlists struct {
	host  host.Host
	parts PlaylistParts
}

// NewPlaylists makes the presenter.
func NewPlaylists(h host.Host, parts PlaylistParts) *Playlists { return &Playlists{h, parts} }

// Commands are the one that opens the playlist.
func (p *Playlists) Commands() []command.Command {
	return []command.Command{{
		ID: "playlists.show", Title: say.Text("playlist.command"), Help: say.Text("playlist.help"), Do: p.show,
	}}
}

// show reads the file and opens it.
func (p *Playlists) show() {
	file := p.parts.Profile.Path(playlist.File)
	go func() {
		data, err := playlist.ReadFile(file)
		p.host.Do(func() {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				p.open(playlist.Example(), playlist.Example())
			case err != nil:
				p.host.Tell(host.AboutNothing, words.Message{Sentence: say.Text("playlist.unread"), Hint: words.Why(err)})
			default:
				p.open(string(data), string(data))
			}
		})
	}()
}

// An editor has the playlist while it is edited. Nothing changes before it is saved.
type editor struct {
	host   host.Host
	parts  PlaylistParts
	dialog *dialog.Dialog
	area   *control.Entry
	before string
	check  *time.Timer
	asked  int // counts what the status is to be about: a verdict on what was asked before is not told any more
	saving bool
	undo   string // what Example took the place of
}

// checkAfter is how long after the last key the text is checked.
const checkAfter = 300 * time.Millisecond

// open opens a text; before is what counts as nothing typed.
func (p *Playlists) open(text, before string) {
	e := &editor{host: p.host, parts: p.parts, dialog: p.host.NewDialog(say.Text("playlist.title")), before: before}
	keys := e.dialog.Keys()
	e.area = control.NewArea(keys, "show = [\"100\", \"200-219\"]").Named(say.Text("playlist.title"))
	e.area.SetText(text)
	e.area.OnChanged = func(string) { e.checkSoon() }
	e.dialog.SetContent(e.area)
	e.dialog.SetButtons(
		control.NewPushButton(keys, say.Text("playlist.example"), e.example),
		host.CloseButton(e.dialog, say.Text("button.cancel")),
		control.NewPushButton(keys, say.Text("button.save"), e.save).Strong(),
	)
	e.tell(text)
	e.host.Open(e.dialog, fyne.NewSize(760, 620), e.area, func() {
		e.ask()
		e.keepDraft()
	})
}

// example puts the example in the place of the text, or takes that back.
func (e *editor) example() {
	if e.area.Text == playlist.Example() && e.undo != "" {
		e.area.SetText(e.undo)
		return
	}
	e.undo = e.area.Text
	e.area.SetText(playlist.Example())
}

// ask takes in that the status is to be about something else, and numbers that.
func (e *editor) ask() int {
	if e.check != nil {
		e.check.Stop()
	}
	e.asked++
	return e.asked
}

// checkSoon checks the text when no more is typed for a moment.
func (e *editor) checkSoon() {
	asked := e.ask()
	e.check = time.AfterFunc(checkAfter, func() {
		e.host.Do(func() {
			if e.asked == asked {
				e.tell(e.area.Text)
			}
		})
	})
}

// tell says what is wrong with a text, in the background, or what it shows now.
func (e *editor) tell(text string) {
	now, asked := e.parts.Now(), e.ask()
	go func() {
		said := verdict(text, now)
		e.host.Do(func() {
			if e.asked == asked && !e.saving {
				e.dialog.SetStatus(said)
			}
		})
	}()
}

// verdict says what is wrong with a text, or that nothing is.
func verdict(text string, now time.Time) string {
	p, err := playlist.Parse([]byte(text))
	var wrong *playlist.Mistakes
	switch {
	case errors.As(err, &wrong) && len(wrong.List) > 1:
		return say.Text("playlist.mistakeAndMore", "Mistake", oneMistake(wrong), "More", len(wrong.List)-1)
	case errors.As(err, &wrong):
		return oneMistake(wrong)
	case err != nil:
		return words.Whole(err)
	}
	list, until := p.At(now)
	if until.IsZero() {
		return say.Text("playlist.now", "List", p.Lists[list].Name)
	}
	return say.Text("playlist.nowUntil", "List", p.Lists[list].Name, "Time", say.Time("time.weekday", until))
}

func oneMistake(m *playlist.Mistakes) string {
	sentence := say.Text("playlist.mistake", "Line", m.List[0].Line, "Reason", m.List[0].Reason)
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return strings.TrimSuffix(sentence, ".") + "."
}

// save writes the text if nothing is wrong with it.
func (e *editor) save() {
	text := e.area.Text
	if e.saving {
		return
	}
	e.ask()
	if _, err := playlist.Parse([]byte(text)); err != nil {
		e.dialog.SetStatus(say.Text("playlist.notSaved") + " " + verdict(text, e.parts.Now()))
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
			e.host.Done(say.Text("playlist.saved"))
		})
	}()
}

// goToMistake puts the cursor at the beginning of the line that has the first mistake.
func (e *editor) goToMistake(err error) {
	var wrong *playlist.Mistakes
	if errors.As(err, &wrong) {
		e.area.CursorRow, e.area.CursorColumn = max(0, wrong.List[0].Line-1), 0
		e.area.Refresh()
		e.dialog.Focus(e.area)
	}
}

// keepDraft offers what was typed and not saved once more.
func (e *editor) keepDraft() {
	if text := e.area.Text; text != e.before {
		p := &Playlists{e.host, e.parts}
		e.host.OfferUndo(say.Text("playlist.closedUnsaved"), func() { p.open(text, e.before) })
	}
}
