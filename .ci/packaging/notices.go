package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A module is a Go module that the program is built from, and the folder of its source.
type module struct{ name, dir string }

// notices returns the licences of all modules of the program on any system, which must be distributed with it.
func notices() ([]byte, error) {
	modules, err := modulesUsed()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("Sextant is built of the following, which others have written. These are their terms.\n")
	for _, m := range modules {
		texts, err := licences(m.dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s states no terms", m.name)
		}
		for _, name := range texts {
			text, err := os.ReadFile(filepath.Join(m.dir, name))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 76),
				m.name, filepath.ToSlash(name), bytes.TrimSpace(text))
		}
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("\r"), nil), nil
}

// modulesUsed returns the modules that the program is built from on any system, and Go itself, sorted by name.
func modulesUsed() ([]module, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	modules := []module{{"Go", strings.TrimSpace(string(root))}}
	for _, system := range []string{"linux", "windows", "darwin"} {
		c := exec.Command("go", "list", "-tags", "gles", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", ".")
		c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=1")
		c.Stderr = os.Stderr
		list, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("listing what is built in on %s: %w", system, err)
		}
		for line := range strings.Lines(string(list)) {
			if f := strings.SplitN(strings.TrimSpace(line), " ", 3); len(f) == 3 {
				modules = append(modules, module{f[0] + " " + f[1], f[2]})
			}
		}
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.name, b.name) })
	return slices.Compact(modules), nil
}

// besides matches folders of a module that are not part of the program.
var (
	licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|ofl)[^/]*$`)
	besides = regexp.MustCompile(`(?i)^(testdata|examples?|cmd|docs?|misc|src|test|.*_test|xgbgen)$`)
)

// licences returns the paths of a module's licences, relative to its folder.
func licences(dir string) (paths []string, err error) {
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != dir && besides.MatchString(entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !licence.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go"):
			return nil
		}
		in, err := filepath.Rel(dir, name)
		paths = append(paths, in)
		return err
	})
	return paths, err
}
