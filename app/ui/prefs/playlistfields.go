package prefs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A formField is a field of the form for a key of a list: a choice of offers, or an entry where there are none.
type formField struct {
	key, label string
	ofDaypart  bool // the usual list does not have the key
	offers     func() []offer
	// shown returns what a list has: the title of an offer, other words for what only the text can have, or what is
	// typed.
	shown func(l *playlist.List) string
	// example is in an entry without a text, and check returns what is wrong with a typed one.
	example string
	check   func(typed string) error

	choice *control.Choice
	entry  *control.Entry
}

// An offer is what can be chosen in a field. Its value is as in the text of a playlist, "" for none.
type offer struct{ title, value string }

// formFields returns the fields of the form, in their order.
func formFields() []*formField {
	hours := func(end int) func(l *playlist.List) string {
		return func(l *playlist.List) string {
			from, to, _ := l.Hours()
			return []string{from, to}[end]
		}
	}
	isTime := func(typed string) error {
		_, err := playlist.ParseClock(typed)
		return err
	}
	return []*formField{
		{
			key: "together", label: "playlistForm.together", offers: counts,
			shown: func(l *playlist.List) string { return strconv.Itoa(l.Together) },
		},
		{
			key: fixedStay, label: "playlistForm.stay", offers: stayOffers,
			shown: func(l *playlist.List) string { return stayWords(l.Dwell.Fixed) },
		},
		{key: "days", label: "playlistForm.days", ofDaypart: true, offers: dayOffers, shown: daysOf},
		{
			key: "from", label: "playlistForm.from", ofDaypart: true, shown: hours(0),
			example: "00:00", check: isTime,
		},
		{
			key: "to", label: "playlistForm.to", ofDaypart: true, shown: hours(1),
			example: "00:00", check: isTime,
		},
	}
}

// counts returns how many pages can be on the screen at once.
func counts() (all []offer) {
	for _, n := range playlist.Together() {
		all = append(all, offer{strconv.Itoa(n), strconv.Itoa(n)})
	}
	return all
}

// stays returns the choices of the dwell; 0 is the service's.
func stays() []time.Duration {
	list := []time.Duration{0}
	for _, seconds := range []time.Duration{5, 8, 10, 15, 20, 30, 60, 120} {
		list = append(list, seconds*time.Second)
	}
	return list
}

func stayOffers() (all []offer) {
	for _, d := range stays() {
		all = append(all, offer{stayWords(d), playlist.DurationValue(d)})
	}
	return all
}

// stayWords returns a dwell in words.
func stayWords(d time.Duration) string {
	if d == 0 {
		return say.Text("playlistForm.stay.service")
	}
	return words.LengthWords(d)
}

// daySets returns the choices of days, with the key of their title. Other sets can be written in the text.
func daySets() [][2]string {
	return [][2]string{
		{"", "playlistForm.days.all"}, {"mon-fri", "playlistForm.days.week"}, {"sat-sun", "playlistForm.days.weekend"},
	}
}

func dayOffers() (all []offer) {
	for _, set := range daySets() {
		o := offer{title: say.Text(set[1])}
		if set[0] != "" {
			o.value = fmt.Sprintf("[%q]", set[0])
		}
		all = append(all, o)
	}
	return all
}

// daysOf returns the days of a daypart in words.
func daysOf(l *playlist.List) string {
	_, _, days := l.Hours()
	for _, set := range daySets() {
		if slices.Equal(days, playlist.DaysOf(set[0])) {
			return say.Text(set[1])
		}
	}
	return strings.Join(days, ", ")
}

// titles returns those of the offers of a field.
func (d *formField) titles() (all []string) {
	for _, o := range d.offers() {
		all = append(all, o.title)
	}
	return all
}

// make makes the widget of a field, which changes the form's list.
func (d *formField) make(f *form, keys core.Keys) fyne.CanvasObject {
	if d.offers != nil {
		d.choice = control.NewChoice(keys, d.titles(), func(string) {
			f.setKey(d.key, d.offers()[max(0, d.choice.SelectedIndex())].value)
		})
		return d.choice
	}
	d.entry = control.NewEntry(keys, d.example)
	done := func() { f.setTyped(d) }
	d.entry.OnSubmitted, d.entry.OnLeft = func(string) { done() }, done
	return d.entry
}

// show shows the value of a list.
func (d *formField) show(l *playlist.List, isDaypart bool) {
	var widget fyne.Disableable
	has := !d.ofDaypart || isDaypart
	shown := ""
	if has {
		shown = d.shown(l)
	}
	if d.offers != nil {
		widget = d.choice
		titles := d.titles()
		if !has {
			shown = titles[0]
		}
		d.choice.SetWords(titles, shown)
	} else {
		widget = d.entry
		d.entry.SetText(shown)
	}
	if has {
		widget.Enable()
	} else {
		widget.Disable()
	}
}

// makeFields makes the fields beside the list.
func (f *form) makeFields(keys core.Keys) fyne.CanvasObject {
	fields := container.New(layout.NewFormLayout())
	for _, d := range f.fields {
		label := core.NewCanvasText(theme.TextSize())
		core.SetCanvasText(label, say.Text(d.label))
		fields.Add(label)
		fields.Add(d.make(f, keys))
	}
	another := control.NewPushButton(keys, say.Text("playlistForm.daypart.add"), f.addDaypart)
	return container.NewVBox(fields, dialog.NewButtons(another))
}

// choices returns the fields that are chosen.
func (f *form) choices() (all []*control.Choice) {
	for _, d := range f.fields {
		if d.choice != nil {
			all = append(all, d.choice)
		}
	}
	return all
}

// setTyped sets the key of a field to its typed text, if it is valid and has changed.
func (f *form) setTyped(d *formField) {
	if f.shown == nil || d.ofDaypart && f.at == 0 {
		return
	}
	typed := strings.TrimSpace(d.entry.Text)
	if typed == d.shown(&f.shown.Lists[f.at]) {
		return
	}
	if err := d.check(typed); err != nil {
		f.editor.dialog.SetStatus(words.Whole(err))
		return
	}
	f.setKey(d.key, fmt.Sprintf("%q", typed))
}
