package sound

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// fileName returns a name for a recording's file that is valid on all systems: its date at the service and its title.
func fileName(it media.Item, c words.Calendar) string {
	name := it.Name()
	if !it.Date.IsZero() {
		name = c.In(it.Date).Format(time.DateOnly) + " " + name
	}
	const most = 100 // bytes; systems allow 255, but limit paths too
	if name = strings.Trim(permitted(name, most), " .-"); name == "" {
		name = say.Text("recording.fileName")
	}
	if reserved(name) {
		name += "_"
	}
	return name + ".mp3"
}

// permitted removes characters from a name that are not allowed in file names on some system, and shortens it to most
// bytes.
func permitted(name string, most int) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsControl(r), !unicode.IsPrint(r):
			continue
		case strings.ContainsRune(`/\:*?"<>|`, r):
			r = '-'
		}
		if b.Len()+utf8.RuneLen(r) > most {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// reserved reports whether a name is that of a device on Windows.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	if len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, base)
}

// save asks for a file and saves a recording there as soon as it has been downloaded.
func (p *Presenter) save(it media.Item) {
	host.SaveFile(p.host, fileName(it, p.calendar()), func(path string) {
		if isHere := p.parts.Listen.Library.Save(it, path); !isHere {
			p.host.Done(say.Text("recording.savedLater", "File", filepath.Base(path)))
		}
	})
}
