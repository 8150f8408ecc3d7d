package demo

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
)

// typeHLS is the content type of an HLS playlist.
const typeHLS = "application/vnd.apple.mpegurl"

// serveOther answers the addresses in playouts other than that of the recording: an HLS playlist, and a protected one,
// which is always refused.
func (s *Service) serveOther(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case len(parts) == 3 && parts[0] == "v1" && parts[1] == "playlist":
		s.servePlaylist(w, r, parts[2])
	case len(parts) == 3 && parts[0] == "v1" && parts[1] == "protected":
		api.Refuse(w, &api.Refusal{Status: http.StatusForbidden})
	default:
		api.Refuse(w, api.ErrNone)
	}
}

func (s *Service) findSound(id string) *sound {
	i := slices.IndexFunc(s.sounds, func(v *sound) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	return s.sounds[i]
}

// A download is a record of the list of downloads.
type download struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Duration    int    `json:"duration"` // seconds
	Date        string `json:"date"`     // RFC 3339
	Size        int64  `json:"size"`     // bytes
	URL         string `json:"url"`
	Series      string `json:"series"`
	Presenter   string `json:"presenter"`
	Language    string `json:"language,omitempty"`
	Channels    int    `json:"channels"`
	SampleRate  int    `json:"samplerate"`
	Coding      string `json:"coding"`
}

// Downloads returns the list of downloads, with addresses on the host that the client requested.
func (s *Service) Downloads(r *http.Request) (api.Answer, error) {
	address := api.Base(r)
	list := make([]download, 0, len(s.sounds))
	for _, v := range s.sounds {
		list = append(list, download{
			ID: v.ID, Title: v.Title, Description: v.Description, Duration: v.Seconds,
			Date: v.published.In(s.options.Zone).Format(time.RFC3339), Size: v.size, URL: v.recordingURL(address),
			Series: v.Series, Presenter: v.Presenter, Language: v.Language,
			Channels: v.Channels, SampleRate: v.Rate, Coding: v.Coding,
		})
	}
	return s.document(map[string]any{"network": network, "count": len(list), "downloads": list})
}

// document returns an answer in JSON.
func (s *Service) document(document any) (api.Answer, error) {
	body, err := json.Marshal(document)
	return answer(api.NewBody(api.TypeJSON, s.started, body), err)
}

// Recording returns a recording.
func (s *Service) Recording(_ *http.Request, id string) (api.Answer, error) {
	v := s.findSound(id)
	if v == nil {
		return api.Answer{}, api.ErrNone
	}
	return answer(v.open())
}

// servePlaylist answers with the recording as an HLS stream of a single segment.
func (s *Service) servePlaylist(w http.ResponseWriter, r *http.Request, file string) {
	id, ok := strings.CutSuffix(file, ".m3u8")
	v := s.findSound(id)
	if !ok || v == nil {
		api.Refuse(w, api.ErrNone)
		return
	}
	seconds := strconv.Itoa(v.Seconds)
	text := "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-TARGETDURATION:" + seconds +
		"\n#EXTINF:" + seconds + "," + v.Title + "\n" + v.recordingURL(api.Base(r)) + "\n#EXT-X-ENDLIST\n"
	api.Serve(w, r, api.NewBody(typeHLS, v.published, []byte(text)))
}
