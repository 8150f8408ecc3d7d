package listen

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/publish"
	"sextant/app/say"
)

// MaxNote bounds what is typed beside a mark, in bytes.
const MaxNote = 2000

// Errors of marking.
var (
	ErrNothingPlays = say.Error("marks.nothing")
	ErrMarksFull    = say.Error("marks.full", "Most", kept.MostMarks)
)

// Marks has the moments of recordings that the user marked. Those of the service that is tuned in are listed.
type Marks struct {
	// Changed is called when the marks have changed, in this or another program.
	Changed publish.Topic[struct{}]

	controller *Controller
	lists      *kept.Lists
	leave      func() // ends following the lists
}

func newMarks(c *Controller, s *Source) *Marks {
	m := &Marks{controller: c, leave: func() {}}
	m.subscribe(s)
	return m
}

func (m *Marks) subscribe(s *Source) {
	m.leave()
	m.lists = s.Lists
	m.leave = s.Lists.Changed.On(func(l kept.List) {
		if l == kept.Marks {
			m.Changed.Publish(struct{}{})
		}
	})
}

func (m *Marks) tune(s *Source) {
	m.subscribe(s)
	m.Changed.Publish(struct{}{})
}

// Lasting reports whether the marks outlive the program.
func (m *Marks) Lasting() bool { return m.lists.Lasting() }

// All returns the marks of the service, the newest first. The caller must not change them.
func (m *Marks) All() []kept.Mark { return m.lists.Marks() }

// RowOf returns the index of a mark in All by its key, -1 if it is not there.
func (m *Marks) RowOf(key string) int {
	return slices.IndexFunc(m.All(), func(k kept.Mark) bool { return k.Key() == key })
}

// Of returns the marks of a recording, in the order of their moments.
func (m *Marks) Of(recording string) []kept.Mark { return marksOf(m.lists, recording) }

func marksOf(lists *kept.Lists, recording string) (marks []kept.Mark) {
	for _, k := range lists.Marks() {
		if k.Item.Key() == recording {
			marks = append(marks, k)
		}
	}
	slices.SortFunc(marks, func(a, b kept.Mark) int { return cmp.Compare(a.Moment, b.Moment) })
	return marks
}

// Add marks the moment that is heard, with a note that may be empty. A mark that is there already stays as it is, but
// for its note. It fails with ErrNothingPlays or ErrMarksFull.
func (m *Marks) Add(note string) (added kept.Mark, undo func(), err error) {
	t := m.controller.track
	if t == nil {
		return added, nil, ErrNothingPlays
	}
	lists := m.controller.listsOf(t.source)
	if len(lists.Marks()) >= kept.MostMarks {
		return added, nil, ErrMarksFull
	}
	state, chapter := m.controller.State(), ""
	if c, ok := state.Chapter(); ok {
		chapter = strings.TrimSpace(c.Title)
	}
	added = kept.NewMark(t.item, state.Player.Position, chapter, m.controller.cfg.Now())
	if i := slices.IndexFunc(lists.Marks(), func(k kept.Mark) bool { return k.Key() == added.Key() }); i >= 0 {
		added = lists.Marks()[i]
		if note == "" {
			return added, func() {}, nil
		}
	}
	added.Note = cutNote(note)
	return added, lists.SetMark(added), nil
}

// Moments returns the marks in the recording that plays, in their order.
func (m *Marks) Moments() (moments []time.Duration) {
	if t := m.controller.track; t != nil {
		for _, k := range marksOf(m.controller.listsOf(t.source), t.item.Key()) {
			moments = append(moments, k.Moment)
		}
	}
	return moments
}

// SetNote changes the note of a mark of the service.
func (m *Marks) SetNote(of kept.Mark, note string) (undo func()) {
	of.Note = cutNote(note)
	return m.lists.SetMark(of)
}

// cutNote returns a note on one line, cut to MaxNote.
func cutNote(note string) string {
	note = strings.Join(strings.Fields(note), " ")
	if len(note) > MaxNote {
		note = strings.ToValidUTF8(note[:MaxNote], "") // the last character may have been cut in two
	}
	return strings.ToValidUTF8(note, string(utf8.RuneError))
}

// Remove forgets a mark of the service.
func (m *Marks) Remove(of kept.Mark) (undo func()) { return m.lists.RemoveMark(of) }

// Play plays a recording from a mark on.
func (m *Marks) Play(k kept.Mark) { m.controller.playFrom(k.Item, k.Moment) }

// PlayMoment plays a recording, which need not be in the list, from a moment on. One without a mark waits until the
// list has come or failed; if something else is played meanwhile, it does nothing.
func (c *Controller) PlayMoment(m media.Moment) {
	all := c.Marks.All()
	if i := slices.IndexFunc(all, func(k kept.Mark) bool { return k.Item.ID == m.ID }); i >= 0 {
		c.playFrom(all[i].Item, m.At)
		return
	}
	loads := c.lineup.loads
	c.Catalogue.whenListed(func() {
		if c.lineup.loads == loads {
			c.playFrom(c.Catalogue.Named(m.ID), m.At)
		}
	})
}

// playFrom plays a recording from a moment on. Where it is loaded already it only seeks.
func (c *Controller) playFrom(it media.Item, at time.Duration) {
	if row := c.Catalogue.RowOf(it.Key()); row >= 0 {
		it = *c.Catalogue.At(row) // the list knows more of it
	}
	c.lineup.anchor = it.Key()
	t := c.track
	if t != nil && t.given && t.item.Key() == it.Key() && t.source.isOf(c.source) && t.state.Status != player.Failed {
		c.SeekTo(at)
		c.Want(true)
		return
	}
	c.notePlace()
	c.loadItemAt(c.source, it, start{place: at})
}
