package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/widgets"
)

// recordingsFolder keeps recordings, in the profile.
const recordingsFolder = "recordings"

// listView is what playback shows things on. Its methods are called on the UI goroutine only.
type listView interface {
	ShowDownloads(rows []widgets.Download, playing int, message string)
	MarkPlaying(row int)
	ShowPlayer(info *widgets.PlayerInfo)
	Tell(m message)
}

// playback is the list of downloads and the recording being played. It lives on the UI goroutine.
type playback struct {
	view   listView
	do     func(func())
	open   func(item media.Item) (*acquire.Recording, error)
	forget func(item media.Item)
	now    func() time.Time
	heard  map[string]store.Heard
	// keepHeard keeps a change of heard.
	keepHeard func(store.Heard)
	list      func(ctx context.Context) (media.Value, error)
	player    *player.Player
	make      func(notify func(player.State)) *player.Player
	volume    float64
	speed     float64
	even      bool
	onSound   func() // the user changed how it sounds
	sleep     sleepTimer
	next      *media.Item // what the player goes on with by itself

	items  []media.Item // as they came
	shown  []int        // the indices of those that pass the filter
	filter string
	order  downloadOrder
	asked  bool
	cancel context.CancelFunc

	current *media.Item
	state   player.State
	toldErr error
}

// needList asks for the list of downloads unless it is there or on its way.
func (p *playback) needList() {
	if !p.asked {
		p.reloadList()
	}
}

func (p *playback) reloadList() {
	p.cancel()
	p.asked = true
	var ctx context.Context
	ctx, p.cancel = context.WithCancel(context.Background())
	if len(p.items) == 0 {
		p.view.ShowDownloads(nil, -1, "Asking for the downloads …")
	}
	go func() {
		doc, err := p.list(ctx)
		p.do(func() { p.listCame(doc, err) })
	}()
}

func (p *playback) listCame(doc media.Value, err error) {
	switch {
	case isCancelled(err):
		return
	case err != nil:
		p.asked = false // opening the panel again asks again
		m := serviceMessage("the list of downloads", err)
		if len(p.items) == 0 {
			p.view.ShowDownloads(nil, -1, m.sentence)
			return
		}
		p.view.Tell(m)
		return
	}
	p.items = media.Items(doc)
	p.setFilter(p.filter)
}

// setFilter shows the downloads whose title, description or id holds all the words.
func (p *playback) setFilter(text string) {
	p.filter = text
	p.dropNext()
	p.showRows()
}

// showRows shows those that pass the filter, as they are now.
func (p *playback) showRows() {
	text := p.filter
	p.shown = p.shown[:0]
	var rows []widgets.Download
	words := strings.Fields(strings.ToLower(text))
	for i := range p.items {
		if matches(&p.items[i], words) {
			p.shown = append(p.shown, i)
		}
	}
	p.sort()
	for _, i := range p.shown {
		rows = append(rows, downloadRow(&p.items[i], p.heardWords(&p.items[i])))
	}
	message := ""
	switch {
	case len(p.items) == 0:
		message = "The service offers no downloads."
	case len(rows) == 0:
		message = "No download matches “" + text + "”."
	}
	p.view.ShowDownloads(rows, p.playingRow(), message)
}

