package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// rest is the work of a program that is idle, or gets one input a second.
type rest struct {
	Work float64 `json:"cpu_percent"`
	// Wakes is the number of wakeups per second of the thread of its UI goroutine, and AllWakes of all its threads.
	Wakes    float64 `json:"wakes_of_the_ui_a_second"`
	AllWakes float64 `json:"wakes_a_second"`
}

// during is how long a program is measured.
const during = 10 * time.Second

// work measures a process while a function is called every second.
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

// worked returns the processor time of a process, and the wakeups of its first thread and of all threads.
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

// memory returns a value of /proc/PID/smaps_rollup, in megabytes.
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
