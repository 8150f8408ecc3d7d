package testkit

import (
	"flag"
	"runtime"
	"testing"
)

// OneProcessor runs the tests of a package on one processor, which its benchmarks are not. In virtual time goroutines
// mostly wait for each other, and to wake one on another processor costs more than what it does then: TestAMonth of
// app/kiosk took 63 s of two processors, and 31 s of one.
func OneProcessor(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		runtime.GOMAXPROCS(1)
	}
	m.Run()
}
