// Sextant is a teletext browser for the desktop. See README.md.
package main

import (
	"os"

	"sextant/app"
)

func main() {
	stdout, stderr := app.Console(os.Args[1:])
	os.Exit(app.Main(os.Args[1:], os.Getenv, stdout, stderr))
}
