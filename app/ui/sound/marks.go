package sound

import (
	"bytes"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/kept"
	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
)

// markCommands returns the commands for marks.
func (p *Presenter) markCommands() []command.Command {
	nothing := say.Text("play.nothing.why")
	return command.In(
		command.Listening,
		p.key("mark", say.Text("mark.add"), say.Text("mark.add.help"), nil, p.isLoaded, nothing,
			command.Char('b'), func() { p.mark() }).
			Found(say.Text("mark.words")),
		p.key("markNote", say.Text("mark.withNote"), say.Text("mark.withNote.help"), nil, p.isLoaded, nothing,
			command.ShiftChar('b'), p.markWithNote).
			Found(say.Text("mark.withNote.words")).IfTyped(),
	)
}

// mark adds a mark at the position of the sound. ok is false if that fails, as when nothing is loaded.
func (p *Presenter) mark() (k kept.Mark, ok bool) {
	marks := p.parts.Listen.Marks
	count := len(marks.Moments())
	k, undo, err := marks.Add("")
	at := words.PlayTime(k.Moment)
	switch {
	case err != nil:
		p.host.Mention(words.Whole(err))
	case len(marks.Moments()) == count:
		p.host.Mention(say.Text("mark.again", "Time", at))
	default:
		p.host.OfferUndo(p.unkept(say.Text("mark.made", "Time", at)), undo)
	}
	return k, err == nil
}

func (p *Presenter) unkept(done string) string {
	return words.Unkept(done, p.parts.Listen.Marks.Lasting())
}

// markWithNote adds a mark at the position of the sound and asks for a note. Without a note the mark stays.
func (p *Presenter) markWithNote() {
	if k, ok := p.mark(); ok {
		p.editNote(k)
	}
}

// editNote asks for the note of a mark.
func (p *Presenter) editNote(k kept.Mark) {
	d := p.host.NewServiceDialog(say.Text("mark.withNote.title", "Time", words.PlayTime(k.Moment)))
	keys := d.Keys()
	entry := control.NewEntry(keys, say.Text("mark.note.example"))
	entry.SetText(k.Note)
	save := func() {
		d.Close()
		if note := strings.TrimSpace(entry.Text); note != k.Note {
			undo := p.parts.Listen.Marks.SetNote(k, note)
			p.host.OfferUndo(p.unkept(say.Text("mark.noteSaved")), undo)
		}
	}
	entry.OnSubmitted = func(string) { save() }
	d.SetRows(dialog.NewRow(keys, say.Text("mark.note"), say.Text("mark.note.help"), entry, nil))
	d.SetButtons(
		host.CloseButton(d, say.Text("button.cancel")),
		control.NewPushButton(keys, say.Text("button.save"), save).Strong(),
	)
	p.host.Open(d, fyne.NewSize(460, 240), entry, nil)
}

// removeMark removes a mark, with undo.
func (p *Presenter) removeMark(k kept.Mark) {
	undo := p.parts.Listen.Marks.Remove(k)
	p.host.OfferUndo(say.Text("mark.removed", "Time", words.PlayTime(k.Moment)), undo)
}

// showMarks shows the list of marks.
func (p *Presenter) showMarks() {
	count := len(p.parts.Listen.Marks.All())
	p.panel.setRows(Marks, count, false, say.Text("marks.empty",
		"Menu", say.Text("menu.listen"), "Command", say.Text("mark.add"), "Keys", p.markKeys()))
	if count == 0 {
		p.panel.setFoot(Marks, "", "")
		return
	}
	p.panel.setFoot(Marks, say.Count("count.marks", count), say.Text("marks.save"))
}

// markKeys returns the key that marks a moment in brackets, "" if there is none.
func (p *Presenter) markKeys() string {
	if c := p.host.Command("media.mark"); c != nil && len(c.Keys) > 0 {
		return " (" + c.Keys[0].Words() + ")"
	}
	return ""
}

// markRow returns the row of a mark: its note, or else the recording, with further details below.
func (r *rows) markRow(k *kept.Mark) lists.Row {
	made := lists.Row{
		ID: k.Key(), Page: words.PlayTime(k.Moment), Title: k.Item.Name(),
		Tools: []lists.Tool{{Icon: "more", Tip: say.Text("row.more")}},
	}
	var parts []string
	if k.Note != "" {
		made.Title, parts = k.Note, append(parts, k.Item.Name())
	}
	if k.Chapter != "" {
		parts = append(parts, k.Chapter)
	}
	made.Detail = strings.Join(append(parts, words.FirstUpper(r.calendar().DayName(k.At))), "  ·  ")
	return made
}

// saveMarks opens a menu of the formats in which all marks can be saved.
func (m menuMaker) saveMarks(at fyne.CanvasObject) {
	as := func(title string, form marksForm) *fyne.MenuItem {
		return item(say.Text(title), func() {
			var b bytes.Buffer
			_ = writeMarks(&b, form, m.parts.Listen.Marks.All()) // writing to a buffer cannot fail
			host.Write(m.host, say.Text("marks.fileName")+"."+string(form), b.Bytes())
		})
	}
	control.Open(m.host.Canvas(), fyne.NewMenu("", as("marks.asText", marksText),
		as("marks.asCSV", marksCSV), as("marks.asLines", marksLines)), control.Above(at))
}
