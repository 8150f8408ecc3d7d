package listen

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/words"
)

// A Catalogue is the service's list of recordings, filtered and sorted.
type Catalogue struct {
	// Changed is called when the rows or the message in their place have changed.
	Changed publish.Topic[struct{}]
	// Trouble is called with why the list could not be updated, and with an empty message once it was.
	Trouble publish.Topic[words.Message]
	// arranged is called when the user has changed the order, or the rows have changed.
	arranged publish.Topic[struct{}]

	cfg       Config
	source    *Source
	leave     func()
	items     []listed // as they came
	shown     []int    // the indices of those that pass the filter, in order
	rows      map[string]int
	filter    string
	ordered   settings.DownloadOrder // of shown
	message   string                 // where there are no rows
	described bool                   // some items have a description
	asked     bool
	loaded    bool     // a list has come
	waiting   []func() // called when the list has come or failed
	cancel    context.CancelFunc
	failed    int         // tries in a row
	again     *time.Timer // the next one; nil while there is none
}

// Backoff after the list failed to come.
const (
	firstListPause = 15 * time.Second
	mostListPause  = 15 * time.Minute
)

// listed is a recording in the list.
type listed struct {
	media.Item
	key, search string
}

func newCatalogue(s *Source, cfg Config) *Catalogue {
	c := &Catalogue{cfg: cfg, leave: func() {}, cancel: func() {}}
	c.subscribe(s)
	return c
}

// subscribe keeps the order up to date with what was heard.
func (c *Catalogue) subscribe(s *Source) {
	c.leave()
	c.source = s
	c.leave = s.Positions.Changed.On(func(string) {
		if c.Order() == settings.Unheard {
			c.arrange()
		}
	})
}

// tune switches to another service, whose list is asked for when it is needed.
func (c *Catalogue) tune(s *Source) {
	c.cancelList()
	c.subscribe(s)
	c.items, c.described, c.asked, c.loaded, c.failed, c.waiting = nil, false, false, false, 0, nil
	c.rearrange()
	c.Trouble.Publish(words.Message{})
}

// Need asks for the list, unless it is there or under way.
func (c *Catalogue) Need() {
	if !c.asked {
		c.Reload()
	}
}

// whenListed calls do when the list has come or failed.
func (c *Catalogue) whenListed(do func()) {
	if c.loaded {
		do()
		return
	}
	c.waiting = append(c.waiting, do)
	c.Need()
}

// proceed calls the functions that wait for the list.
func (c *Catalogue) proceed() {
	waiting := c.waiting
	c.waiting = nil
	for _, do := range waiting {
		do()
	}
}

// Reload requests the list again.
func (c *Catalogue) Reload() {
	c.cancelList()
	c.asked = true
	var ctx context.Context
	ctx, c.cancel = context.WithCancel(context.Background())
	if len(c.items) == 0 {
		c.say(say.Text("recordings.asking"))
	}
	source := c.source
	go func() {
		doc, err := source.List(ctx)
		items := listOf(media.Items(doc, source.Zone))
		c.cfg.Post(func() {
			if ctx.Err() == nil {
				c.onList(items, err)
			}
		})
	}()
}

// cancelList cancels the request for the list.
func (c *Catalogue) cancelList() {
	c.cancel()
	if c.again != nil {
		c.again.Stop()
		c.again = nil
	}
}

// listOf makes a list of recordings ready to be searched.
func listOf(items []media.Item) []listed {
	list := make([]listed, len(items))
	for i, it := range items {
		list[i] = listed{it, it.Key(), strings.ToLower(it.Title + "\n" + it.Description + "\n" + it.ID)}
	}
	return list
}

func (c *Catalogue) onList(items []listed, err error) {
	switch {
	case api.IsCancelled(err):
		return
	case err != nil:
		c.didNotCome(err)
		return
	}
	c.failed, c.loaded = 0, true
	c.items = items
	c.described = slices.ContainsFunc(items, func(it listed) bool { return it.Description != "" })
	c.rearrange()
	c.Trouble.Publish(words.Message{})
	c.proceed()
}

// didNotCome shows why the list failed to come, and retries after a backoff.
func (c *Catalogue) didNotCome(err error) {
	c.asked = false // opening the panel again asks at once
	wait := backoff.After(c.failed+1, firstListPause, mostListPause)
	var e *api.Error
	if errors.As(err, &e) {
		wait = max(wait, e.RetryAfter)
	}
	c.failed++
	var again *time.Timer
	again = time.AfterFunc(wait, func() {
		c.cfg.Post(func() {
			if c.again == again {
				c.Reload()
			}
		})
	})
	c.again = again
	c.proceed()
	m := words.ServiceMessage(words.Recordings, err).Again(wait, words.Calendar{Zone: c.source.Zone, Now: c.cfg.Now()})
	if len(c.items) == 0 {
		c.say(m.Sentence + "\n" + m.Hint)
		return
	}
	c.Trouble.Publish(m)
}

