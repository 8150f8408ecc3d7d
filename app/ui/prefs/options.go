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

// settle is the delay after the last key before a typed number is applied.
const settle = 900 * time.Millisecond

// onOff makes a row with a switch.
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
	row.SetFoundBy(text)
	s.options = append(s.options, option{show: func(now settings.Settings) {
		box.SetChecked(*at(&now))
		row.SetOwn(box.Checked != *at(&usual))
	}})
	return row
}

// A word is a value of a choice with its title.
type word[T comparable] struct {
	value T
	title string
}

// chosen makes a row with a choice of words. other returns the title of a value that is none of them.
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
		func() { choice.SetSelected(title(*at(&usual))) }).Usually(title(*at(&usual))).Offers(titles...)
	s.options = append(s.options, option{show: func(now settings.Settings) {
		if v := title(*at(&now)); choice.Selected != v {
			choice.SetWords(titles, v)
		}
		row.SetOwn(*at(&now) != *at(&usual))
	}})
	return row
}

// noOther is for choices without other values.
func noOther[T comparable](T) string { return "" }

// A number is a setting that is typed. Its field in the settings has its bounds.
type number struct {
	sheet       *sheet
	field       string
	none        string // the word for 0, "" if 0 is a number like others
	get         func(*settings.Settings) int
	set         func(*settings.Settings, int)
	entry       *control.Entry
	row         *dialog.Row
	shown       int
	typed       bool // not committed yet
	settling    *time.Timer
	usual       int
	unit, why   string
	least, most int // bounds, if the settings have none
}

// number makes a row with a number, followed by its unit.
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

// seconds, megabytes and hundredths return the names of units.
func seconds() string    { return say.Text("prefs.seconds") }
func megabytes() string  { return say.Text("measure.megabytesUnit") }
func hundredths() string { return say.Text("measure.percentUnit") }

// integer makes a row with a number that is an int in the settings.
func (s *sheet) integer(name, unit, why, field string, at func(*settings.Settings) *int) *number {
	return s.number(name, unit, why, field, func(now *settings.Settings) int { return *at(now) },
		func(now *settings.Settings, v int) { *at(now) = v })
}

// orNone makes an empty entry mean 0, with a word as its placeholder.
func (n *number) orNone(word string) *dialog.Row {
	n.none = word
	n.entry.SetPlaceHolder(word)
	n.row.Usually(word)
	n.entry.SetText(n.text(n.shown))
	return n.row
}

// text formats a value for the entry.
func (n *number) text(v int) string {
	if v == 0 && n.none != "" {
		return ""
	}
	return strconv.Itoa(v)
}

// say shows a sentence before the explanation.
func (n *number) say(sentence string) {
	n.row.SetWhy(strings.TrimSpace(sentence + " " + n.why))
}

func (n *number) show(now settings.Settings) {
	v := n.get(&now)
	n.row.SetOwn(v != n.usual)
	if n.typed && n.shown == v {
		return // a typed value stays
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

// onTyped schedules commit, unless more is typed.
func (n *number) onTyped(text string) {
	if n.typed = text != n.text(n.shown); !n.typed {
		n.row.SetTrouble("")
	}
	if n.settling != nil {
		n.settling.Stop()
	}
	n.settling = time.AfterFunc(settle, func() { n.sheet.host.Do(n.commit) })
}

// commit applies the typed value, or shows what is wrong with it.
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

// reset restores the default.
func (n *number) reset() {
	n.typed = false
	n.sheet.changeSettings(func(now *settings.Settings) { n.set(now, n.usual) })
}

// pause makes a row with a choice of seconds; 0 is never.
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

// bounded sets the bounds of a number that has none in the settings.
func (n *number) bounded(least, most int) *dialog.Row {
	n.least, n.most = least, most
	return n.row
}

// wrong validates a value.
func (n *number) wrong(v int) error {
	if n.least < n.most && (v < n.least || v > n.most) {
		return say.Error("settings.range", "From", n.least, "To", n.most)
	}
	now := n.sheet.now()
	n.set(&now, v)
	return now.Wrong(n.field)
}
