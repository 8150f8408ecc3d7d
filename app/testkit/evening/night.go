package evening

import (
	"fmt"
	"math/rand/v2"
	"time"

	"sextant/app/teletext"
)

// Index is the page with a night's headlines.
const Index = 100

// A Headline is published at a time, at the top of the list.
type Headline struct {
	Text string
	At   time.Time
}

// A Night has an index on which headlines are published, below a clock and above a ticker.
type Night struct {
	Start     time.Time
	Headlines []Headline // the oldest first; those before the start are on the index from the start
	ticker    []string
}

// shown is the number of headlines on the first subpage of the index, and more that on its second one.
const (
	shown = 7
	more  = 5
)

// NewNight returns a night that starts at a time.
func NewNight(seed uint64, start time.Time) *Night {
	r := rand.New(rand.NewPCG(seed, 1))
	n := &Night{Start: start.Truncate(time.Minute)}
	at := n.Start.Add(-time.Duration(shown+more) * time.Hour)
	for i := range 60 {
		text := fmt.Sprintf("%s %s %s", pick(r, "Harbour", "Ferry", "Lantern", "Council", "Crew"),
			pick(r, "awaits", "paints", "meets", "forgives", "counts"),
			pick(r, "the tide", "a gull", "nobody", "the mayor", "its rope"))
		n.Headlines = append(n.Headlines, Headline{fmt.Sprintf("%d %s", 101+i%90, text), at})
		at = at.Add(time.Duration(5+r.IntN(25)) * time.Minute)
		if i < shown+more {
			at = n.Start.Add(-time.Duration(shown+more-i) * time.Minute)
		}
	}
	for i := range 90 {
		n.ticker = append(n.ticker, fmt.Sprintf("+++ %s at berth %d +++", pick(r, "Auk", "Tern", "Skua"), i))
	}
	return n
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// OnPage returns the headlines on the index at a time, the newest first.
func (n *Night) OnPage(at time.Time) (list []Headline) {
	for i := len(n.Headlines) - 1; i >= 0 && len(list) < shown+more; i-- {
		if h := n.Headlines[i]; !h.At.After(at) {
			list = append(list, h)
		}
	}
	return list
}

// Page returns the index at a time.
func (n *Night) Page(at time.Time) *teletext.Page {
	var subpages [][]string
	for i, h := range n.OnPage(at) {
		if i%shown == 0 {
			subpages = append(subpages, nil)
		}
		last := len(subpages) - 1
		subpages[last] = append(subpages[last], h.Text)
	}
	minute := int(at.Sub(n.Start) / time.Minute)
	for i := range subpages {
		subpages[i] = append([]string{"Tonight, it is " + at.Format("15.04"), ""}, subpages[i]...)
		subpages[i] = append(subpages[i], "", n.ticker[(minute+1000)%len(n.ticker)],
			fmt.Sprintf("%d readers so far", 4000+minute*13))
	}
	return page(Index, "Index", at, subpages)
}
