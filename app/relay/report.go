package relay

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"sextant/app/api"
)

// reportEvery is how often a summary is logged.
const reportEvery = time.Minute

// answerExtra serves the endpoints that the specification does not have.
func (r *Relay) answerExtra(w http.ResponseWriter, q *http.Request) {
	switch q.URL.Path {
	case changesPath:
		r.changes(w, q)
	case "/metrics":
		r.metrics.ServeHTTP(w, q)
	default:
		api.Refuse(w, api.ErrNone)
	}
}

// greeting is for people who open the relay in a browser.
var greeting = api.NewBody(api.TypePlain, time.Time{},
	[]byte("This is a Sextant relay: it serves teletext pages to Sextant and to "+
		"other programs that speak the Teletext and Media Interface. Its address is that of a service in their "+
		"settings.\n"))

// health serves liveness: ok as long as the relay runs. Trouble with the service is named beside it.
func (r *Relay) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", api.TypePlain)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, r.stands()) // the client has gone
}

// stands is the line that health serves.
func (r *Relay) stands() string {
	if why := r.parts.Budget.Usage().Why; why != 0 {
		return fmt.Sprintf("ok; the service: %v\n", why)
	}
	return "ok\n"
}

// A tally counts answers by freshness, requests with wrong keys, and those of clients with too many under way.
type tally struct{ fresh, stale, none, refused, crowded int64 }

func (f *figures) tally() tally {
	return tally{f.fresh.Load(), f.stale.Load(), f.none.Load(), f.wrong.Load(), f.many.Load()}
}

// report logs a line a minute until ctx ends.
func (r *Relay) report(ctx context.Context) {
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	var before tally
	for {
		select {
		case <-tick.C:
			now := r.figures.tally()
			r.parts.Log(
				r.line(tally{
					now.fresh - before.fresh, now.stale - before.stale,
					now.none - before.none, now.refused - before.refused, now.crowded - before.crowded,
				}))
			before = now
		case <-ctx.Done():
			return
		}
	}
}

// line is the summary, with the answers of the last minute.
func (r *Relay) line(minute tally) string {
	u := r.parts.Budget.Usage()
	line := fmt.Sprintf(
		"%d clients; in a minute %d answers, of which %d were stale and %d without anything; %d of %d requests to "+
			"the service in an hour",
		r.refresher.clientCount(), minute.fresh+minute.stale+minute.none,
		minute.stale, minute.none, u.Hour, u.Limits.PerHour)
	if minute.refused > 0 {
		line += fmt.Sprintf("; %d wrong keys in a minute", minute.refused)
	}
	if minute.crowded > 0 {
		line += fmt.Sprintf("; %d requests in a minute of clients with too many under way", minute.crowded)
	}
	if u.Why != 0 {
		line += fmt.Sprintf("; the service: %v", u.Why)
	}
	return line
}
