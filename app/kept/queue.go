package kept

import "sextant/app/media"

// MostQueued bounds the recordings of the queue, and maxQueue its stored text, in bytes.
const (
	MostQueued = 1000
	maxQueue   = 64 << 20
)

func queueKind() kind[media.Item] {
	// Two items are the same recording, whatever the service says of it.
	same := func(a, b media.Item) bool { return a.Key() == b.Key() }
	return stateKind(Queue, "queue", func(it media.Item) string { return it.Key() }, same, queueLimits())
}

func queueLimits() limits[media.Item] {
	return limits[media.Item]{MostQueued, maxQueue, first[media.Item]}
}
