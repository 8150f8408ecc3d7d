package prefs

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// settle is how long after the last key a number counts.
const settle = 900 * time.Millisecond

// onOff is a switch.
func (s *sheet) onOff(name, text, why string, at func(*settings.Settings) *bool) *dialog.Row {
	usual, state := settings.DefaultSettings(), say.Text("prefs.off")
	if *at(&usual) {
		state = say.Text("prefs.on")
	}
	box := control.NewSwitch(s.dialog.Keys(), text, func(on bool) {
		s.changeSettings(func(now *settings.Settings) { *at(now) = on })
	})
	row := dialog.NewRow(s.dialog.Keys(), name, why, box,
		func() { box.SetChecked(*at(&usual)) }).Usually(state)
	s.options = append(s.options, option{show: func(now settings.Settings) {
		box.SetChecked(*at(&now))
		row.SetOwn(box.Checked != *at(&usual))
	}})
	return row
}

// A word is what can be chosen, and what it is called.
type word[T comparable] struct {
	value T
	title string
}

// chosen is a choice of words. A value that is none of them has the title that other gives.
func chosen[T comparable](s *sheet, name, why string, list []word[T],
	at func(*settings.Settings) *T, other func(T) string,
) *dialog.Row {
	usual := settings.DefaultSettings()
	var titles []string
	for _, w := range list {
		titles = append(titles, w.title)
	}
	title := func(v T) string {
		for _, w := range list {
			if w.value == v {
				return w.title
			}
		}
		return other(v)
	}
	choice := control.NewChoice(s.dialog.Keys(), titles, func(word string) {
		s.changeSettings(func(now *settings.Settings) { *at(now) = list[slices.Index(titles, word)].value })
	})
	row := dialog.NewRow(s.dialog.Keys(), name, why, choice,
		func() { choice.SetSelected(title(*at(&usual))) }).Usually(title(*at(&usual)))
	s.options = append(s.options, option{show: func(now settings.Settings) {
		if v := title(*at(&now)); choice.Selected != v {
			choice.SetWords(titles, v)
		}
		row.SetOwn(*at(&now) != *at(&usual))
	}})
	return row
}

// noOther is for choices of which there are no other values.
func noOther[T comparable](T) string { return "" }

// A number is a setting that is typed, with the name of its field, which says its bounds.
type number struct {
	sheet       *sheet
	field       string
	none        string // what stands for 0, "" where that is a number like others
	get         func(*settings.Settings) int
	set         func(*settings.Settings, int)
	entry       *control.Entry
	row         *dialog.Row
	shown       int
	typed       bool // and not entered
	settling    *time.Timer
	usual       int
	unit, why   string
	least, most int // where the field has no bounds in the file
}

// number is a setting in a unit, behind which it is said.
func (s *sheet) number(name, unit, why, field string,
	get func(*settings.Settings) int, set func(*settings.Settings, int),
) *number {
	defaults := settings.DefaultSettings()
	n := &number{sheet: s, field: field, get: get, set: set, usual: get(&defaults), unit: unit, why: why}
	keys := s.dialog.Keys()
	n.entry = control.NewEntry(keys, "")
	n.entry.OnChanged = n.onTyped
	n.entry.OnSubmitted = func(string) { n.commit() }
	n.entry.OnLeft = n.commit
	usual := n.text(n.usual)
	switch unit {
	case hundredths():
		usual = words.Percent(n.usual)
	case megabytes():
		usual = words.Megabytes(n.usual)
	case seconds():
		usual = words.Seconds(n.usual)
	}
	body := fyne.CanvasObject(n.entry)
	if unit != "" {
		body = dialog.NewShort(n.entry, unit)
	}
	n.row = dialog.NewRow(keys, name, "", body, n.reset).Usually(usual)
	n.say("")
	s.options = append(s.options, option{n.show, n.commit})
	return n
}

// seconds, megabytes and hundredths are units.
func seconds() string    { return say.Text("prefs.seconds") }
func megabytes() string  { return say.Text("measure.megabytesUnit") }
func hundredths() string { return say.Text("measure.percentUnit") }

// integer is a number that the settings have as such.
func (s *sheet) integer(name, unit, why, field string, at func(*settings.Settings) *int) *number {
	return s.number(name, unit, why, field, func(now *settings.Settings) int { return *at(now) },
		func(now *settings.Settings, v int) { *at(now) = v })
}

// orNone has an empty entry mean 0, for which a word stands there.
func (n *number) orNone(word string) *dialog.Row {
	n.none = word
	n.entry.SetPlaceHolder(word)
	n.row.Usually(word)
	n.entry.SetText(n.text(n.shown))
	return n.row
}

// text is a value as it stands in the entry.
func (n *number) text(v int) string {
	if v == 0 && n.none != "" {
		return ""
	}
	return strconv.Itoa(v)
}

// say puts a sentence before the explanation.
func (n *number) say(sentence string) {
	n.row.SetWhy(strings.TrimSpace(sentence + " " + n.why))
}

func (n *number) show(now settings.Settings) {
	v := n.get(&now)
	n.row.SetOwn(v != n.usual)
	if n.typed && n.shown == v {
		return // what is being typed stays
	}
	n.shown = v
	n.put(v)
}

func (n *number) put(v int) {
	if text := n.text(v); n.entry.Text != text {
		n.entry.SetText(text)
	}
	n.typed = false
	n.row.SetTrouble("")
}

// onTyped counts in a moment, if no more is typed.
func (n *number) onTyped(text string) {
	if n.typed = text != n.text(n.shown); !n.typed {
		n.row.SetTrouble("")
	}
	if n.settling != nil {
		n.settling.Stop()
	}
	n.settling = time.AfterFunc(settle, func() { n.sheet.host.Do(n.commit) })
}

// commit takes what was typed, or says what is wrong with it.
func (n *number) commit() {
	if !n.typed || n.sheet.closed {
		return
	}
	text := strings.TrimSpace(n.entry.Text)
	v, err := strconv.Atoi(text)
	if text == "" && n.none != "" {
		v, err = 0, nil
	}
	if err != nil {
		n.row.SetTrouble(say.Text("prefs.notWhole"))
		return
	}
	if err := n.wrong(v); err != nil {
		n.row.SetTrouble(words.Whole(err))
		return
	}
	n.row.SetTrouble("")
	n.typed = false
	n.sheet.changeSettings(func(now *settings.Settings) { n.set(now, v) })
}

// reset leads back to the default.
func (n *number) reset() {
	n.typed = false
	n.sheet.changeSettings(func(now *settings.Settings) { n.set(now, n.usual) })
}

// pause is the choice of a number of seconds, of which 0 is never.
func pause(s *sheet, name, why string, at func(*settings.Settings) *int, seconds ...int) *dialog.Row {
	title := func(n int) string {
		if n == 0 {
			return say.Text("prefs.never")
		}
		return words.WaitWords(time.Duration(n) * time.Second)
	}
	var list []word[int]
	for _, n := range append(seconds, 0) {
		list = append(list, word[int]{n, title(n)})
	}
	return chosen(s, name, why, list, at, title)
}

// bounded gives a number bounds that its field does not have in the file.
func (n *number) bounded(least, most int) *dialog.Row {
	n.least, n.most = least, most
	return n.row
}

// wrong says what is wrong with a value.
func (n *number) wrong(v int) error {
	if n.least < n.most && (v < n.least || v > n.most) {
		return say.Error("settings.range", "From", n.least, "To", n.most)
	}
	now := n.sheet.now()
	n.set(&now, v)
	return now.Wrong(n.field)
}
