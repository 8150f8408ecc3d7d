package serve

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sextant/app/budget"
)

// How many may ask for metrics at once, and how long they wait.
const (
	mostScrapes    = 2
	scrapePatience = 10 * time.Second
)

// Metrics returns what answers Prometheus, with the figures of the process too.
func Metrics(all ...prometheus.Collector) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(all...)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: mostScrapes, Timeout: scrapePatience,
	})
}

// Describe makes a description of figures of the program.
func Describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("sextant_"+name, help, labels, nil)
}

// Requests are the figures of the requests to the service.
type Requests struct{ asked, left, limit *prometheus.Desc }

// NewRequests describes them.
func NewRequests() Requests {
	return Requests{
		asked: Describe("requests_total",
			"Requests to the service since the start, by whom they were for and how they ended.", "class", "outcome"),
		left:  Describe("requests_left", "Requests to the service that are left in the last hour or day.", "window"),
		limit: Describe("requests_limit", "Requests that the service allows in an hour or a day.", "window"),
	}
}

// Describe sends what there is.
func (r Requests) Describe(out chan<- *prometheus.Desc) {
	out <- r.asked
	out <- r.left
	out <- r.limit
}

// Collect sends how many there were, and how many are left.
func (r Requests) Collect(out chan<- prometheus.Metric, outcomes map[budget.Outcome]int, u *budget.Usage) {
	for o, n := range outcomes {
		out <- prometheus.MustNewConstMetric(r.asked, prometheus.CounterValue, float64(n), o.Class.String(), o.Name())
	}
	gauge := func(d *prometheus.Desc, value int, window string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), window)
	}
	gauge(r.left, max(0, u.Limits.PerHour-u.Hour), "hour")
	gauge(r.left, max(0, u.Limits.PerDay-u.Day), "day")
	gauge(r.limit, u.Limits.PerHour, "hour")
	gauge(r.limit, u.Limits.PerDay, "day")
}
