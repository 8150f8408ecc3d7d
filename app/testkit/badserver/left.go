package badserver

import (
	"runtime"
	"strings"
	"testing"

	"sextant/app/testkit"
)

// NoneLeft waits until no goroutine runs code of a package that was not started by a test's function.
func NoneLeft(t *testing.T, packages ...string) {
	t.Helper()
	var left string
	defer func() {
		if t.Failed() {
			t.Logf("left: %s", left)
		}
	}()
	testkit.Eventually(t, "the end of goroutines", func() bool {
		left = leftOf(packages)
		return left == ""
	})
}

// leftOf returns the stack of a goroutine in one of the packages, "" if there is none.
func leftOf(packages []string) string {
	const most = 4 << 20
	all := make([]byte, most)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.Contains(stack, "_test.go") {
			continue
		}
		for _, p := range packages {
			if strings.Contains(stack, p+".") {
				return stack
			}
		}
	}
	return ""
}
