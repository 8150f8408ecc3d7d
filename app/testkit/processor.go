package testkit

import (
	"flag"
	"runtime"
	"testing"
)

// OneProcessor runs the tests of a package, but not its benchmarks, with GOMAXPROCS 1. In virtual time goroutines
// mostly wait for each other, and waking one on another processor costs more than its work: three days of a screen in
// app/screen/kiosk took 63 s on two processors, and 31 s on one.
func OneProcessor(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		runtime.GOMAXPROCS(1)
	}
	m.Run()
}
