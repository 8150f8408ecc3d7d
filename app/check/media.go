package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/say"
)

// media checks the list of downloads, playouts and a recording. The specification does not define their fields, so
// missing ones are only advice.
func (r *run) media(ctx context.Context) {
	at := func(path string) string { return r.config.MediaBaseURL + path }
	a := r.ask.get(ctx, at(api.DownloadsPath), ask{media: true})
	if a.status == http.StatusNotFound {
		r.advise("media.list", say.Text("check.found.noMedia", "Path", a.at))
		return
	}
	if !r.answered("media.list", a, http.StatusOK, "application/json") {
		return
	}
	list, err := media.Parse(a.body)
	if err != nil {
		r.broken("media.list", say.Text("check.found.senseless", "Path", a.at, "Why", printable(err.Error())))
		return
	}
	items := media.Items(list, nil)
	if len(items) == 0 {
		r.advise("media.list", say.Text("check.found.noItems", "Path", a.at))
		return
	}
	item := items[0]
	switch {
	case !api.IsID(item.ID):
		r.broken("media.list", say.Text("check.found.noID", "Path", a.at))
		return
	case item.Title == "":
		r.advise("media.list", say.Text("check.found.noTitle", "Path", a.at, "ID", printable(item.ID)))
	}
	r.playouts(ctx, item.ID)
	r.download(ctx, at(api.DownloadPath(item.ID)))
}

// playouts checks the playout versions of a recording: all of them, or two.
func (r *run) playouts(ctx context.Context, id string) {
	versions := []int{1, api.PlayoutVersions}
	if r.config.Deep {
		versions = nil
		for v := 1; v <= api.PlayoutVersions; v++ {
			versions = append(versions, v)
		}
	}
	for _, v := range versions {
		a := r.ask.get(ctx, r.config.MediaBaseURL+api.PlayoutsPath(v, id), ask{media: true})
		if a.status == http.StatusNotFound {
			r.broken("media.playouts", say.Text("check.found.noVersion", "Path", a.at, "Version", v))
			continue
		}
		if r.answered("media.playouts", a, http.StatusOK, "application/json") && !json.Valid(a.body) {
			r.broken("media.playouts", say.Text("check.found.senseless", "Path", a.at, "Why", "JSON"))
		}
	}
}

// download checks the start of a recording, and a range of it.
func (r *run) download(ctx context.Context, address string) {
	a := r.ask.get(ctx, address, ask{media: true, most: mostSound, partial: true})
	if !r.answered("media.download", a, http.StatusOK, "audio/mpeg", "audio/mp3") {
		return
	}
	size, err := strconv.ParseInt(a.header.Get("Content-Length"), 10, 64)
	if err != nil {
		r.advise("media.download", say.Text("check.found.noLength", "Path", a.at))
		size = int64(len(a.body))
	}
	if player.Recognise(bytes.NewReader(a.body), int64(len(a.body))) != nil {
		r.broken("media.download", say.Text("check.found.noMP3", "Path", a.at))
	}
	r.part(ctx, address, a, size)
}

// part requests a range of a recording (RFC 9110, section 14).
func (r *run) part(ctx context.Context, address string, whole *answer, size int64) {
	const from, to = 100, 299
	if len(whole.body) <= to {
		r.skipped("media.range", say.Text("check.found.short", "Path", whole.at))
		return
	}
	a := r.ask.get(ctx, address, ask{
		media: true, most: mostSound, partial: true,
		header: http.Header{"Range": {fmt.Sprintf("bytes=%d-%d", from, to)}},
	})
	wanted := fmt.Sprintf("bytes %d-%d/%d", from, to, size)
	got := a.header.Get("Content-Range")
	switch {
	case a.err != nil && a.status == 0:
		r.skipped("media.range", a.why())
	case a.status == http.StatusOK:
		r.advise("media.range", say.Text("check.found.noRange", "Path", a.at))
	case a.status != http.StatusPartialContent:
		r.broken("media.range", say.Text("check.found.status", "Path", a.at, "Status", a.status, "Wanted", 206))
	case got != wanted && !strings.HasSuffix(got, "/*"):
		r.broken("media.range", say.Text("check.found.wrongRange", "Path", a.at, "Range", printable(got), "Wanted",
			wanted))
	case !bytes.Equal(a.body, whole.body[from:to+1]):
		r.broken("media.range", say.Text("check.found.otherBytes", "Path", a.at))
	default:
		r.kept("media.range")
	}
}

// isAddress reports whether an address can be that of a service.
func isAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
