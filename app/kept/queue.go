package kept

import (
	"encoding/json"

	"sextant/app/media"
	"sextant/app/store"
)

// MostQueued is how many recordings the queue holds.
const MostQueued = 1000

// queueState is the key under which the store has the queue, and maxQueue bounds its text.
const (
	queueState = "queue"
	maxQueue   = 64 << 20
)

// readQueue reads the queue of a service. One that makes no sense is empty.
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

// writeQueue keeps a change of the queue of a service. What other programs have changed of it meanwhile stays
// so.
func writeQueue(kept *store.Store, before, after []media.Item) {
	kept.ChangeState(queueState, func(text string) string {
		merged, err := json.Marshal(mergeQueues(before, after, parseQueue(text)))
		if err != nil {
			return text // an item has nothing that cannot be written
		}
		return string(merged)
	})
}

// mergeQueues makes the change from one queue to another to a third.
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
