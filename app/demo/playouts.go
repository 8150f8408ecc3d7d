package demo

import (
	"net/http"
	"slices"

	"sextant/app/api"
)

// An object is a JSON object of a playout document, whose payload the specification does not define.
type object = map[string]any

// playoutShape returns the document of a playout version. All six differ, as clients may meet them: fields are added,
// removed, renamed and moved from one version to the next; versions 5 and 6 also have a stream, open and protected.
func playoutShape(version int, v *sound, address string) any {
	mp3 := v.recordingURL(address)
	switch version {
	case 1:
		return object{"id": v.ID, "url": mp3, "type": api.TypeMP3}
	case 2:
		return object{
			"id": v.ID, "data": []object{{"url": mp3, "drm": false, "protocol": "http", "language": v.Language}},
		}
	case 3:
		return object{"id": v.ID, "media": object{"title": v.Title, "audio": object{
			"format": "mp3", "duration": v.Seconds, "location": object{"url": mp3},
		}}}
	case 4:
		return object{"id": v.ID, "title": v.Title, "data": []object{
			{"url": mp3, "protocol": "http", "language": v.Language, "bytes": v.size, "duration": v.Seconds},
		}}
	case 5:
		return object{"id": v.ID, "title": v.Title, "series": v.Series, "data": []object{
			{"protocol": "hls", "url": v.protectedURL(address), "drm": "protected", "language": v.Language},
			{"protocol": "hls", "url": v.playlistURL(address), "drm": "none", "language": v.Language},
			{
				"protocol": "https", "url": mp3, "drm": "none",
				"language": v.Language, "bytes": v.size, "seconds": v.Seconds,
			},
		}}
	}
	return object{
		"id": v.ID, "title": v.Title, "series": object{"name": v.Series, "presenter": v.Presenter},
		"rights": object{"region": "isles", "protected": "in part"},
		"data": object{
			"hls":       object{"url": v.playlistURL(address), "language": v.Language},
			"protected": object{"url": v.protectedURL(address), "drm": "protected", "language": v.Language},
			"mp3":       object{"url": mp3, "bytes": v.size, "seconds": v.Seconds, "coding": v.Coding},
		},
	}
}

func (s *sound) recordingURL(address string) string {
	return address + api.DownloadPath(s.ID)
}

func (s *sound) playlistURL(address string) string {
	return address + "/v1/playlist/" + s.ID + ".m3u8"
}

// protectedURL returns an address that is always refused.
func (s *sound) protectedURL(address string) string {
	return address + "/v1/protected/" + s.ID + ".m3u8"
}

// Playouts returns a playout document. Not every version has every sound.
func (s *Service) Playouts(r *http.Request, version int, id string) (api.Answer, error) {
	v := s.findSound(id)
	if v == nil || !slices.Contains(v.Playouts, version) {
		return api.Answer{}, api.ErrNone
	}
	return s.document(playoutShape(version, v, api.Base(r)))
}
