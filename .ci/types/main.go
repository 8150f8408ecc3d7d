// Types checks the types of the whole program for systems without having their C headers: declarations of C are assumed
// to be as the Go files use them. "go run ./.ci/types darwin/arm64" checks it for a Mac.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A unit is a package in the output of "go list".
type unit struct {
	Dir, ImportPath   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
}

func main() {
	for _, target := range os.Args[1:] {
		system, machine, _ := strings.Cut(target, "/")
		count, err := check(system, machine)
		if err != nil {
			fmt.Fprintf(os.Stderr, "types: %s: %v\n", target, err)
			os.Exit(1)
		}
		fmt.Printf("%s: the types of %d packages hold\n", target, count)
	}
}

// check checks all packages, each after its imports, and returns their number.
func check(system, machine string) (count int, err error) {
	const fields = "-json=Dir,ImportPath,GoFiles,CgoFiles,ImportMap"
	list := exec.Command("go", "list", "-deps", fields, "-tags", "accessibility", ".")
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=1")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return 0, err
	}
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	sizes := types.SizesFor("gc", machine)
	for d := json.NewDecoder(bytes.NewReader(out)); ; count++ {
		var u unit
		if err := d.Decode(&u); errors.Is(err, io.EOF) {
			return count, nil
		} else if err != nil {
			return 0, err
		}
		if u.ImportPath == "unsafe" {
			continue
		}
		p, err := u.check(done, sizes)
		if err != nil {
			return 0, err
		}
		done[u.ImportPath] = p
	}
}

// imports implements types.Importer for checked packages.
type imports func(path string) (*types.Package, error)

func (i imports) Import(path string) (*types.Package, error) { return i(path) }

// check checks a package.
func (u unit) check(done map[string]*types.Package, sizes types.Sizes) (*types.Package, error) {
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range append(u.GoFiles, u.CgoFiles...) {
		f, err := parser.ParseFile(set, filepath.Join(u.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	c := types.Config{Sizes: sizes, FakeImportC: true, Importer: imports(func(path string) (*types.Package, error) {
		if as := u.ImportMap[path]; as != "" {
			path = as
		}
		if p := done[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("%s is not there", path)
	})}
	var wrong []error
	// Only errors in the project count: without the C declarations, other modules cannot be checked completely.
	c.Error = func(err error) {
		if strings.HasPrefix(u.ImportPath, "sextant") && !strings.Contains(err.Error(), "duplicate key unknown") {
			wrong = append(wrong, err)
		}
	}
	p, _ := c.Check(u.ImportPath, set, parsed, nil) // its error is the first one passed to Error
	return p, errors.Join(wrong...)
}
