package status

import (
	"context"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"sextant/app/relay/serve"
	"sextant/app/screen/kiosk"
	"sextant/assets"
)

// A meter gives Prometheus the state of a screen whenever it asks.
type meter struct {
	parts    *Parts
	single   []single
	requests serve.Requests
	shown    *prometheus.Desc
	errors   *prometheus.Desc
	faults   *prometheus.Desc
	build    *prometheus.Desc
}

// A single figure has no labels.
type single struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(v *view) float64
}

func newMeter(p *Parts) *meter {
	m := &meter{
		parts:    p,
		requests: serve.NewRequests(),
		shown:    serve.Describe("shows_total", "What was put on the screen, by its cause.", "cause"),
		errors: serve.Describe("errors_total",
			"Pages of the playlist that could not be had, by the kind of the failure.", "kind"),
		faults: serve.Describe("screen_faults_total",
			"How often the window was not seen as it should be: hidden, misplaced, covered, different.", "fault"),
		build: serve.Describe("build_info",
			"1, with the versions of the program and of Go.", "version", "goversion"),
	}
	m.singles()
	return m
}

func (m *meter) singles() {
	gauge := func(name, help string, value func(v *view) float64) {
		m.single = append(m.single, single{serve.Describe(name, help), prometheus.GaugeValue, value})
	}
	counter := func(name, help string, value func(v *view) float64) {
		m.single = append(m.single, single{serve.Describe(name, help), prometheus.CounterValue, value})
	}
	gauge("healthy", "1 if healthy, see /healthz.", func(v *view) float64 { return yes(v.reason() == "") })
	gauge("uptime_seconds", "How long the screen has been at work.", func(v *view) float64 {
		return v.Uptime.Seconds()
	})
	gauge("screen_age_seconds", "How old the oldest page on the screen is.", func(v *view) float64 {
		return v.Age.Seconds()
	})
	gauge("screen_outdated", "1 while a page on the screen is older than the playlist allows.", func(v *view) float64 {
		return yes(v.Outdated)
	})
	gauge("screen_asleep", "1 while the screen is off on purpose.", func(v *view) float64 { return yes(v.Asleep) })
	gauge("screen_stays_off", "1 while the screen does not come on.", func(v *view) float64 {
		return yes(v.power.Err != nil)
	})
	gauge("list_pages", "Pages of the list that has the screen.", func(v *view) float64 { return float64(v.Pages) })
	gauge("list_known_pages", "Those of the list's pages that can be shown.", func(v *view) float64 {
		return float64(v.Known)
	})
	gauge("list_oldest_age_seconds", "How old the oldest page of the list is.", func(v *view) float64 {
		return v.Oldest.Seconds()
	})
	gauge("list_mean_age_seconds", "How old the list's pages are in the mean.", func(v *view) float64 {
		return v.Mean.Seconds()
	})
	gauge("list_short", "1 while the list needs more requests than there are.", func(v *view) float64 {
		return yes(v.Short)
	})
	gauge("service_failing", "1 while the service fails.", func(v *view) float64 { return yes(v.fails()) })
	gauge("store_trouble", "1 while pages cannot be stored, as on a full disk.", func(v *view) float64 {
		return yes(v.stored != nil)
	})
	gauge("playlist_trouble", "1 while the playlist has mistakes or cannot be read, so that an earlier one is shown.",
		func(v *view) float64 {
			return yes(v.playlist != nil && v.playlist.Trouble != nil)
		})
	counter("frames_given_total", "Pictures that were made for the screen.", func(v *view) float64 {
		return float64(v.Given)
	})
	counter("frames_drawn_total", "Pictures that the screen has drawn, or skipped for a newer one.",
		func(v *view) float64 { return float64(v.Drawn) })
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Describe describes all figures that there may be.
func (m *meter) Describe(to chan<- *prometheus.Desc) {
	for _, s := range m.single {
		to <- s.desc
	}
	m.requests.Describe(to)
	for _, d := range []*prometheus.Desc{m.shown, m.errors, m.faults, m.build} {
		to <- d
	}
}

// Collect sends the figures. Where the Director does not answer there are few.
func (m *meter) Collect(to chan<- prometheus.Metric) {
	v := m.parts.look(context.Background())
	send := func(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, kind, value, labels...)
	}
	send(m.build, prometheus.GaugeValue, 1, assets.Version, runtime.Version())
	if v.err != nil {
		send(m.single[0].desc, prometheus.GaugeValue, 0)
		return
	}
	for _, s := range m.single {
		send(s.desc, s.kind, s.value(&v))
	}
	for cause, n := range v.Causes {
		send(m.shown, prometheus.CounterValue, float64(n), kiosk.Cause(cause).String())
	}
	for kind, n := range v.Errors {
		send(m.errors, prometheus.CounterValue, float64(n), kind.Name())
	}
	for fault, n := range m.parts.Faults() {
		send(m.faults, prometheus.CounterValue, float64(n), fault)
	}
	m.requests.Collect(to, m.parts.Outcomes(), &v.Usage)
}