// say sets the message in place of the rows.
func (c *Catalogue) say(message string) {
	c.shown, c.rows, c.message = nil, nil, message
	c.Changed.Publish(struct{}{})
}

// Message returns the text to show where there are no rows.
func (c *Catalogue) Message() string { return c.message }

// SetFilter shows the recordings whose title, description or id has all the words.
func (c *Catalogue) SetFilter(text string) {
	c.filter = text
	c.rearrange()
}

// Order returns the order of the list, from the settings.
func (c *Catalogue) Order() settings.DownloadOrder { return c.cfg.Box.Get().Order }

// SetOrder changes the order of the list.
func (c *Catalogue) SetOrder(o settings.DownloadOrder) {
	c.cfg.Box.Change(func(s *settings.Settings) { s.Order = o })
}

// reorder applies the order of the settings, if it has changed.
func (c *Catalogue) reorder() {
	if c.ordered != c.Order() {
		c.rearrange()
	}
}

// rearrange is arrange after an action of the user or a new list.
func (c *Catalogue) rearrange() {
	c.arrange()
	c.arranged.Publish(struct{}{})
}

// arrange filters and sorts the rows.
func (c *Catalogue) arrange() {
	c.ordered = c.Order()
	c.shown, c.rows = c.shown[:0], nil
	sought := strings.Fields(strings.ToLower(c.filter))
	for i := range c.items {
		if c.items[i].matches(sought) {
			c.shown = append(c.shown, i)
		}
	}
	c.sort()
	c.message = ""
	switch {
	case len(c.items) == 0:
		c.message = say.Text("recordings.none")
	case len(c.shown) == 0:
		c.message = say.Text("recordings.noMatch", "Filter", c.filter)
	}
	c.Changed.Publish(struct{}{})
}

func (it *listed) matches(sought []string) bool {
	for _, w := range sought {
		if !strings.Contains(it.search, w) {
			return false
		}
	}
	return true
}

// hasOwnOrder reports whether the service's list has a meaningful order: its dates are ascending or descending, or some
// are missing, so that it cannot be sorted by them.
func (c *Catalogue) hasOwnOrder() bool {
	rises, falls := false, false
	for i := range c.items {
		if c.items[i].Date.IsZero() {
			return true
		}
		if i > 0 {
			d := c.items[i].Date.Compare(c.items[i-1].Date)
			rises, falls = rises || d > 0, falls || d < 0
		}
	}
	return !rises || !falls
}

// sort sorts the rows. Equal ones stay in the service's order.
func (c *Catalogue) sort() {
	order := c.Order()
	if order == settings.AutomaticOrder {
		order = settings.NewestFirst
		if c.hasOwnOrder() {
			order = settings.AsListed
		}
	}
	compare := map[settings.DownloadOrder]func(a, b *listed) int{
		settings.NewestFirst: func(a, b *listed) int { return b.Date.Compare(a.Date) },
		settings.ByTitle: func(a, b *listed) int {
			return strings.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name()))
		},
		settings.Longest: func(a, b *listed) int { return cmp.Compare(b.Duration, a.Duration) },
		settings.Unheard: func(a, b *listed) int { return c.heardRank(a) - c.heardRank(b) },
	}[order]
	if compare != nil {
		slices.SortStableFunc(c.shown, func(a, b int) int { return compare(&c.items[a], &c.items[b]) })
	}
}

// heardRank returns 0 for a recording that was started, 1 for a new one, and 2 for one that was heard.
func (c *Catalogue) heardRank(it *listed) int {
	switch h, ok := c.source.Positions.Of(it.key); {
	case h.Done:
		return 2
	case ok && h.Position >= LeastHeard:
		return 0
	}
	return 1
}

// Described reports whether any recording of the list has a description.
func (c *Catalogue) Described() bool { return c.described }

// Count returns the number of rows.
func (c *Catalogue) Count() int { return len(c.shown) }

// At returns the recording in a row, from 0 to Count-1.
func (c *Catalogue) At(row int) *media.Item { return &c.items[c.shown[row]].Item }

// RowOf returns the row of a recording, -1 if it is not there.
func (c *Catalogue) RowOf(key string) int {
	if c.rows == nil {
		c.rows = make(map[string]int, len(c.shown))
		for row := len(c.shown) - 1; row >= 0; row-- { // the first of several wins
			c.rows[c.items[c.shown[row]].key] = row
		}
	}
	if row, ok := c.rows[key]; ok {
		return row
	}
	return -1
}

// Named returns the recording with an id, from the list where it is there.
func (c *Catalogue) Named(id string) media.Item {
	for i := range c.items {
		if c.items[i].ID == id {
			return c.items[i].Item
		}
	}
	return media.Item{ID: id, Title: say.Text("recording.named", "ID", id)}
}
