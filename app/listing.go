package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// A listing is the service's list of downloads, as it is filtered and sorted.
type listing struct {
	items  []listed // as they came
	shown  []int    // the indices of those that pass the filter, in order
	rows   map[string]int
	filter string
	order  downloadOrder
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
	zone := p.calendar().zone
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
		list[i] = listed{it, recordingKey(it), strings.ToLower(it.Title + "\n" + it.Description + "\n" + it.ID)}
	}
	return list
}

func (p *playback) listCame(items []listed, err error) {
	switch {
	case isCancelled(err):
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
	m := serviceMessage("the list of downloads", err)
	m = m.again(wait, p.now())
	if len(p.items) == 0 {
		p.view.ShowRows(recordings.All, 0, m.sentence+"\n"+m.hint)
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
	words := strings.Fields(strings.ToLower(p.filter))
	for i := range p.items {
		if p.items[i].matches(words) {
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

func (it *listed) matches(words []string) bool {
	for _, w := range words {
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
		if recordingKey(*p.item(tab, row)) == key {
			return row
		}
	}
	return -1
}

// row makes the row of a recording as it is now.
func (p *playback) row(tab recordings.Tab, row int) lists.Row {
	it := p.item(tab, row)
	key := recordingKey(*it)
	h, d := p.heard[key], p.shelf().Of(key)
	r := lists.Row{
		ID: key, Title: itemTitle(it), Wide: true, Dim: h.Done, Playing: key == p.playing(),
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
		add(p.calendar().day(it.Date, "2 Jan 2006"))
	}
	if it.Duration > 0 {
		add(playTime(it.Duration))
	}
	switch {
	case it.Size > 0:
		add(byteSize(it.Size))
	case d.Progress == acquire.Stored:
		add(byteSize(d.Size))
	}
	add(strings.Join(strings.Fields(it.Description), " "))
	if len(parts) == 0 {
		add(it.ID)
	}
	return parts
}

func itemTitle(it *media.Item) string {
	switch {
	case it.Title != "":
		return it.Title
	case it.ID != "":
		return it.ID
	}
	return it.URL
}

// recordingKey names a recording wherever something is kept about it.
func recordingKey(it media.Item) string {
	if byAddress(it) {
		return "url " + it.URL
	}
	return "id " + it.ID
}

// byAddress tells whether an item's address is asked for rather than its id. One that leads to an MP3 is
// taken as it is; any other may be that of a web page, so the id is better where there is one.
func byAddress(it media.Item) bool {
	return it.ID == "" || strings.Contains(strings.ToLower(it.URL), ".mp3")
}