func matches(it *media.Item, words []string) bool {
	all := strings.ToLower(it.Title + "\n" + it.Description + "\n" + it.ID)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

func downloadRow(it *media.Item, heard string) widgets.Download {
	var parts []string
	if heard != "" {
		parts = append(parts, heard)
	}
	if !it.Date.IsZero() {
		parts = append(parts, it.Date.Format("2 Jan 2006"))
	}
	if it.Duration > 0 {
		parts = append(parts, playTime(it.Duration))
	}
	if it.Size > 0 {
		parts = append(parts, byteSize(it.Size))
	}
	if it.Description != "" {
		parts = append(parts, it.Description)
	}
	return widgets.Download{Title: itemTitle(it), Detail: strings.Join(parts, "  ·  ")}
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

// item is the one in a row of the list as it is shown.
func (p *playback) item(row int) *media.Item { return &p.items[p.shown[row]] }

// playingRow is the row of the recording being played, -1 if it is not in the list.
func (p *playback) playingRow() int {
	if p.current == nil {
		return -1
	}
	for row, i := range p.shown {
		if p.items[i].ID == p.current.ID && p.items[i].URL == p.current.URL {
			return row
		}
	}
	return -1
}

// playRow plays a row; the one that is playing already is paused or goes on.
func (p *playback) playRow(row int) {
	if row == p.playingRow() {
		p.toggle()
		return
	}
	p.play(*p.item(row))
}

// playID plays a recording that need not be in the list.
func (p *playback) playID(id string) {
	if id = strings.TrimSpace(id); id != "" {
		p.play(media.Item{ID: id, Title: "Recording " + id})
	}
}

func (p *playback) play(it media.Item) {
	rec, err := p.open(it)
	if err != nil {
		p.view.Tell(message{"The recording cannot be kept while it plays.", err.Error()})
		return
	}
	if p.player == nil {
		p.player = p.make(func(s player.State) { p.do(func() { p.stateCame(s) }) })
		p.player.SetVolume(p.volume)
		p.player.SetSpeed(p.speed)
		p.player.SetEven(p.even)
	}
	p.dropNext()
	p.current, p.toldErr = &it, nil
	p.player.Load(rec, player.LoadOptions{ID: recordingKey(it), StartAt: p.startAt(it)})
	p.view.MarkPlaying(p.playingRow())
}

func (p *playback) stateCame(s player.State) {
	ended := s.Status == player.Ended && (p.state.Status != player.Ended || p.state.ID != s.ID)
	p.state = s
	if p.current == nil {
		return
	}
	p.followed(s)
	if s.ID != recordingKey(*p.current) {
		return // the word of one that is gone
	}
	if s.Err != nil && p.toldErr == nil {
		p.view.Tell(soundMessage(s.Err))
		switch player.KindOf(s.Err) {
		case player.KindNotMP3, player.KindDamaged:
			p.forget(*p.current) // another try may get something better
		}
	}
	p.toldErr = s.Err
	p.noteHeard(p.now())
	p.view.ShowPlayer(p.info())
	p.prepareNext()
	switch {
	case !ended:
	case p.sleep.atEnd:
		p.wake()
	case p.canSkip(1):
		p.skip(1)
	}
}

// info is what the player bar shows of the present state.
func (p *playback) info() *widgets.PlayerInfo {
	s := p.state
	info := &widgets.PlayerInfo{
		Title:    itemTitle(p.current),
		Time:     playTime(s.Position),
		Ready:    max(0, s.Buffered),
		Playing:  s.Wanted() || s.Status == player.Opening,
		Previous: p.canSkip(-1), Next: p.canSkip(1),
		Volume: p.volume,
	}
	if p.speed != 1 {
		info.Title = fmt.Sprintf("%g ×  ·  %s", p.speed, info.Title)
	}
	if d := p.duration(); d > 0 {
		info.Length = playTime(d)
		info.Position = min(1, float64(s.Position)/float64(d))
		info.Seekable = s.Status != player.Opening && s.Status != player.Failed
	}
	switch s.Status {
	case player.Opening:
		info.State = "Opening"
	case player.Buffering:
		info.State = "Waiting for data"
	case player.Failed:
		info.State = "Cannot play"
	case player.Ended:
		info.State = "Ended"
	}
	return info
}

// duration is the player's, or the list's until the player knows better.
func (p *playback) duration() time.Duration {
	if p.state.Duration > 0 || p.current == nil {
		return p.state.Duration
	}
	return p.current.Duration
}

// toggle pauses or goes on. After a failure it begins anew with a new request.
func (p *playback) toggle() {
	switch {
	case p.current == nil:
	case p.state.Status == player.Failed:
		p.play(*p.current)
	default:
		p.player.Toggle()
	}
}

// stop ends playing and closes the player bar.
func (p *playback) stop() {
	if p.current == nil {
		return
	}
	p.wake()
	p.current, p.next = nil, nil
	p.player.Stop()
	p.view.MarkPlaying(-1)
	p.view.ShowPlayer(nil)
}

func (p *playback) canSkip(by int) bool {
	row := p.playingRow()
	return row >= 0 && row+by >= 0 && row+by < len(p.shown)
}

// skip plays the next or previous row of the list.
func (p *playback) skip(by int) {
	if p.canSkip(by) {
		p.play(*p.item(p.playingRow() + by))
	}
}

func (p *playback) seek(share float64) {
	if d := p.duration(); p.current != nil && d > 0 {
		p.player.Seek(time.Duration(share * float64(d)))
	}
}

func (p *playback) setVolume(v float64) {
	p.volume = v
	if p.player != nil {
		p.player.SetVolume(v)
	}
	p.onSound()
}

// close ends everything that plays or waits.
func (p *playback) close() {
	p.wake()
	p.cancel()
	p.current = nil
	if p.player != nil {
		p.player.Close()
		p.player.Wait()
	}
}

// openRecording reads the recording of an item, which is fetched as far as it is not kept.
func openRecording(kept *acquire.Library, client *service.Client, it media.Item) (*acquire.Recording, error) {
	return kept.Read(recordingKey(it), func(ctx context.Context, r service.Resume) (*service.Download, error) {
		if byAddress(it) {
			return client.DownloadFrom(ctx, it.URL, r)
		}
		return client.Download(ctx, it.ID, r)
	})
}

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
