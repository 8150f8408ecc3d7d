package recordings

import (
	"context"
	"encoding/json"
	"strings"

	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/store"
)

// NoteOf is what is written down of a recording.
func NoteOf(it media.Item) store.Recording {
	text, _ := json.Marshal(it) // an item has nothing that cannot be written
	return store.Recording{Key: it.Key(), Item: string(text)}
}

// maxItem bounds what is written down of a recording.
const maxItem = 8 << 20

// ItemOf reads what was written down. Where that makes no sense, the key still says what to ask for.
func ItemOf(r store.Recording) media.Item {
	var it media.Item
	if len(r.Item) <= maxItem && json.Unmarshal([]byte(r.Item), &it) == nil && it.Key() == r.Key {
		return it
	}
	if address, ok := strings.CutPrefix(r.Key, "url "); ok {
		return media.Item{URL: address}
	}
	return media.Item{ID: strings.TrimPrefix(r.Key, "id ")}
}

// OpenerOf is how a recording is asked for.
func OpenerOf(client *service.Client, r store.Recording) Opener {
	it := ItemOf(r)
	return func(ctx context.Context, resume service.Resume) (*service.Download, error) {
		if it.ByAddress() {
			return client.DownloadFrom(ctx, it.URL, resume)
		}
		return client.Download(ctx, it.ID, resume)
	}
}
