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
		merged, err := json.Marshal(mergeQueues(before, after, parseQueue(text)))
		if err != nil {
			return text // never fails for items
		}
		return string(merged)
	})
}

// mergeQueues applies the change from before to after to now.
func mergeQueues(before, after, now []media.Item) []media.Item {
	items := map[string]media.Item{}
	keys := func(queue []media.Item) []string {
		list := make([]string, len(queue))
		for i, it := range queue {
			list[i] = it.Key()
			items[list[i]] = it
		}
		return list
	}
	var merged []media.Item
	for _, key := range store.Merge(keys(before), keys(after), keys(now), func(key string) string { return key }) {
		merged = append(merged, items[key])
	}
	return merged
}
