package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// rest is what a program does while it is left alone, or asked for one thing a second.
type rest struct {
	Work float64 `json:"cpu_percent"`
	// Wakes is how often a second its UI goroutine's thread, and any of its threads, stopped waiting.
	Wakes    float64 `json:"wakes_of_the_ui_a_second"`
	AllWakes float64 `json:"wakes_a_second"`
}

// during is how long a program is watched.
const during = 10 * time.Second

// work watches a process while something is done every second.
func work(pid int, everySecond func()) rest {
	before, ui, all := worked(pid)
	start := time.Now()
	for range int(during / time.Second) {
		everySecond()
		time.Sleep(time.Second)
	}
	took := time.Since(start)
	after, uiAfter, allAfter := worked(pid)
	return rest{
		Work:     float64(int(float64(after-before)/float64(took)*1e4)) / 100,
		Wakes:    float64(int(float64(uiAfter-ui)/took.Seconds()*10)) / 10,
		AllWakes: float64(int(float64(allAfter-all)/took.Seconds()*10)) / 10,
	}
}

// worked is how long a process has run, and how often its first thread and all of them have stopped waiting.
func worked(pid int) (ran time.Duration, ui, all int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	for _, t := range threads {
		data, _ := os.ReadFile(t + "/schedstat")
		if f := strings.Fields(string(data)); len(f) > 0 {
			ns, _ := strconv.ParseInt(f[0], 10, 64)
			ran += time.Duration(ns)
		}
		status, _ := os.ReadFile(t + "/status")
		_, rest, _ := strings.Cut(string(status), "\nvoluntary_ctxt_switches:")
		n := 0
		_, _ = fmt.Sscan(rest, &n)
		all += n
		if filepath.Base(t) == strconv.Itoa(pid) {
			ui += n
		}
	}
	return ran, ui, all
}

// memory reads a line of the kernel's account of a process, in megabytes.
func memory(pid int, line string) float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	for l := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(l, line); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}
