package recordings

import (
	"context"
	"encoding/json"
	"strings"

	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/store"
)

// NoteOf returns an item's entry in the store.
func NoteOf(it media.Item) store.Recording {
	text, _ := json.Marshal(it) // never fails for an item
	return store.Recording{Key: it.Key(), Item: string(text)}
}

// maxItem bounds an entry, in bytes.
const maxItem = 8 << 20

// ItemOf returns the item of an entry. A malformed one has its key only, which is enough to ask for it.
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

// OpenerOf returns how to ask a service for a recording.
func OpenerOf(client *service.Client, r store.Recording) Opener {
	it := ItemOf(r)
	return func(ctx context.Context, resume service.Resume) (*service.Download, error) {
		if it.ByAddress() {
			return client.DownloadFrom(ctx, it.URL, resume)
		}
		return client.Download(ctx, it.ID, resume)
	}
}
