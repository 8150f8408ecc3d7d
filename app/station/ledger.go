package station

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sextant/app/budget"
	"sextant/app/files"
	"sextant/app/settings"
	"sextant/app/store"
)

// clockFile is a file of the profile. It has by how much the clock was set since the profile began, in seconds.
const clockFile = "clock"

// A ledger has the requests to one service. When the clock is set, only the budgets of the services that are tuned in
// notice it. They record it for the whole profile, so that the requests to other services are shifted before they count
// again.
type ledger struct {
	*store.Store
	clock string // the path of clockFile
}

var _ budget.Ledger = ledger{}

// openLedger shifts the times of the requests in a store by as much as the clock was set since that was done last.
func openLedger(pages *store.Store, p settings.Profile) ledger {
	l := ledger{pages, p.Path(clockFile)}
	if total, err := l.Shifted(); err == nil {
		_ = pages.Shift(total) // on a full disk the next start tries again
	}
	return l
}

// Shifted returns by how much the clock was set since the profile began. Where that cannot be read, the store knows how
// much of it came while its service was tuned in.
func (l ledger) Shifted() (time.Duration, error) {
	text, err := files.Read(l.clock, 20)
	if err != nil {
		return l.Store.Shifted()
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		return l.Store.Shifted()
	}
	return time.Duration(seconds) * time.Second, nil
}

// Shift records the total in the profile, and shifts the times of the requests.
func (l ledger) Shift(total time.Duration) error {
	if err := files.Write(l.clock, fmt.Appendln(nil, int64(total/time.Second)), 0); err != nil {
		return err
	}
	return l.Store.Shift(total)
}
