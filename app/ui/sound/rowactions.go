package sound

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/sound/listen"
	"sextant/app/sound/recordings"
	"sextant/widgets/control"
)

// The letters that tips and messages name too.
const (
	queueLetter    = 'Q'
	downloadLetter = 'D'
	keepLetter     = 'K'
	orderLetter    = 'O'
)

// A subject is what a row of the panel stands for. It stays the same while a menu is open, when the rows may change.
type subject struct {
	tab   Tab
	item  media.Item
	entry listen.Entry // on Queued
	mark  kept.Mark    // on Marks
}

// A rowAction is something the user can do with a row. The letters of the lists, the menus of rows and what the list of
// keys says are made from the actions.
type rowAction struct {
	// title is the message of the item in menus, and titleNow returns it where it depends on the row.
	title    string
	titleNow func(*subject) string
	// menus are the tabs whose menus have the action. A line separates it from an action of another group.
	menus []Tab
	group int
	// letter does the action on the tabs of typed, even if enabled returns false; 0 for none. help is the message that
	// says in the list of keys what it does.
	letter rune
	typed  []Tab
	help   string
	// shortcut is the list's own key for the action, shown in the menu.
	shortcut desktop.CustomShortcut
	// enabled, checked and hidden are the item's states; nil for a usual one.
	enabled, checked func(*subject) bool
	hidden           func() bool
	// do does the action. If whole is not nil, the action is for the list in place of a row, and is in no menu.
	do    func(*subject)
	whole func()
}

// A rowTable has the actions for the rows of the panel.
type rowTable struct{ *Presenter }

// rowActions returns all actions in the order of the menus, which is that of the list of keys too, but for the letters
// of one list.
func (t rowTable) rowActions() []rowAction {
	return slices.Concat(t.playActions(), t.markActions(), t.queueActions(), t.diskActions(), t.recordingActions())
}

// everywhere returns all tabs, and ofRecordings those whose rows are recordings.
func everywhere() []Tab   { return []Tab{All, Queued, Kept, Marks} }
func ofRecordings() []Tab { return []Tab{All, Kept} }

// The groups of the menus.
const (
	toListen = iota
	toArrange
	toKnow
)

func (t rowTable) playActions() []rowAction {
	return []rowAction{
		{
			title: "play.begin", menus: everywhere(), group: toListen,
			shortcut: desktop.CustomShortcut{KeyName: fyne.KeyReturn}, do: t.begin,
		},
		{
			title: "queue.playNext", menus: ofRecordings(), group: toListen,
			do: func(r *subject) { t.enqueue(r.item, true) },
		},
		{
			title: "queue.add", menus: ofRecordings(), group: toListen,
			letter: queueLetter, typed: everywhere(), help: "recordings.keys.queue",
			do: func(r *subject) { t.enqueue(r.item, false) },
		},
		{
			letter: orderLetter, typed: []Tab{All}, help: "recordings.keys.order",
			whole: func() { menuMaker(t).showList(t.panel.parts.more) },
		},
	}
}

func (t rowTable) markActions() []rowAction {
	marks := []Tab{Marks}
	return []rowAction{
		{
			title: "mark.noteMenu", menus: marks, group: toListen,
			letter: 'E', typed: marks, help: "recordings.keys.note",
			do: func(r *subject) { t.editNote(r.mark) },
		},
		{
			title: "mark.copy", menus: marks, group: toListen,
			do: func(r *subject) {
				t.host.Copy(markText(&r.mark))
				t.host.Done(say.Text("mark.copied"))
			},
		},
		{
			title: "mark.remove", menus: marks, group: toListen,
			shortcut: desktop.CustomShortcut{KeyName: fyne.KeyDelete},
			do:       func(r *subject) { t.removeMark(r.mark) },
		},
	}
}

func (t rowTable) queueActions() []rowAction {
	queue, queued := t.parts.Listen.Queue, []Tab{Queued}
	moved := func(title string, key fyne.KeyName, by int) rowAction {
		return rowAction{
			title: title, menus: queued, group: toArrange,
			shortcut: desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt},
			enabled: func(r *subject) bool {
				to := queue.RowOf(r.entry.ID) + by
				return to >= 0 && to < len(queue.Entries())
			},
			do: func(r *subject) { t.moveEntry(r.entry, by) },
		}
	}
	return []rowAction{
		moved("queue.up", fyne.KeyUp, -1), moved("queue.down", fyne.KeyDown, 1),
		{
			title: "queue.remove", menus: queued, group: toArrange,
			shortcut: desktop.CustomShortcut{KeyName: fyne.KeyDelete},
			do:       func(r *subject) { t.removeEntry(r.entry) },
		},
	}
}

