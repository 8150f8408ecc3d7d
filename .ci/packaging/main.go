// Packaging makes the files of Sextant's packages besides the program: icons, the desktop entry, the manual, shell
// completions, and the configuration of the packaging tools. The version is taken from the program's source; manual and
// completions from the program's help, and from the list of keys in the guide to shortcuts.
//
//	go run ./.ci/packaging version
//	go run ./.ci/packaging icon > assets/icon.png
//	go run ./.ci/packaging terms > assets/terms.txt
//	go run ./.ci/packaging files -epoch SECONDS -to FOLDER [PROGRAM]
//	go run ./.ci/packaging nfpm -epoch SECONDS -files FOLDER -machine amd64 -packager deb PROGRAM
//
// Without a program, "files" leaves out the manual and the completions.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"sextant/assets"
)

// iconSize is the size of the icon that is embedded in the program, in pixels.
const iconSize = 256

func main() {
	log.SetFlags(0)
	log.SetPrefix("packaging: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("what shall be made: version, icon, terms, files or nfpm?")
	}
	set := flag.NewFlagSet(args[0], flag.ExitOnError)
	epoch := set.Int64("epoch", 0, "the time of everything, in seconds since 1970")
	to := set.String("to", "", "where to write to")
	files := set.String("files", "", "what goes below /usr/share")
	machine := set.String("machine", "amd64", "whose package it is")
	packager := set.String("packager", "deb", "what it is packed for: deb or rpm")
	_ = set.Parse(args[1:]) // it exits after an error
	r := release{Version: assets.Version, ID: assets.ID, Class: assets.Class, Time: time.Unix(*epoch, 0).UTC()}
	switch args[0] {
	case "version":
		fmt.Println(r.Version)
		return nil
	case "icon":
		_, err := os.Stdout.Write(pngIcon(iconSize))
		return err
	case "terms":
		text, err := terms()
		fmt.Print(text)
		return err
	case "files":
		return r.writeFiles(*to, set.Arg(0))
	case "nfpm":
		return r.writeNfpm(os.Stdout, *packager, *files, *machine, set.Arg(0))
	}
	return fmt.Errorf("there is no %q", args[0])
}
