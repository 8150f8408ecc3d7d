// Measure runs a built Sextant in a real window on a virtual display and prints its latencies, memory and processor
// time as JSON, beside those of an empty window of the toolkit, with and without a loop that sleeps. It needs Xvfb and
// openbox, and an idle machine.
//
//	go run ./.ci/measure [-rounds 40] PATH-TO-SEXTANT [PATH-TO-THE-EMPTY-WINDOW]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sextant/app/demo"
)

// figures is the output. Times are in milliseconds, sizes in megabytes, work in percent of one core.
type figures struct {
	Start   spread  `json:"exec_to_page_ms"`
	Unseen  spread  `json:"third_digit_to_unseen_page_ms"`
	Stored  spread  `json:"third_digit_to_page_seen_long_ago_ms"` // from the disk
	Seen    spread  `json:"third_digit_to_seen_page_ms"`
	Ahead   spread  `json:"next_page_60_ms_away_ms"`
	Clicked spread  `json:"click_to_page_60_ms_away_ms"`
	RSS     float64 `json:"rss_mb"`
	PSS     float64 `json:"pss_mb"`
	Idle    rest    `json:"idle"`
	Turning rest    `json:"a_subpage_a_second"`
}

// emptyFigures are the figures of an empty window.
type emptyFigures struct {
	Start spread  `json:"exec_to_window_ms"`
	Key   spread  `json:"key_ms"`
	PSS   float64 `json:"pss_mb"`
	Idle  rest    `json:"idle"`
}

// spread is the median and the 95th percentile of several times, in milliseconds.
type spread struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

func main() {
	rounds := flag.Int("rounds", 40, "how often each of the times is taken")
	flag.Parse()
	if flag.NArg() < 1 {
		log.Fatal("usage: measure [-rounds N] PATH-TO-SEXTANT [PATH-TO-THE-EMPTY-WINDOW]")
	}
	if err := run(*rounds, flag.Arg(0), flag.Arg(1)); err != nil {
		log.Fatal(err)
	}
}

func run(rounds int, program, empty string) error {
	d, err := openDisplay()
	if err != nil {
		return err
	}
	defer d.close()
	var all struct {
		Sextant  figures       `json:"sextant"`
		Empty    *emptyFigures `json:"empty_window,omitempty"`
		Sleeping *emptyFigures `json:"empty_window_that_sleeps,omitempty"`
	}
	if all.Sextant, err = d.sextant(rounds, program); err != nil {
		return err
	}
	if empty != "" {
		if all.Empty, err = d.empty(rounds, empty); err != nil {
			return err
		}
		if all.Sleeping, err = d.empty(rounds, empty, "-sleep"); err != nil {
			return err
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(all)
}

// empty measures an empty window.
func (d *display) empty(rounds int, program string, args ...string) (*emptyFigures, error) {
	var f emptyFigures
	var err error
	if f.Start, err = d.starts(rounds, program, args...); err != nil {
		return nil, err
	}
	return &f, d.with(func(pid int) error {
		if f.Key, err = spreadOver(rounds, func(int) (time.Duration, error) { return d.timed("1") }); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		f.Idle = work(pid, func() {})
		f.PSS = memory(pid, "Pss:")
		return nil
	}, program, args...)
}

// sextant measures the program.
func (d *display) sextant(rounds int, program string) (f figures, err error) {
	if err = d.settle(); err != nil {
		return f, err
	}
	if f.Start, err = d.starts(rounds, program, "--profile", d.dir); err != nil {
		return f, err
	}
	if err = d.with(func(pid int) error { return d.reading(&f, pid, rounds) },
		program, "--profile", d.dir); err != nil {
		return f, err
	}
	if f.Ahead, err = d.ahead(rounds, program); err != nil {
		return f, err
	}
	f.Clicked, err = d.clicked(rounds, program)
	return f, err
}

// settle writes settings so that the program starts with a window in which the service's pictures have their own size,
// in the middle of the screen, and without the hint of a first start.
func (d *display) settle() error { return d.settleIn(d.dir, `{"knowsDemo": true}`) }

// settleIn is settle with a profile's folder and settings.
func (d *display) settleIn(dir, settings string) error {
	for name, data := range map[string]string{
		"settings.json": settings, "windows.json": `[{"width": 876, "height": 526, "page": "100"}]`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// reading measures the program while pages of the demo are read.
func (d *display) reading(f *figures, pid, rounds int) (err error) {
	time.Sleep(time.Second)
	for _, page := range []int{101, 102, 103, 100} { // after which the program knows the latency of its service
		if _, err := d.goTo(page); err != nil {
			return err
		}
	}
	const recent = 8 // pages whose pictures are in memory
	visit := func(round int) (time.Duration, error) { return d.goTo(pages[round%len(pages)]) }
	revisit := func(round int) (time.Duration, error) { return d.goTo(pages[round%recent]) }
	if f.Unseen, err = spreadOver(min(rounds, len(pages)), visit); err != nil {
		return err
	}
	if f.Stored, err = spreadOver(rounds, visit); err != nil {
		return err
	}
	if _, err = spreadOver(recent, revisit); err != nil {
		return err
	}
	if f.Seen, err = spreadOver(rounds, revisit); err != nil {
		return err
	}
	if _, err = d.goTo(100); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	f.Idle = work(pid, func() {})
	f.Turning = work(pid, func() { d.press("Down") })
	f.RSS, f.PSS = memory(pid, "Rss:"), memory(pid, "Pss:")
	return nil
}

// pages are pages of the demo in an order in which no page follows its predecessor, which would be prefetched, or looks
// like its predecessor at the spot.
var pages = []int{
	110, 300, 120, 400, 150, 500, 201, 600, 112, 310, 122, 430,
	160, 505, 203, 700, 115, 302, 124, 440, 190, 507, 205, 710,
	403, 511, 801, 405, 602, 803, 432, 450, 888, 435, 702, 890, 311, 402, 199, 805, 104,
}

// ahead measures the next page, which is prefetched, with a service that takes 60 ms to answer.
func (d *display) ahead(rounds int, program string) (spread, error) {
	service, err := demo.New(demo.Options{Latency: 60 * time.Millisecond, Now: time.Now})
	if err != nil {
		return spread{}, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return spread{}, err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { _ = service.Serve(ctx, listener) }()
	var s spread
	err = d.with(func(int) error {
		s, err = spreadOver(rounds, func(i int) (time.Duration, error) {
			if i%15 == 0 { // back to the first page
				if _, err := d.goTo(101); err != nil {
					return 0, fmt.Errorf("page 101: %w", err)
				}
			}
			time.Sleep(300 * time.Millisecond)
			return d.timed("Right")
		})
		return err
	}, program, "--profile", d.dir, "--base-url", "http://"+listener.Addr().String())
	return s, err
}

// spreadOver calls take a number of times.
func spreadOver(rounds int, take func(round int) (time.Duration, error)) (spread, error) {
	var times []float64
	for i := range rounds {
		t, err := take(i)
		if err != nil {
			return spread{}, err
		}
		times = append(times, float64(t.Microseconds())/1000)
	}
	slices.Sort(times)
	return spread{times[len(times)/2], times[len(times)*95/100]}, nil
}
