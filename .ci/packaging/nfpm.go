package main

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// A content is a file of a package.
type content struct{ From, To string }

// writeNfpm writes the configuration of nfpm for the package of a machine, with the files of writeFiles.
func (r release) writeNfpm(w io.Writer, packager, files, machine, program string) error {
	used, libc, err := librariesOf(program)
	if err != nil {
		return err
	}
	contents, err := contentsOf(filepath.Join(files, "share"), packager)
	if err != nil {
		return err
	}
	needs := rpm(used, libc)
	if packager == "deb" {
		needs = debian(used, libc)
		contents = append(contents,
			content{filepath.Join(files, "deb", "changelog.Debian.gz"), "/usr/share/doc/sextant/changelog.Debian.gz"},
			content{filepath.Join(files, "deb", "overrides"), "/usr/share/lintian/overrides/sextant"})
	}
	text, err := r.fill("nfpm.yaml", map[string]any{
		"Packager": packager, "Machine": machine, "Program": program, "Contents": contents, "Depends": needs,
	})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// contentsOf returns the files below /usr/share. Debian has a separate folder for completions of zsh.
func contentsOf(share, packager string) (contents []content, err error) {
	err = filepath.WalkDir(share, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		to := "/usr/share" + strings.TrimPrefix(name, share)
		if path.Base(to) == "_sextant" && packager == "deb" {
			to = "/usr/share/zsh/vendor-completions/_sextant"
		}
		contents = append(contents, content{name, to})
		return nil
	})
	if err == nil && len(contents) == 0 {
		err = fmt.Errorf("%s has no files", share)
	}
	return contents, err
}
