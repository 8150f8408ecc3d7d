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

// keyWords say where a key is kept.
func keyWords(parts Parts, key string) string {
	if key == "" {
		return ""
	}
	return parts.Box.Get().KeyPlace.String()
}

// removeNow takes the current service out of the list, for the demo, which can be taken back.
func (c *connectionForm) removeNow() {
	s, gone := c.sheet, c.sheet.parts.Tuner.Preset()
	demo, _ := s.parts.Tuner.Presets.Find(settings.DemoID)
	s.tuneIn(demo, func() {
		gone, _ = s.parts.Tuner.Presets.Find(gone.ID) // its key is kept with it by now
		s.parts.Tuner.Presets.Remove(gone.ID)
		s.parts.Tuner.ForgetKey(gone, func(key string) {
			s.remember(func() { s.restore(gone, key) })
			s.dialog.SetStatus(say.Text("presets.removed", "Name", gone.Name))
			s.update()
		})
	})
}

// restore puts a preset back with its key, and tunes in to it.
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

// presetFiles are the two buttons that write the list of services to a file and read it from one.
type presetFiles struct{ *sheet }

// exportAll writes all services to a file, without their keys.
func (s presetFiles) exportAll() {
	data, err := settings.ExportPresets(s.parts.Tuner.Presets.All())
	if err != nil {
		s.dialog.SetStatus(words.Whole(err))
		return
	}
	host.Write(s.host, "sextant-services.json", data)
}

// importAll adds the services of a file, which can be undone.
func (s presetFiles) importAll() {
	s.host.ChooseFile(dialog.Request{
		Title:  say.Text("presets.import.title"),
		Action: say.Text("presets.import.action"), Chosen: func(path string) {
			go func() {
				data, err := plain.Read(path, mostImported)
				s.host.Do(func() { s.add(data, err) })
			}()
		},
	})
}

// mostImported bounds what is read of a file.
const mostImported = 1 << 20

// add adds the services of what was read.
func (s presetFiles) add(data []byte, err error) {
	presets := s.parts.Tuner.Presets
	var added []settings.Preset
	if err == nil {
		added, err = settings.ImportPresets(data, presets.All())
	}
	replaced := (*settings.ReplacedError)(nil)
	if err != nil && !errors.As(err, &replaced) {
		s.dialog.SetStatus(say.Text("presets.notImported") + " " + words.Why(err))
		return
	}
	var names, ids []string
	for _, p := range added {
		names, ids = append(names, p.Name), append(ids, p.ID)
	}
	said := say.Text("presets.allThere")
	if len(added) > 0 {
		presets.Put(added...)
		s.remember(func() { presets.Remove(ids...) })
		said = say.Text("presets.added", "Names", strings.Join(names, ", "))
	}
	if replaced != nil {
		said += " " + words.Whole(replaced)
	}
	s.dialog.SetStatus(said)
	s.update()
}
