package prefs

import (
	"context"
	"errors"
	"strings"

	plain "sextant/app/files"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/dialog"
)

// keyWords returns where a key is stored, in words.
func keyWords(parts Parts, key string) string {
	if key == "" {
		return ""
	}
	return parts.Box.Get().KeyPlace.String()
}

// removeNow removes the current service and tunes in to the demo, with undo.
func (c *connectionForm) removeNow() {
	s, gone := c.sheet, c.sheet.parts.Tuner.Preset()
	demo, _ := s.parts.Tuner.Presets.Find(settings.DemoID)
	s.tuneIn(demo, func() {
		gone, _ = s.parts.Tuner.Presets.Find(gone.ID) // it has the place of its key now
		s.parts.Tuner.Presets.Remove(gone.ID)
		s.parts.Tuner.ForgetKey(gone, func(key string) {
			s.remember(func() { s.restore(gone, key) })
			s.dialog.SetStatus(say.Text("presets.removed", "Name", gone.Name))
			s.update()
		})
	})
}

// restore restores a preset with its key, and tunes in to it.
func (s *sheet) restore(p settings.Preset, key string) {
	s.dialog.SetStatus(say.Text("service.tuning", "Name", p.Name))
	s.parts.Tuner.TuneTo(context.Background(), p, key, func(err error) {
		if !s.closed {
			s.dialog.SetStatus("")
			if err != nil {
				s.dialog.SetStatus(words.Why(err))
			}
			s.update()
		}
	})
}

// presetFiles exports and imports the list of services.
type presetFiles struct{ *sheet }

// exportAll writes all services to a file, without their keys.
func (f presetFiles) exportAll() {
	data, err := settings.ExportPresets(f.parts.Tuner.Presets.All())
	if err != nil {
		f.dialog.SetStatus(words.Whole(err))
		return
	}
	host.Write(f.host, "sextant-services.json", data)
}

// importAll adds the services of a file, with undo.
func (f presetFiles) importAll() {
	f.host.ChooseFile(dialog.Request{
		Title:  say.Text("presets.import.title"),
		Action: say.Text("presets.import.action"), Chosen: func(path string) {
			go func() {
				data, err := plain.Read(path, mostImported)
				f.host.Do(func() { f.add(data, err) })
			}()
		},
	})
}

// mostImported limits the size of an imported file, in bytes.
const mostImported = 1 << 20

// add adds the services of a file's data.
func (f presetFiles) add(data []byte, err error) {
	presets := f.parts.Tuner.Presets
	var added []settings.Preset
	if err == nil {
		added, err = settings.ImportPresets(data, presets.All())
	}
	replaced := (*settings.ReplacedError)(nil)
	if err != nil && !errors.As(err, &replaced) {
		f.dialog.SetStatus(say.Text("presets.notImported") + " " + words.Why(err))
		return
	}
	var names, ids []string
	for _, p := range added {
		names, ids = append(names, p.Name), append(ids, p.ID)
	}
	said := say.Text("presets.allThere")
	if len(added) > 0 {
		presets.Put(added...)
		f.remember(func() { presets.Remove(ids...) })
		said = say.Text("presets.added", "Names", strings.Join(names, ", "))
	}
	if replaced != nil {
		said += " " + words.Whole(replaced)
	}
	f.dialog.SetStatus(said)
	f.update()
}
