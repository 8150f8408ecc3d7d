package relay

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/relay/serve"
)

// How many may ask for metrics at once, and how long they wait.
const (
	mostScrapes    = 2
	scrapePatience = 10 * time.Second
)

// figures are what a relay counts since its start.
type figures struct {
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	kinds    map[string]outcomes // by what was asked for
	refused  prometheus.Counter
	streams  prometheus.Gauge

	fresh, stale, none, wrong atomic.Int64
}

// outcomes count answers by how fresh they were.
type outcomes struct{ fresh, stale, none prometheus.Counter }

func newFigures() *figures {
	f := &figures{
		kinds:    map[string]outcomes{},
		registry: prometheus.NewRegistry(),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sextant_relay_answers_total", Help: "Answers by what was asked for, and how fresh they were.",
		}, []string{"kind", "outcome"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{Name: "sextant_relay_refused_total", Help: "Requests with wrong credentials."}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Name: "sextant_relay_streams", Help: "Clients that are told of changes."}),
	}
	for _, kind := range []string{"document", "picture", "list", "playouts", "recording"} {
		f.kinds[kind] = outcomes{f.answers.WithLabelValues(kind, "fresh"), f.answers.WithLabelValues(kind, "stale"), f.answers.WithLabelValues(kind, "none")}
	}
	return f
}

// answered counts an answer by its freshness.
func (f *figures) answered(kind string, fresh api.Freshness) {
	if fresh.Age < fresh.Lifetime {
		f.fresh.Add(1)
		f.kinds[kind].fresh.Inc()
	} else {
		f.stale.Add(1)
		f.kinds[kind].stale.Inc()
	}
}

// refuse counts a request with wrong credentials.
func (f *figures) refuse() {
	f.wrong.Add(1)
	f.refused.Inc()
}

// lacked counts an answer without what was asked for.
func (f *figures) lacked(kind string) {
	f.none.Add(1)
	f.kinds[kind].none.Inc()
}

// register makes the figures known to Prometheus, with those of the budget.
func (f *figures) register(m *meter) {
	f.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), f.answers, f.refused, f.streams, m)
}

// handler answers Prometheus.
func (f *figures) handler() http.Handler {
	return promhttp.HandlerFor(f.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: mostScrapes, Timeout: scrapePatience,
	})
}

// A meter gives Prometheus how a relay stands whenever that is asked.
type meter struct {
	budget      *budget.Budget
	connections func() serve.Counts // may be nil
	count       func() int          // of clients
	held        func() int64        // bytes of documents

	asked, left, limit, clients, memory *prometheus.Desc
	open, displaced, away, handshakes   *prometheus.Desc // of connections
}

func newMeter(b *budget.Budget, connections func() serve.Counts, count func() int, held func() int64) *meter {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("sextant_"+name, help, labels, nil)
	}
	return &meter{
		budget: b, connections: connections, count: count, held: held,

		asked:   describe("requests_total", "Requests to the service since the start, by whom they were for and how they ended.", "class", "outcome"),
		left:    describe("requests_left", "Requests to the service that are left in the last hour or day.", "window"),
		limit:   describe("requests_limit", "Requests that the service allows in an hour or a day.", "window"),
		clients: describe("relay_clients", "Clients that have asked lately."),
		memory:  describe("relay_documents_bytes", "Memory that page documents take, about."),

		open:       describe("relay_connections", "Connections that are open."),
		displaced:  describe("relay_connections_displaced_total", "Connections that were closed, while they waited for a request, for newcomers."),
		away:       describe("relay_connections_refused_total", "Newcomers that were closed since all connections were answered to."),
		handshakes: describe("relay_handshakes_failed_total", "Handshakes of TLS that failed."),
	}
}

// Describe sends what there is.
func (m *meter) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.asked, m.left, m.limit, m.clients, m.memory, m.open, m.displaced, m.away, m.handshakes} {
		out <- d
	}
}

// Collect sends how things stand.
func (m *meter) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for o, n := range m.budget.Outcomes() {
		out <- prometheus.MustNewConstMetric(m.asked, prometheus.CounterValue, float64(n), o.Class.String(), o.Name())
	}
	u := m.budget.Usage()
	gauge(m.left, float64(u.Limits.PerHour-u.Hour), "hour")
	gauge(m.left, float64(u.Limits.PerDay-u.Day), "day")
	gauge(m.limit, float64(u.Limits.PerHour), "hour")
	gauge(m.limit, float64(u.Limits.PerDay), "day")
	gauge(m.clients, float64(m.count()))
	gauge(m.memory, float64(m.held()))
	if m.connections != nil {
		c := m.connections()
		gauge(m.open, float64(c.Open))
		for d, n := range map[*prometheus.Desc]uint64{m.displaced: c.Displaced, m.away: c.TurnedAway, m.handshakes: c.Handshakes} {
			out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n))
		}
	}
}
