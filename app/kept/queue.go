package kept

import (
	"encoding/json"

	"sextant/app/media"
	"sextant/app/store"
)

// MostQueued bounds the recordings of the queue.
const MostQueued = 1000

// queueState is the store's key of the queue, and maxQueue bounds its text, in bytes.
const (
	queueState = "queue"
	maxQueue   = 64 << 20
)

// readQueue reads the queue of a service. A malformed one is empty.
func readQueue(kept *store.Store) ([]media.Item, error) {
	text, err := kept.State(queueState)
	return parseQueue(text), err
}

func parseQueue(text string) (queue []media.Item) {
	if len(text) > maxQueue || json.Unmarshal([]byte(text), &queue) != nil {
		return nil
	}
	return queue[:min(len(queue), MostQueued)]
}

// writeQueue stores a change of the queue of a service. Changes by other programs meanwhile are kept.
func writeQueue(kept *store.Store, before, after []media.Item) {
	kept.ChangeState(queueState, func(text string) string {
		merged, err := json.Marshal(store.Merge(before, after, parseQueue(text), keyOf, isSameItem))
		if err != nil {
			return text // never fails for items
		}
		return string(merged)
	})
}

func queueKind() kind[media.Item] {
	return kind[media.Item]{list: Queue, key: keyOf, equal: isSameItem, read: readQueue, write: writeQueue}
}

func keyOf(it media.Item) string { return it.Key() }

// isSameItem reports whether two items are the same recording, whatever the service says of it.
func isSameItem(a, b media.Item) bool { return a.Key() == b.Key() }
