package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"sextant/app/say"
)

// templates are the files that only differ in a few words between versions.
//
//go:embed files
var templates embed.FS

// A release is a version of the program.
type release struct {
	Version string
	// ID and Class are the names of the desktop entry and of the windows.
	ID, Class string
	Time      time.Time
}

// Comma returns the version with four numbers, as in resources of Windows.
func (r release) Comma() string { return strings.ReplaceAll(r.Version, ".", ",") + ",0" }

// Dotted is Comma with dots.
func (r release) Dotted() string { return r.Version + ".0" }

// Day, Month and Debian return the release's date in different layouts.
func (r release) Day() string { return r.Time.Format("2006-01-02") }

// Month returns the date for a manual.
func (r release) Month() string { return r.Time.Format("January 2, 2006") }

// Debian returns the date for a changelog of Debian.
func (r release) Debian() string { return r.Time.Format(time.RFC1123Z) }

// fill executes a template.
func (r release) fill(name string, more map[string]any) ([]byte, error) {
	t, err := template.New(name).Funcs(words).ParseFS(templates, path.Join("files", name))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		release
		More map[string]any
	}{r, more})
	return b.Bytes(), err
}

// words are the functions of templates for messages of the catalogues: say in the language in use, in in another one.
// languages returns the finished ones except English, which templates use for texts without a language.
var words = template.FuncMap{
	"say":   func(key string) string { return say.Text(key) },
	"prose": func(text string) string { return sentence.ReplaceAllString(prose(text), "$1\n$2") },
	"in": func(language, key string) (text string, err error) {
		err = say.Use(language)
		if err == nil {
			text = say.Text(key)
			err = say.Use(english)
		}
		return text, err
	},
	"languages": func() (tags []string) {
		for _, l := range say.Languages() {
			if l.Finished && l.Tag != english {
				tags = append(tags, l.Tag)
			}
		}
		return tags
	},
}

const english = "en"

// sentence matches the start of the next sentence, which mdoc requires on a line of its own.
var sentence = regexp.MustCompile(`([.!?]) (\p{Lu})`)

// A tree has files by path.
type tree map[string][]byte

// sizes are the sizes of desktop icons, in pixels.
var sizes = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

// writeFiles writes three folders: share, for /usr or ~/.local, windows, and mac, which has the bundle without the
// program.
func (r release) writeFiles(to, program string) error {
	files := tree{}
	for name, at := range map[string]string{
		"desktop":      "share/applications/" + r.ID + ".desktop",
		"metainfo.xml": "share/metainfo/" + r.ID + ".metainfo.xml",
		"copyright":    "share/doc/sextant/copyright", "install.sh": "install.sh", "README.txt": "README.txt",
		"first-boot.sh": "first-boot.sh",
		"installer.nsi": "windows/installer.nsi", "sextant.rc": "windows/sextant.rc",
		"sextant.manifest": "windows/sextant.manifest",
		"changelog":        "deb/changelog", "sextant.lintian-overrides": "deb/overrides",
		"Info.plist": "mac/Sextant.app/Contents/Info.plist",
	} {
		data, err := r.fill(name, nil)
		if err != nil {
			return err
		}
		files[at] = data
	}
	for _, size := range sizes {
		files[fmt.Sprintf("share/icons/hicolor/%dx%[1]d/apps/%s.png", size, r.ID)] = pngIcon(size)
	}
	files["deb/changelog.Debian.gz"] = pack(files["deb/changelog"])
	delete(files, "deb/changelog")
	files["share/icons/hicolor/scalable/apps/"+r.ID+".svg"] = []byte(svgIcon())
	files["windows/sextant.ico"] = icoIcon()
	files["mac/Sextant.app/Contents/Resources/sextant.icns"] = icnsIcon()
	files["mac/Sextant.app/Contents/PkgInfo"] = []byte("APPL????")
	if err := r.addNotices(files); err != nil {
		return err
	}
	if program != "" {
		if err := r.addHelp(files, program); err != nil {
			return err
		}
	}
	return files.write(to)
}

// addNotices adds the licences of the program's modules, at the place where each system has them.
func (r release) addNotices(files tree) error {
	text, err := notices()
	if err != nil {
		return err
	}
	files["share/doc/sextant/third-party.gz"] = pack(text)
	files["windows/third-party.txt"] = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	files["mac/Sextant.app/Contents/Resources/third-party.txt"] = text
	return nil
}

// addHelp adds the manuals in each language, and shell completions.
func (r release) addHelp(files tree, program string) error {
	keys, err := readKeys("assets/docs/shortcuts.md")
	if err != nil {
		return err
	}
	for _, l := range say.Languages() {
		if !l.Finished { // its manual would be partly in English
			continue
		}
		if err := say.Use(l.Tag); err != nil {
			return err
		}
		h, err := readHelp(program, l.Tag)
		if err != nil {
			return err
		}
		folder := "share/man/" + l.Tag + "/man1/"
		if l.Tag == "en" {
			folder = "share/man/man1/"
			files["share/bash-completion/completions/sextant"] = []byte(h.bash())
			files["share/zsh/site-functions/_sextant"] = []byte(h.zsh())
			files["share/fish/vendor_completions.d/sextant.fish"] = []byte(h.fish())
		}
		said, err := inLanguage(keys)
		if err != nil {
			return err
		}
		for _, name := range manuals {
			manual, err := r.manual(name, h, said)
			if err != nil {
				return err
			}
			files[folder+name+".gz"] = pack(manual)
		}
	}
	return say.Use("en")
}

// write writes the files with the permissions for a package, independent of the umask.
func (t tree) write(to string) error {
	for at, data := range t {
		name, mode := filepath.Join(to, at), os.FileMode(0o644)
		if path.Ext(at) == ".sh" {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, mode); err != nil {
			return err
		}
		if err := os.Chmod(name, mode); err != nil {
			return err
		}
	}
	return nil
}

// pack compresses like gzip -9n: without a name and a time.
func pack(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // cannot happen with a buffer
	}
	return b.Bytes()
}
