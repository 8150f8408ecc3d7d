package media

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

// fileName is a name for a recording's file that every system takes: its date at the service and its
// title.
func fileName(it media.Item, c words.Calendar) string {
	name := it.Name()
	if !it.Date.IsZero() {
		name = c.In(it.Date).Format(time.DateOnly) + " " + name
	}
	const most = 100 // bytes; systems take 255, but paths have limits too
	if name = strings.Trim(permitted(name, most), " .-"); name == "" {
		name = say.Text("recording.fileName")
	}
	if reserved(name) {
		name += "_"
	}
	return name + ".mp3"
}

// permitted is as much of a name as has up to so many bytes without what some system does not take in a file's
// name.
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

// reserved reports whether Windows means a device by a name.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	if len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, base)
}

// save asks for a place and saves a recording there as soon as it has arrived.
func (p *Presenter) save(it media.Item) {
	host.SaveFile(p.host, fileName(it, p.calendar()), func(path string) {
		if isHere := p.parts.Listen.Library.Save(it, path); !isHere {
			p.host.Done(say.Text("recording.savedLater", "File", filepath.Base(path)))
		}
	})
}
