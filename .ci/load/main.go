// Load measures a built Sextant's relay with many clients, at the highest rate and at half of it, beside nginx, which
// serves the same bytes as files. It checks every byte, the number of requests to the service behind the relay, and the
// relay's memory. The times are only meaningful on an idle machine. The clients run on the same machine. It needs
// Linux, and, except with -check, nginx.
//
//	go run ./.ci/load [-clients 1000] [-seconds 120] [-plain] [-check] PATH-TO-SEXTANT
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"text/tabwriter"
	"time"
)

// What must hold.
const (
	mostMemory   = 150 // megabytes
	mostRequests = 300 // to the service in an hour, by the settings of a new profile
)

// phaseLasts is the approximate length of a phase.
const phaseLasts = 8 * time.Second

// A result has the measurements of a server, of all rounds.
type result struct {
	name       string
	address    string
	program    *exec.Cmd
	rates      []float64     // requests per second, flat out
	work       time.Duration // processor time, for flat
	flat, half tally
}

func main() {
	clients := flag.Int("clients", 1000, "how many clients ask, each on its own connection")
	seconds := flag.Int("seconds", 120, "how long they ask, in all")
	plain := flag.Bool("plain", false, "ask for what is not compressed")
	check := flag.Bool("check", false, "ask the relay alone, and print no times")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: load [-clients N] [-seconds N] [-plain] [-check] PATH-TO-SEXTANT")
	}
	if err := run(flag.Arg(0), *clients, time.Duration(*seconds)*time.Second, *plain, *check); err != nil {
		log.Fatal(err)
	}
}

func run(program string, clients int, long time.Duration, plain, check bool) (err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := newServers(ctx, program, dir)
	if err != nil {
		return err
	}
	defer func() { stop(); s.wait() }()
	if err := s.fill(plain); err != nil {
		return fmt.Errorf("filling the relay: %w", err)
	}
	relay, err := s.startRelay(`{}`)
	if err != nil {
		return err
	}
	results := []*result{{name: "relay", address: relay, program: s.relay}}
	if !check {
		nginx, err := s.startNginx()
		if err != nil {
			return err
		}
		results = append(results, &result{name: "nginx", address: nginx, program: s.nginx})
	}
	if err := ask(results, s.pages, clients, long); err != nil {
		return err
	}
	memory := s.memory()
	report(results, memory, s.requests(), check)
	return judge(results, memory, s.requests())
}

// ask measures the servers in turn, flat out and at half of that rate, until the time is over.
func ask(results []*result, pages []page, clients int, long time.Duration) error {
	phases := 2 * len(results)
	rounds := max(1, int(long/phaseLasts)/phases)
	phase := long / time.Duration(rounds*phases)
	for range rounds {
		for _, r := range results {
			before := worked(r.program.Process.Pid)
			flat, err := load(r.address, pages, clients, phase, 0)
			if err != nil {
				return err
			}
			r.work += worked(r.program.Process.Pid) - before
			rate := float64(len(flat.took)) / phase.Seconds()
			half, err := load(r.address, pages, clients, phase, rate/2)
			if err != nil {
				return err
			}
			r.rates = append(r.rates, rate)
			r.flat.add(flat)
			r.half.add(half)
		}
	}
	return nil
}

// report prints the measurements.
func report(results []*result, memory float64, requests int, check bool) {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if !check {
		fmt.Fprintf(out, "\trequests/s\tprocessor each\tp50\tp99\tmost\tat half: p50\tp99\tmost\t\n")
		for _, r := range results {
			fmt.Fprintf(out, "%s\t%.0f\t%v\t%v\t%v\t%v\t%v\t%v\t%v\t\n", r.name, median(r.rates),
				(r.work / time.Duration(max(1, r.flat.asked))).Round(100*time.Nanosecond),
				r.flat.at(0.5), r.flat.at(0.99), r.flat.at(1), r.half.at(0.5), r.half.at(0.99), r.half.at(1))
		}
	}
	out.Flush()
	for _, r := range results {
		fmt.Printf("%s: %d answers, %d of wrong bytes, %d errors\n", r.name,
			len(r.flat.took)+len(r.half.took), r.flat.wrong+r.half.wrong, r.flat.errors+r.half.errors)
	}
	fmt.Printf("relay: at most %.0f MB of memory, %d requests to the service\n", memory, requests)
}

// judge returns the requirements that were not met.
func judge(results []*result, memory float64, requests int) (err error) {
	for _, r := range results {
		if n := r.flat.wrong + r.half.wrong + r.flat.errors + r.half.errors; n > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %d answers were not as they should be", r.name, n))
		}
	}
	if memory > mostMemory {
		err = errors.Join(err, fmt.Errorf("the relay took more than %d MB", mostMemory))
	}
	if requests > mostRequests {
		err = errors.Join(err, fmt.Errorf("the service was asked more than %d times", mostRequests))
	}
	return err
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
