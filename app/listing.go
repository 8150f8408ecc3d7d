package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// A listing is the service's list of downloads, as it is filtered and sorted.
type listing struct {
	items  []listed // as they came
	shown  []int    // the indices of those that pass the filter, in order
	rows   map[string]int
	filter string
	order  settings.DownloadOrder
	asked  bool
	cancel context.CancelFunc
	failed int         // tries in a row
	again  *time.Timer // the next one; nil while there is none
}

// Pauses after the list could not be had.
const (
	firstListPause = 15 * time.Second
	mostListPause  = 15 * time.Minute
)

// listed is a recording in the list.
type listed struct {
	media.Item
	key, search string
}

// needList asks for the list of downloads unless it is there or on its way.
func (p *playback) needList() {
	if !p.asked {
		p.reloadList()
	}
}

func (p *playback) reloadList() {
	p.dropList()
	p.asked = true
	var ctx context.Context
	ctx, p.cancel = context.WithCancel(context.Background())
	if len(p.items) == 0 {
		p.view.ShowRows(recordings.All, 0, "Asking for the downloads …")
	}
	zone := p.calendar().Zone
	go func() {
		doc, err := p.list(ctx)
		items := listOf(media.Items(doc, zone))
		p.do(func() {
			if ctx.Err() == nil {
				p.listCame(items, err)
			}
		})
	}()
}

// dropList gives up asking for the list.
func (p *playback) dropList() {
	p.cancel()
	if p.again != nil {
		p.again.Stop()
		p.again = nil
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

func (p *playback) listCame(items []listed, err error) {
	switch {
	case service.IsCancelled(err):
		return
	case err != nil:
		p.listFailed(err)
		return
	}
	p.failed = 0
	p.items = items
	p.setFilter(p.filter)
	p.view.Settled(aboutList)
}

// listFailed says why the list did not come, and asks for it again after a while.
func (p *playback) listFailed(err error) {
	p.asked = false // opening the panel again asks at once
	wait := min(firstListPause<<min(p.failed, 10), mostListPause)
	var e *service.Error
	if errors.As(err, &e) {
		wait = max(wait, e.RetryAfter)
	}
	p.failed++
	var again *time.Timer
	again = time.AfterFunc(wait, func() {
		p.do(func() {
			if p.again == again {
				p.reloadList()
			}
		})
	})
	p.again = again
	m := words.ServiceMessage("the list of downloads", err)
	m = m.Again(wait, p.now())
	if len(p.items) == 0 {
		p.view.ShowRows(recordings.All, 0, m.Sentence+"\n"+m.Hint)
		return
	}
	p.view.TellOf(aboutList, m)
}

// setFilter shows the downloads whose title, description or id holds all the words.
func (p *playback) setFilter(text string) {
	p.filter = text
	p.dropNext()
	p.showList()
}

// showList shows those that pass the filter, in their order.
func (p *playback) showList() {
	p.shown, p.rows = p.shown[:0], nil
	text := strings.Fields(strings.ToLower(p.filter))
	for i := range p.items {
		if p.items[i].matches(text) {
			p.shown = append(p.shown, i)
		}
	}
	p.sort()
	message := ""
	switch {
	case len(p.items) == 0:
		message = "The service offers no downloads."
	case len(p.shown) == 0:
		message = "No download matches “" + p.filter + "”."
	}
	p.view.ShowRows(recordings.All, len(p.shown), message)
}

func (it *listed) matches(text []string) bool {
	for _, w := range text {
		if !strings.Contains(it.search, w) {
			return false
		}
	}
	return true
}

// rowOf is the row of a recording in the list as it is shown, -1 if it is not there.
func (p *playback) rowOf(key string) int {
	if p.rows == nil {
		p.rows = make(map[string]int, len(p.shown))
		for row := len(p.shown) - 1; row >= 0; row-- { // the first of several wins
			p.rows[p.items[p.shown[row]].key] = row
		}
	}
	if row, ok := p.rows[key]; ok {
		return row
	}
	return -1
}

// find is the row of a recording on a tab, -1 if it is not there.
func (p *playback) find(tab recordings.Tab, key string) int {
	if tab == recordings.All {
		return p.rowOf(key)
	}
	count := map[recordings.Tab]int{recordings.Queued: len(p.queue), recordings.Kept: len(p.kept)}[tab]
	for row := range count {
		if p.item(tab, row).Key() == key {
			return row
		}
	}
	return -1
}

// row makes the row of a recording as it is now.
func (p *playback) row(tab recordings.Tab, row int) lists.Row {
	it := p.item(tab, row)
	key := it.Key()
	h, d := p.heard[key], p.shelf().Of(key)
	r := lists.Row{
		ID: key, Title: it.Name(), Wide: true, Dim: h.Done, Playing: key == p.playing(),
		New: !h.Done && h.Position < leastHeard,
	}
	r.Detail = strings.Join(p.details(it, &d), "  ·  ")
	switch {
	case d.Progress.Unfinished() || d.Progress == acquire.Arriving && tab == recordings.Kept:
		r.Done, r.Busy = arrivedShare(&d), d.Progress == acquire.Running || d.Progress == acquire.Arriving
	case !h.Done && !r.New && h.Duration > 0:
		r.Done = float64(h.Position) / float64(h.Duration)
	}
	if tab != recordings.Queued {
		r.Tools = []lists.Tool{downloadTool(&d), {Icon: "more", Tip: "More (Menu)"}}
	}
	return r
}

// details are what is said of a recording below its title: how it stands, and what the service says.
func (p *playback) details(it *media.Item, d *acquire.Download) (parts []string) {
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if add(p.downloadWords(d)); len(parts) > 0 && d.Progress.Unfinished() {
		return parts
	}
	add(p.heardWords(it))
	if !it.Date.IsZero() {
		add(p.calendar().Day(it.Date, "2 Jan 2006"))
	}
	if it.Duration > 0 {
		add(words.PlayTime(it.Duration))
	}
	switch {
	case it.Size > 0:
		add(words.ByteSize(it.Size))
	case d.Progress == acquire.Stored:
		add(words.ByteSize(d.Size))
	}
	const most = 500 // characters, more than a row has room for
	add(strings.Join(strings.Fields(words.Excerpt(it.Description, most)), " "))
	if len(parts) == 0 {
		add(it.ID)
	}
	return parts
}
