package relay

import (
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/relay/serve"
)

// figures counts a relay's answers since its start.
type figures struct {
	answers *prometheus.CounterVec
	kinds   map[string]outcomes // by what was asked for
	refused prometheus.Counter
	crowded prometheus.Counter
	streams prometheus.Gauge

	fresh, stale, none, wrong, many atomic.Int64
}

// outcomes count answers by how fresh they were.
type outcomes struct{ fresh, stale, none prometheus.Counter }

func newFigures() *figures {
	f := &figures{
		kinds: map[string]outcomes{},
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sextant_relay_answers_total", Help: "Answers by what was asked for, and how fresh they were.",
		}, []string{"kind", "outcome"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "sextant_relay_refused_total", Help: "Requests with wrong credentials.",
		}),
		crowded: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "sextant_relay_crowded_total",
			Help: "Requests that were refused since their client had too many answers under way.",
		}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "sextant_relay_streams", Help: "Clients that are notified of changes.",
		}),
	}
	for _, kind := range []string{"document", "picture", "list", "playouts", "recording"} {
		f.kinds[kind] = outcomes{
			f.answers.WithLabelValues(kind, "fresh"), f.answers.WithLabelValues(kind, "stale"),
			f.answers.WithLabelValues(kind, "none"),
		}
	}
	return f
}

func (f *figures) countAnswer(kind string, fresh api.Freshness) {
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

// turnAway counts a request of a client with too many answers under way.
func (f *figures) turnAway() {
	f.many.Add(1)
	f.crowded.Inc()
}

// lacked counts an answer without what was asked for.
func (f *figures) lacked(kind string) {
	f.none.Add(1)
	f.kinds[kind].none.Inc()
}

// handler serves Prometheus, including the figures of a meter.
func (f *figures) handler(m *meter) http.Handler {
	return serve.Metrics(f.answers, f.refused, f.crowded, f.streams, m)
}

// A meter is a prometheus.Collector of gauges that are read when Prometheus asks.
type meter struct {
	budget      *budget.Budget
	connections func() serve.Counts // may be nil
	count       func() int          // of clients
	held        func() int64        // bytes of documents
	screens     func() []Screen

	requests                          serve.Requests
	clients, memory, screenUp         *prometheus.Desc
	open, displaced, away, handshakes *prometheus.Desc // of connections
}

func newMeter(b *budget.Budget, connections func() serve.Counts, count func() int, held func() int64,
	screens func() []Screen,
) *meter {
	return &meter{
		budget: b, connections: connections, count: count, held: held, screens: screens,

		requests: serve.NewRequests(),

		clients: serve.Describe("relay_clients", "Clients with a recent request."),
		memory:  serve.Describe("relay_documents_bytes", "Memory that page documents take, about."),
		screenUp: serve.Describe("relay_screen_up",
			"1 where a public screen that reports was seen recently, 0 where it is silent.", "screen"),

		open: serve.Describe("relay_connections", "Connections that are open."),
		displaced: serve.Describe("relay_connections_displaced_total",
			"Connections that were closed for newcomers, while they waited for a request or of the address with most."),
		away: serve.Describe("relay_connections_refused_total",
			"Newcomers that were refused since all connections were answered to."),
		handshakes: serve.Describe("relay_handshakes_failed_total", "Handshakes of TLS that failed."),
	}
}

// Describe implements prometheus.Collector.
func (m *meter) Describe(out chan<- *prometheus.Desc) {
	m.requests.Describe(out)
	for _, d := range []*prometheus.Desc{m.clients, m.memory, m.screenUp, m.open, m.displaced, m.away, m.handshakes} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (m *meter) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	u := m.budget.Usage()
	m.requests.Collect(out, m.budget.Outcomes(), &u)
	gauge(m.clients, float64(m.count()))
	gauge(m.memory, float64(m.held()))
	for _, s := range m.screens() {
		up := 1.0
		if s.Silent {
			up = 0
		}
		out <- prometheus.MustNewConstMetric(m.screenUp, prometheus.GaugeValue, up, s.Name)
	}
	if m.connections != nil {
		c := m.connections()
		gauge(m.open, float64(c.Open))
		for d, n := range map[*prometheus.Desc]uint64{
			m.displaced: c.Displaced, m.away: c.TurnedAway, m.handshakes: c.Handshakes,
		} {
			out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n))
		}
	}
}