func (t rowTable) diskActions() []rowAction {
	library := t.parts.Listen.Library
	stateOf := func(r *subject) recordings.Download { return library.Of(r.item.Key()) }
	return []rowAction{
		{
			titleNow: func(r *subject) string {
				if d := stateOf(r); listen.IsActive(&d) {
					return "download.pause"
				}
				return "download.begin"
			},
			menus: ofRecordings(), group: toArrange,
			letter: downloadLetter, typed: everywhere(), help: "recordings.keys.download",
			enabled: func(r *subject) bool { return stateOf(r).Progress != recordings.Stored },
			do:      func(r *subject) { library.Toggle(r.item) },
		},
		{
			title: "recording.keep", menus: ofRecordings(), group: toArrange,
			letter: keepLetter, typed: everywhere(), help: "recordings.keys.keep",
			checked: func(r *subject) bool { return stateOf(r).Keep },
			do:      func(r *subject) { library.Keep(r.item) },
		},
		{
			title: "save.as", menus: ofRecordings(), group: toArrange,
			do: func(r *subject) { t.save(r.item) },
		},
		{
			titleNow: func(r *subject) string {
				if stateOf(r).Progress.Unfinished() {
					return "download.cancel"
				}
				return "recording.delete"
			},
			menus: ofRecordings(), group: toArrange,
			enabled: func(r *subject) bool {
				d := stateOf(r)
				return d.Progress != recordings.Absent && d.Progress != recordings.Arriving
			},
			do: func(r *subject) { t.removeRecording(r.item) },
		},
	}
}

func (t rowTable) recordingActions() []rowAction {
	return []rowAction{
		{
			titleNow: func(r *subject) string {
				if h, _ := t.parts.Listen.PositionOf(r.item); h.Done {
					return "recording.markNew"
				}
				return "recording.markHeard"
			},
			menus: ofRecordings(), group: toKnow,
			letter: 'U', typed: everywhere(), help: "recordings.keys.heard",
			do: func(r *subject) { t.parts.Listen.ToggleHeard(r.item) },
		},
		{
			title: "recording.details", menus: everywhere(), group: toKnow,
			letter: 'I', typed: everywhere(), help: "recordings.keys.details",
			do: func(r *subject) { t.showDetails(r.item) },
		},
		{
			title: "playouts.menu", menus: ofRecordings(), group: toKnow,
			hidden:  func() bool { return !t.parts.Developers() },
			enabled: func(r *subject) bool { return r.item.ID != "" },
			do:      func(r *subject) { t.parts.Playouts(r.item.ID) },
		},
	}
}

// subject returns what a row of a tab stands for.
func (t rowTable) subject(tab Tab, row int) *subject {
	r := &subject{tab: tab, item: *t.rows.item(tab, row)}
	switch tab {
	case Queued:
		r.entry = t.parts.Listen.Queue.Entries()[row]
	case Marks:
		r.mark = t.parts.Listen.Marks.All()[row]
	}
	return r
}

// doLetter does what a letter does for a row of the current tab, which is negative if there is none. It returns false
// for other characters.
func (t rowTable) doLetter(r rune, row int) bool {
	tab, actions := t.panel.Tab(), t.rowActions()
	at := slices.IndexFunc(actions, func(a rowAction) bool {
		return unicode.ToLower(a.letter) == unicode.ToLower(r) && slices.Contains(a.typed, tab)
	})
	switch {
	case at < 0:
		return false
	case actions[at].whole != nil:
		actions[at].whole()
	case row >= 0:
		actions[at].do(t.subject(tab, row))
	}
	return true
}

// lettersInWords returns the letters of the lists for the list of keys, and what they do. Those of one list are last.
func (t rowTable) lettersInWords() (letters, help string) {
	actions := slices.DeleteFunc(t.rowActions(), func(a rowAction) bool { return a.letter == 0 })
	slices.SortStableFunc(actions, func(a, b rowAction) int { return len(b.typed) - len(a.typed) })
	var keys, does []string
	for _, a := range actions {
		keys, does = append(keys, string(a.letter)), append(does, say.Text(a.help))
	}
	return strings.Join(keys, ", "), say.Text("recordings.keys.help", "Actions", strings.Join(does, ", "))
}

// showRow opens the menu of a row of the panel.
func (t rowTable) showRow(row int, at fyne.Position) {
	control.Open(t.host.Canvas(), t.rowMenu(t.subject(t.panel.Tab(), row)), control.At(at))
}

// rowMenu returns the menu of a row, which may be elsewhere or removed before an item is chosen.
func (t rowTable) rowMenu(r *subject) *fyne.Menu {
	menu, group := fyne.NewMenu(""), toListen
	for _, a := range t.rowActions() {
		if !slices.Contains(a.menus, r.tab) || a.hidden != nil && a.hidden() {
			continue
		}
		if a.group != group {
			menu.Items, group = append(menu.Items, fyne.NewMenuItemSeparator()), a.group
		}
		menu.Items = append(menu.Items, a.item(r))
	}
	return menu
}

// item returns the action's item in the menu of a row.
func (a *rowAction) item(r *subject) *fyne.MenuItem {
	title, key := a.title, a.shortcut
	if a.titleNow != nil {
		title = a.titleNow(r)
	}
	if a.letter != 0 {
		key = desktop.CustomShortcut{KeyName: fyne.KeyName(a.letter)}
	}
	i := fyne.NewMenuItem(say.Text(title), func() { a.do(r) })
	if key.KeyName != "" {
		i.Shortcut = &key
	}
	i.Checked = a.checked != nil && a.checked(r)
	i.Disabled = a.enabled != nil && !a.enabled(r)
	return i
}
