package site

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/words"
)

// An itemView is a recording.
type itemView struct {
	Title, About, When, Length, Sound string
}

// recordings shows the recordings.
func (s *Site) recordings(w http.ResponseWriter, r *http.Request, c Client) {
	in := tongueOf(r)
	answer, err := s.parts.Source(r, c).Downloads(r)
	if err != nil {
		s.lacking(w, r, err, in.Text("site.noRecordings"))
		return
	}
	list, err := media.Parse(answer.Body.Data())
	if err != nil {
		s.sorry(w, r, http.StatusServiceUnavailable, in.Text("site.away"))
		return
	}
	v := view{Here: "recordings", Title: in.Text("site.recordings")}
	for _, it := range media.Items(list, s.parts.Zone) {
		id, ok := soundID(it)
		if !ok {
			continue
		}
		shown := itemView{Title: it.Title, About: it.Description, Sound: soundRoot + url.PathEscape(id) + ".mp3"}
		if !it.Date.IsZero() {
			shown.When = s.when(in, it.Date)
		}
		if it.Duration > 0 {
			shown.Length = words.LongWordsIn(in, it.Duration)
		}
		v.Items = append(v.Items, shown)
	}
	s.fresh(w, time.Minute)
	s.writeView(w, r, http.StatusOK, "recordings", v)
}

// soundID is by which ID the relay gives a recording. What is elsewhere is not the relay's to give.
func soundID(it media.Item) (id string, ok bool) {
	id = it.ID
	if it.ByAddress() {
		u, err := url.Parse(it.URL)
		if err != nil {
			return "", false
		}
		_, name, _ := strings.Cut(u.Path, api.DownloadRoot)
		if id, ok = strings.CutSuffix(name, ".mp3"); !ok {
			return "", false
		}
	}
	return id, api.IsID(id)
}

// sound gives a recording as the interface does.
func (s *Site) sound(w http.ResponseWriter, r *http.Request, c Client) {
	id, isSound := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, soundRoot), ".mp3")
	if !isSound || !api.IsID(id) {
		s.sorry(w, r, http.StatusNotFound, tongueOf(r).Text("site.nothing"))
		return
	}
	asked := r.Clone(r.Context())
	asked.URL.Path, asked.URL.RawPath = api.DownloadRoot+id+".mp3", ""
	(&api.Handler{Source: s.parts.Source(r, c)}).ServeHTTP(w, asked)
}
