package demo

import (
	"net/http"
	"slices"
)

// An object is a JSON object of a playout document, whose payload the specification does not show.
type object = map[string]any

// playoutShape gives the document of each playout version, all six different: what clients have met
// in the past, and what they may meet.
func playoutShape(version int, v *sound, address string) any {
	mp3 := v.recordingURL(address)
	switch version {
	case 1:
		return object{"id": v.ID, "url": mp3, "type": typeMP3}
	case 2:
		return object{"data": []object{{"url": mp3, "drm": false, "protocol": "http", "language": v.Language}}}
	case 3:
		return object{"media": object{"id": v.ID, "title": v.Title, "audio": object{
			"format": "mp3", "duration": v.Seconds, "location": object{"url": mp3},
		}}}
	case 4:
		return object{"data": []object{{"url": mp3}}}
	case 5:
		return object{"data": []object{
			{"protocol": "hls", "url": address + "/v1/protected/" + v.ID + ".m3u8", "drm": "protected"},
			{"protocol": "hls", "url": v.playlistURL(address), "drm": "none"},
			{"protocol": "http", "url": mp3, "drm": "none", "language": v.Language},
		}}
	}
	return object{"data": object{
		"hls": object{"url": v.playlistURL(address), "protected": false},
		"mp3": object{"url": mp3},
	}}
}

func (v *sound) recordingURL(address string) string {
	return address + "/v1/download/" + v.ID + ".mp3"
}

func (v *sound) playlistURL(address string) string {
	return address + "/v1/playlist/" + v.ID + ".m3u8"
}

// servePlayout answers a version that knows the sound; not every version knows every one.
func (s *Service) servePlayout(w http.ResponseWriter, r *http.Request, prefix, id string) {
	version := slices.Index([]string{"v1", "v2", "v3", "v4", "v5", "v6"}, prefix) + 1
	v := s.sound(id)
	if v == nil || version == 0 || !slices.Contains(v.Playouts, version) {
		refuse(w, http.StatusNotFound)
		return
	}
	s.serveJSON(w, r, playoutShape(version, v, baseURL(r)))
}
