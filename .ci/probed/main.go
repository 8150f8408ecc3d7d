// Probed is the program with the probe of app/endtoend. The tests with Wine build it for Windows, because there the
// test binary cannot run itself as the program.
package main

import (
	"fmt"
	"os"

	"sextant/app"
	"sextant/app/endtoend/probe"
	"sextant/app/testkit"
	"sextant/app/ui/loop"
)

func main() {
	stdout, stderr := app.Console(os.Args[1:])
	ui, clock := &loop.Loop{}, testkit.NewClock()
	stop, err := probe.Serve(os.Getenv(probe.Variable), ui, clock)
	if err != nil {
		fmt.Fprintln(stderr, err)
		os.Exit(1)
	}
	status := app.MainOn(app.Ground{Loop: ui, Clock: clock}, os.Args[1:], os.Getenv, stdout, stderr)
	stop()
	os.Exit(status)
}
