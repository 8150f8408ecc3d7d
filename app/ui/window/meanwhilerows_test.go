package window

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/sound"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// A value is an entry of one of the lists. Its names are those of the rows that may act on it.
type value struct {
	names     []string
	content   string
	recording string // the key of the recording in the queue
}

// values is the state of all lists, by their names, and what the window is about to do.
type values struct {
	of      *station.Station
	lists   map[string][]value
	playing string
	to      string // the page that is wanted on screen
}

func queueName(e listen.Entry) string { return "queue " + e.ID }

// values returns the current state.
func (m *meanwhile) values() values {
	l, st := m.parts.Listen, m.parts.Tuner.Current()
	v := values{of: st, lists: map[string][]value{}, playing: l.Playing()}
	add := func(list, content string, names ...string) {
		v.lists[list] = append(v.lists[list], value{names: names, content: content})
	}
	for _, e := range l.Queue.Entries() {
		v.lists["queue"] = append(v.lists["queue"], value{names: []string{queueName(e)}, recording: e.Item.Key()})
	}
	for _, k := range st.Lists.Marks() {
		add("marks", k.Note, "mark "+k.Key())
	}
	for _, f := range st.Lists.Favourites() {
		add("favourites", f.Name, "page "+teletext.Address(f.Page, f.Subpage))
	}
	for _, w := range st.Lists.Watches() {
		add("watches", fmt.Sprint(w.Paused), "watch "+w.Key())
	}
	for _, p := range m.parts.Tuner.Presets.All() {
		add("services", p.Name, "service "+p.ID)
	}
	c := l.Catalogue
	for i := range c.Count() {
		h, _ := l.PositionOf(*c.At(i))
		key := c.At(i).Key()
		d := l.Library.Of(key)
		if h.Done || d.Keep {
			add("recordings", fmt.Sprintf("heard: %v, kept: %v", h.Done, d.Keep), recordingName(key))
		}
	}
	slices.SortFunc(v.lists["recordings"], func(a, b value) int { return strings.Compare(a.names[0], b.names[0]) })
	if to, loading := m.page.Nav.Target(); loading {
		v.to = to.String()
	}
	return v
}

func recordingName(key string) string { return "recording " + key }

// recordingNames returns the names of a row with a recording.
func recordingNames(key string) []string { return []string{recordingName(key), "plays " + key} }

// others returns a list without the entries of a row, and without those that are not in a list before and have the
// row's recording.
func others(list, before []value, row []string) (left []string) {
	for _, v := range list {
		isOfRow := func(name string) bool { return slices.Contains(row, name) }
		isNew := !slices.ContainsFunc(before, func(o value) bool { return o.names[0] == v.names[0] })
		if !slices.ContainsFunc(v.names, isOfRow) && !(isNew && isOfRow("plays "+v.recording)) {
			left = append(left, v.names[0]+" "+v.content)
		}
	}
	return left
}

// check checks that only the entries of the row that was used have changed; nil stands for any.
func (m *meanwhile) check(name string, row []string, before, after values) {
	if row == nil || before.of != after.of {
		return
	}
	for _, list := range []string{"queue", "marks", "favourites", "watches", "services", "recordings"} {
		may := row
		if list == "recordings" {
			may = append(slices.Clone(row), recordingName(before.playing)) // it may have come to its end
		}
		now := before.lists[list]
		switch goesOn := wentOn(row, before, after); {
		case goesOn && list == "queue":
			now = now[1:]
		case goesOn && list == "recordings":
			may = append(may, recordingName(after.playing))
		}
		was, is := others(now, now, may), others(after.lists[list], now, may)
		if !slices.Equal(was, is) {
			m.fault("%s, of the row %q, has changed the list of %s from %q to %q", name, row, list, was, is)
		}
	}
	if after.playing != before.playing && after.playing != "" && !slices.Contains(row, "plays "+after.playing) &&
		!wentOn(row, before, after) {
		m.fault("%s, of the row %q, plays %s", name, row, after.playing)
	}
	if after.to != before.to && after.to != "" && strings.HasPrefix(row[0], "page ") && row[0] != "page "+after.to {
		m.fault("%s, of the row %q, goes to %s", name, row, after.to)
	}
}

// wentOn reports whether the first of the queue plays in place of the row's recording, which was played to its end: the
// row may have a mark close to that.
func wentOn(row []string, before, after values) bool {
	queue := before.lists["queue"]
	return slices.Contains(row, "plays "+before.playing) && len(queue) > 0 && queue[0].recording == after.playing
}

// rowNames returns the names of the values on which a row may act, nil if that is not known.
func (m *meanwhile) rowNames(l *lists.List, i int) []string {
	if i == core.None || i >= l.Count() {
		return nil
	}
	row, listens := l.Row(i), m.parts.Listen
	switch {
	case slices.Contains(widgettest.Seen(m.find.Panel()), fyne.CanvasObject(l)) && row.Page != "":
		return []string{"page " + row.Page}
	case !slices.Contains(widgettest.Seen(m.media.Panel()), fyne.CanvasObject(l)):
		return nil
	}
	switch m.media.Panel().Tab() {
	case sound.Queued:
		e := listens.Queue.Entries()[listens.Queue.RowOf(row.ID)]
		return append(recordingNames(e.Item.Key()), queueName(e))
	case sound.Marks:
		k := listens.Marks.All()[listens.Marks.RowOf(row.ID)]
		return append(recordingNames(k.Item.Key()), "mark "+k.Key())
	}
	return recordingNames(row.ID)
}

// watchOf returns the name of the watch that a button of the list of watches is for, nil for none.
func (m *meanwhile) watchOf(b fyne.Tappable) []string {
	watches := m.parts.Tuner.Current().Lists.Watches()
	for _, of := range [][]string{
		{say.Text("watch.pause"), say.Text("watch.resume")}, {say.Text("watch.stop")},
	} {
		var same []fyne.Tappable
		for _, o := range seen[*control.PushButton](m.top()) {
			if slices.Contains(of, o.Text()) {
				same = append(same, o)
			}
		}
		if i := slices.Index(same, b); i >= 0 && len(same) == len(watches) {
			return []string{"watch " + watches[i].Key()}
		}
	}
	return nil
}

// preset returns the preset of the test's service.
func (m *meanwhile) preset() settings.Preset {
	p := settings.NewPreset("Test", m.parts.Box.Get().Service)
	p.ID, p.BaseURL, p.MediaBaseURL = "test", m.service.URL, m.service.URL
	p.PerSecond, p.PerHour, p.PerDay = 1000, 1_000_000, 10_000_000
	return p
}
