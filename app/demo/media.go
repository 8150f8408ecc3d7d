package demo

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// serveMedia answers the media endpoints, and the addresses that playouts give beside that of the
// recording itself: a playlist for HLS, and a protected one that nobody may have.
func (s *Service) serveMedia(w http.ResponseWriter, r *http.Request, parts []string) {
	address := baseURL(r)
	switch {
	case len(parts) == 2 && parts[0] == "v1" && parts[1] == "downloads.json":
		s.serveJSON(w, r, s.downloads(address))
	case len(parts) == 3 && parts[2] == "playouts.json":
		s.servePlayout(w, r, parts[0], parts[1])
	case len(parts) == 3 && parts[0] == "v1" && parts[1] == "download":
		s.serveRecording(w, r, parts[2])
	case len(parts) == 3 && parts[0] == "v1" && parts[1] == "playlist":
		s.servePlaylist(w, r, parts[2])
	case len(parts) == 3 && parts[0] == "v1" && parts[1] == "protected":
		refuse(w, http.StatusForbidden)
	default:
		refuse(w, http.StatusNotFound)
	}
}

// baseURL is the service's address as the client knows it.
func baseURL(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func (s *Service) sound(id string) *sound {
	i := slices.IndexFunc(s.sounds, func(v *sound) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	return s.sounds[i]
}

// A download is one record of the list of downloads.
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

func (s *Service) downloads(address string) any {
	list := make([]download, 0, len(s.sounds))
	for _, v := range s.sounds {
		list = append(list, download{
			ID: v.ID, Title: v.Title, Description: v.Description, Duration: v.Seconds,
			Date: v.published.In(s.options.Zone).Format(time.RFC3339), Size: v.size, URL: v.recordingURL(address),
			Series: v.Series, Presenter: v.Presenter, Language: v.Language,
			Channels: v.Channels, SampleRate: v.Rate, Coding: v.Coding,
		})
	}
	return map[string]any{"network": network, "count": len(list), "downloads": list}
}

func (s *Service) serveJSON(w http.ResponseWriter, r *http.Request, document any) {
	body, err := json.Marshal(document)
	if err != nil {
		refuse(w, http.StatusNotFound)
		return
	}
	newResponse(typeJSON, s.started, body).serve(w, r)
}

func (s *Service) serveRecording(w http.ResponseWriter, r *http.Request, file string) {
	id, ok := strings.CutSuffix(file, ".mp3")
	v := s.sound(id)
	if !ok || v == nil {
		refuse(w, http.StatusNotFound)
		return
	}
	recording, err := v.open()
	if err != nil {
		refuse(w, http.StatusNotFound)
		return
	}
	recording.serve(w, r)
}

// servePlaylist gives the recording as an HLS stream of a single segment.
func (s *Service) servePlaylist(w http.ResponseWriter, r *http.Request, file string) {
	id, ok := strings.CutSuffix(file, ".m3u8")
	v := s.sound(id)
	if !ok || v == nil {
		refuse(w, http.StatusNotFound)
		return
	}
	seconds := strconv.Itoa(v.Seconds)
	text := "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-TARGETDURATION:" + seconds +
		"\n#EXTINF:" + seconds + "," + v.Title + "\n" + v.recordingURL(baseURL(r)) + "\n#EXT-X-ENDLIST\n"
	newResponse(typeHLS, v.published, []byte(text)).serve(w, r)
}
