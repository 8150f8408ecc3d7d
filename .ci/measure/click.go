package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit/hand"
)

// away is the latency of a remote service.
const away = 60 * time.Millisecond

// clicked measures the first click on a link, with a service that takes 60 ms to answer and a pointer that moves like a
// hand, from the release of the button.
func (d *display) clicked(rounds int, program string) (spread, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return spread{}, err
	}
	server := &http.Server{Handler: http.HandlerFunc(serveIndexes)}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	dir := filepath.Join(d.dir, "clicks")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return spread{}, err
	}
	plenty := `{"knowsDemo": true, "requestsPerSecond": 100, "requestsPerHour": 100000, "requestsPerDay": 1000000}`
	if err := d.settleIn(dir, plenty); err != nil {
		return spread{}, err
	}
	var s spread
	err = d.with(func(int) error {
		s, err = spreadOver(rounds, d.clickOne)
		return err
	}, program, "--profile", dir, "--base-url", "http://"+listener.Addr().String())
	return s, err
}

// clickOne goes to an index, waits until prefetching is done, and clicks an entry.
func (d *display) clickOne(round int) (time.Duration, error) {
	if round > 0 {
		if _, err := d.goTo(firstIndex + round); err != nil {
			return 0, err
		}
	}
	time.Sleep(1500 * time.Millisecond)
	x, y, found := d.findEntry()
	if !found {
		return 0, fmt.Errorf("the entry of index %d is not seen", firstIndex+round)
	}
	before := d.spot()
	start := time.Now()
	h := hand.New(uint64(round))
	way := h.To(float32(x)-300*h.Rand.Float32()-30, float32(y)-200*h.Rand.Float32()-60, float32(x), float32(y))
	for _, s := range way.Samples {
		time.Sleep(s.At - time.Since(start))
		d.fake(xproto.MotionNotify, 0, int16(s.X), int16(s.Y))
	}
	time.Sleep(way.Down - time.Since(start))
	d.fake(xproto.ButtonPress, 1, 0, 0)
	time.Sleep(way.Up - time.Since(start))
	start = time.Now()
	d.fake(xproto.ButtonRelease, 1, 0, 0)
	err := d.waitFor(3*time.Second, func() bool { return !bytes.Equal(d.spot(), before) })
	took := time.Since(start)
	d.fake(xproto.MotionNotify, 0, 1, 1)
	return took, err
}

func (d *display) fake(kind, detail byte, x, y int16) {
	_ = xtest.FakeInputChecked(d.conn, kind, detail, 0, d.root, x, y, 0).Check()
}

// findEntry finds the entry on the screen, by its background.
func (d *display) findEntry() (x, y int, found bool) {
	const width, height = 1280, 800
	img, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(d.root),
		0, 0, width, height, ^uint32(0)).Reply()
	if err != nil {
		return 0, 0, false
	}
	left, top, right, bottom := width, height, -1, -1
	for i := 0; i+3 < len(img.Data); i += 4 {
		if img.Data[i] == 0xFF && img.Data[i+1] == 0 && img.Data[i+2] == 0xFF { // magenta
			x, y = i/4%width, i/4/width
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	return (left + right) / 2, (top + bottom) / 2, right >= 0
}

// The first page of the indexes, and of the pages that they lead to.
const firstIndex, firstTarget = 100, 500

// serveIndexes serves indexes of 18 entries, of which the sixteenth leads to a different page in each index, and those
// pages.
func serveIndexes(w http.ResponseWriter, r *http.Request) {
	time.Sleep(away)
	var page, subpage int
	var data []byte
	var err error
	if _, err = fmt.Sscanf(r.URL.Path, "/v1/teletext/pages/%d.json", &page); err == nil {
		w.Header().Set("Content-Type", "application/json")
		data, err = indexPage(page).EncodeJSON()
	} else if _, err = fmt.Sscanf(r.URL.Path, "/v1/teletext/images/%d/%d.png", &page, &subpage); err == nil {
		w.Header().Set("Content-Type", "image/png")
		data, err = render.EncodePicture(indexPage(page).Subpages[0].Grid()[:])
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(data)
}

// indexPage returns an index, which starts with four blue rows, or one of the pages, which start with green ones.
func indexPage(number int) *teletext.Page {
	lines := teletext.Lines{}
	colour := "Blue"
	if number >= firstTarget {
		colour = "Green"
	}
	for row := range 4 {
		lines[row] = "{" + colour + "}{NB}" + strings.Repeat(" ", 36)
	}
	for i := range 18 {
		switch page := 800 + i; {
		case number >= firstTarget:
		case i == 15:
			page = firstTarget + number - firstIndex
			lines[i+5] = fmt.Sprintf("{Magenta}{NB}{White}An entry of its own ............ %d ", page)
		default:
			lines[i+5] = fmt.Sprintf("{White}Entry number %2d ............... %d", i, page)
		}
	}
	return &teletext.Page{
		Number: number, Name: "Index", SubpageCount: 1, Subpages: []teletext.Subpage{{Number: 1, All: &lines}},
	}
}
