package prefs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/settings"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// typeInto types a number and presses Enter.
func typeInto(n *number, text string) {
	n.entry.SetText(text)
	n.entry.OnSubmitted(text)
}

// TestSettingsCountAtOnce changes several settings, undoes the changes one by one, and resets one setting.
func TestSettingsCountAtOnce(t *testing.T) {
	r := newRig(t)
	s := r.settings(displayPage)
	row := func(page int, name string) int {
		for i, o := range s.pages.Rows(page) {
			if o.Name() == name {
				return i
			}
		}
		t.Fatalf("there is no %s", name)
		return 0
	}
	theme := s.pages.Rows(displayPage)[row(displayPage, "Theme")]
	s.changeSettings(func(now *settings.Settings) { now.Theme = settings.LightTheme })
	s.changeSettings(func(now *settings.Settings) { now.Header = true })
	s.changeSettings(func(now *settings.Settings) { now.StartPage = 345 })
	if now := r.box.Get(); now.Theme != settings.LightTheme || !now.Header || now.StartPage != 345 || !theme.Own() {
		t.Errorf("%+v", now.Look)
	}
	r.press("Undo")
	r.press("Undo")
	if now := r.box.Get(); now.Theme != settings.LightTheme || now.Header || now.StartPage != 0 {
		t.Errorf("%+v", now.Look)
	}
	theme.Reset()
	if now := r.box.Get(); now != settings.DefaultSettings() || theme.Own() {
		t.Errorf("%+v", now.Look)
	}
	r.press("Undo")
	if now := r.box.Get(); now.Theme != settings.LightTheme || !theme.Own() {
		t.Errorf("%+v", now.Look)
	}
}

// TestUndoStaysWithItsService changes a limit of a service and the theme. Another window goes to another service: the
// limits of that stay when both are undone.
func TestUndoStaysWithItsService(t *testing.T) {
	r := newRig(t)
	s := r.settings(displayPage)
	s.changeSettings(func(now *settings.Settings) { now.PerHour = 123; now.Theme = settings.LightTheme })
	r.Until(t, "the limit", func() bool { return r.box.Get().PerHour == 123 && r.button("Undo").Enabled() })
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL, p.PerHour = demoAt(t, "", ""), 77
	r.tuner.Presets.Put(p)
	r.tuner.Switch(t.Context(), p, func(error) {})
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID })
	s.takeBack()
	r.Until(t, "the theme", func() bool { return r.box.Get().Theme != settings.LightTheme && s.wanted == nil })
	if now := r.box.Get(); now.PerHour != 77 {
		t.Errorf("the other service's limit is %d", now.PerHour)
	}
}

// TestNumbers checks that an invalid number is marked and not applied, and that a valid one is applied when it is
// entered or left.
func TestNumbers(t *testing.T) {
	r := newRig(t)
	s := r.settings(storagePage)
	n := s.storage.pages
	for text, says := range map[string]string{
		"many": "This is not a whole number.", "5": "from 10 to 100000", "": "This is not a whole number.",
	} {
		typeInto(n, text)
		if !strings.Contains(n.row.Trouble(), says) || r.box.Get().StoreMB != 500 {
			t.Errorf("%q: %q, %d", text, n.row.Trouble(), r.box.Get().StoreMB)
		}
	}
	n.entry.SetText("700")
	n.entry.OnLeft()
	r.Until(t, "the limit", func() bool { return r.box.Get().StoreMB == 700 })
	if n.row.Trouble() != "" || !n.row.Own() {
		t.Errorf("%q", n.row.Trouble())
	}
	r.Until(t, "the way back", func() bool { return r.button("Undo").Enabled() })
	r.press("Undo")
	r.Until(t, "the limit from before", func() bool { return r.box.Get().StoreMB == 500 })
	if n.entry.Text != "500" {
		t.Errorf("the field has %q", n.entry.Text)
	}
	n.entry.SetText("800")
	s.dialog.Close() // applies the number
	r.Until(t, "the limit", func() bool { return r.box.Get().StoreMB == 800 })
}

// TestFewCommonSettings counts the settings that can be seen without a further step, except for the public screen's.
func TestFewCommonSettings(t *testing.T) {
	r := newRig(t)
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL = demoAt(t, "", "")
	r.tuner.Presets.Put(p)
	s := r.settings(connectionPage)
	s.connection.service.SetSelected("Kitchen")
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID && !s.connection.demo })
	fields := 0
	for _, page := range []int{connectionPage, displayPage, accessPage, soundPage, storagePage} {
		for _, row := range s.pages.Rows(page) {
			switch row.Control().(type) {
			case *control.Entry, *control.Choice, *control.Switch:
				fields++
			}
		}
	}
	if fields > 19 {
		t.Errorf("there are %d", fields)
	}
	t.Logf("%d fields", fields)
}

// TestSearchShowsWhatItFound finds settings by values, by other words and by help lines, and shows by what. Enter
// focuses the first.
func TestSearchShowsWhatItFound(t *testing.T) {
	r := newRig(t)
	s := r.settings(connectionPage)
	search := r.entries()[0]
	for _, tt := range []struct{ text, name, shows string }{
		{"dark", "Theme", "Choices: Same as system, Dark, Light"},
		{"200", "Interface size", "200"},
		{"cache", "Stored pages", "Also known as “cache”."},
		{"amber", "Palette", "Amber phosphor"},
		{"pitch", "Speed", "Voices keep their pitch."},
		{"anna", "Reading aloud: voice", "Anna"},
		{"hover", "Link previews", "Also known as “hover”."},
		{"json", "For developers", "JSON"},
	} {
		search.SetText(tt.text)
		lines := strings.Split(r.texts(), "\n")
		if len(lines) < 1 || lines[0] != tt.name || !strings.Contains(r.texts(), tt.shows) {
			t.Errorf("%q shows %q", tt.text, lines)
			continue
		}
		search.OnSubmitted(tt.text)
		if at := r.Canvas().Focused(); at == fyne.Focusable(search) || at == nil {
			t.Errorf("%q: %T is focused", tt.text, r.Canvas().Focused())
		}
	}
	s.dialog.Close()
}

// TestFormatIsForDevelopers shows the format of documents only while the technical settings are on.
func TestFormatIsForDevelopers(t *testing.T) {
	r := newRig(t)
	s := r.settings(advancedPage)
	has := func() bool {
		return slices.ContainsFunc(s.pages.Rows(advancedPage), func(row *dialog.Row) bool {
			return row.Name() == "Document format"
		})
	}
	if has() {
		t.Error("it is shown to all")
	}
	s.changeSettings(func(now *settings.Settings) { now.Developers = true })
	if !has() {
		t.Error("it is not shown")
	}
	r.press("Undo")
	if has() {
		t.Error("it stays")
	}
}

// TestSearch searches the rows of all pages, and ends the search.
func TestSearch(t *testing.T) {
	r := newRig(t)
	r.settings(soundPage)
	search := r.entries()[0]
	for text, want := range map[string][]string{
		"MB": {"Stored pages", "Recordings"}, "advanced volume": {"Volume"},
		"nonsense": {"No settings match “nonsense”."}, "": {"Volume differences", "Speed"},
	} {
		search.SetText(text)
		for _, w := range want {
			if !strings.Contains(r.texts(), w) {
				t.Errorf("%q does not find %s:\n%s", text, w, r.texts())
			}
		}
		if text != "" && strings.Contains(r.texts(), "Speed") {
			t.Errorf("%q finds the speed", text)
		}
	}
	search.SetText("mb")
	if search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); search.Text != "" || r.top().Closed() {
		t.Error("Escape does not only end the search")
	}
}

// TestConnectionWaits changes the connection, which only takes effect when it is applied, and undoes and discards
// changes.
func TestConnectionWaits(t *testing.T) {
	r := newRig(t)
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL = demoAt(t, "", "")
	r.tuner.Presets.Put(p)
	s := r.settings(connectionPage)
	s.connection.service.SetSelected("Kitchen")
	r.Until(t, "the service", func() bool {
		return r.tuner.Preset().ID == p.ID && s.connection.fields.address.Text == p.BaseURL
	})
	if r.button("Apply") != nil {
		t.Error("there is something to apply although nothing has changed")
	}
	other := demoAt(t, "me", "s3cret")
	f := s.connection.fields
	f.address.SetText(other)
	f.id.SetText("me")
	f.key.SetText("s3cret")
	s.connection.zone.entry.SetText("Nowhere")
	r.press("Apply")
	if r.box.Get().BaseURL != p.BaseURL ||
		!strings.Contains(r.texts(), "Unknown time zone “Nowhere”") &&
			!strings.Contains(r.texts(), "Unknown time zone \"Nowhere\"") {
		t.Errorf("applied, or not marked:\n%s", r.texts())
	}
	s.connection.zone.entry.SetText("UTC")
	if s.dialog.Close(); s.dialog.Closed() {
		t.Error("it closed although something would be lost")
	}
	r.press("Go back")
	r.press("Apply")
	r.Until(t, "the other address", func() bool {
		return r.box.Get().BaseURL == other && r.tuner.Key() == "s3cret" && r.box.Get().Zone == "UTC"
	})
	r.Until(t, "nothing to apply", func() bool { return r.button("Apply") == nil })
	r.press("Undo")
	r.Until(t, "the address from before", func() bool {
		return r.box.Get().BaseURL == p.BaseURL && r.tuner.Key() == ""
	})
	f.address.SetText("https://x.example")
	r.press("Discard")
	if f.address.Text != p.BaseURL {
		t.Errorf("the field has %q", f.address.Text)
	}
	if s.dialog.Close(); !s.dialog.Closed() {
		t.Error("it does not close")
	}
}

// TestListOfServices renames, removes and restores a service with its key.
func TestListOfServices(t *testing.T) {
	r := newRig(t)
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL = demoAt(t, "", "")
	r.tuner.TuneTo(t.Context(), p, "s3cret", func(error) {})
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID })
	s := r.settings(connectionPage)
	c := s.connection
	c.name.SetText("built-in DEMO")
	if c.commitName(); !strings.Contains(c.nameRow.Trouble(), "Another service already has this name") ||
		r.tuner.Preset().Name != "Kitchen" {
		t.Errorf("%q, %q", c.nameRow.Trouble(), r.tuner.Preset().Name)
	}
	c.name.SetText("Studio")
	if c.commitName(); r.tuner.Preset().Name != "Studio" || c.nameRow.Trouble() != "" {
		t.Errorf("%q, %q", c.nameRow.Trouble(), r.tuner.Preset().Name)
	}
	r.press("Remove")
	r.Until(t, "the demo alone", func() bool { return r.tuner.Current().IsDemo && len(r.tuner.Presets.All()) == 1 })
	r.Until(t, "word of it", func() bool { return strings.HasPrefix(r.status(), "“Studio” removed") })
	if r.button("Remove") != nil {
		t.Error("the demo can be removed")
	}
	r.press("Undo")
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID && r.tuner.Key() == "s3cret" })
	r.Until(t, "its page", func() bool { return c.name.Text == "Studio" })
	r.press("Undo")
	if r.tuner.Preset().Name != "Kitchen" {
		t.Errorf("%q", r.tuner.Preset().Name)
	}
}

// TestImportAndExport exports the services without their keys, imports them again and undoes the import.
func TestImportAndExport(t *testing.T) {
	r := newRig(t)
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL = demoAt(t, "", "")
	r.tuner.TuneTo(t.Context(), p, "s3cret", func(error) {})
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID })
	s := r.settings(connectionPage)
	r.press("Export…")
	file := filepath.Join(t.TempDir(), "services.json")
	r.Files[0].Chosen(file)
	r.Until(t, "the file", func() bool { return strings.HasPrefix(r.Mentioned, "Saved") })
	data, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(data), "s3cret") || !strings.Contains(string(data), "Kitchen") {
		t.Fatalf("%s, %v", data, err)
	}
	changed := strings.Replace(string(data), p.BaseURL, "https://other.example", 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	r.press("Import…")
	r.Files[1].Chosen(file)
	r.Until(t, "the other one", func() bool { return strings.HasPrefix(r.status(), "Added Kitchen (2).") })
	if all := r.tuner.Presets.All(); len(all) != 3 || all[2].BaseURL != "https://other.example" || !all[2].WantsKey {
		t.Errorf("%+v", all)
	}
	r.press("Undo")
	if len(r.tuner.Presets.All()) != 2 {
		t.Error("it stays")
	}
	if err := os.WriteFile(file, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.press("Import…")
	r.Files[2].Chosen(file)
	r.Until(t, "what is wrong", func() bool {
		return strings.HasPrefix(r.status(), "The file cannot be imported. It has no list")
	})
	s.dialog.Close()
}

// TestPIN sets an invalid and a valid PIN, and removes it.
func TestPIN(t *testing.T) {
	r := newRig(t)
	r.settings(screenPage)
	entry := r.entries()[1]
	entry.SetText("12")
	r.press("Set")
	r.Until(t, "what is wrong", func() bool { return strings.Contains(r.texts(), "A PIN has 4 to 12 digits.") })
	entry.SetText("1234")
	r.press("Set")
	r.Until(t, "the PIN", func() bool { return strings.Contains(r.texts(), "A PIN is set.") })
	r.press("Remove")
	r.Until(t, "no PIN", func() bool { return strings.Contains(r.texts(), "No PIN: anyone can leave") })
	r.press("Edit the playlist…")
	if len(r.ran) != 1 || r.ran[0] != "playlists.show" || !r.Dialogs[0].Closed() {
		t.Errorf("%q", r.ran)
	}
}

// TestShowAndStart shows a public screen from the settings, makes it start with the computer, and undoes that. Where
// the system cannot do that, it says what else can be done.
func TestShowAndStart(t *testing.T) {
	r := newRig(t)
	r.settings(screenPage)
	r.Until(t, "the state", func() bool { return r.button("Set up…").Enabled() })
	for range 2 {
		for _, c := range []struct{ press, then string }{
			{"Set up…", "The service is set up"}, {"Remove…", "Sets up a service"},
		} {
			settings := r.top()
			r.press(c.press)
			r.Until(t, "what is left", func() bool { return r.top() != settings })
			if len(r.Text) != 1 || r.Text[0].Text != "what is left to do" {
				t.Errorf("%v", r.Text)
			}
			r.press("Close")
			r.Until(t, c.then, func() bool {
				return strings.Contains(r.texts(), c.then) && r.button("Remove…").Enabled() == (c.press == "Set up…")
			})
		}
	}
	r.press("Show on this screen…")
	if len(r.ran) != 1 || r.ran[0] != "screen.show" {
		t.Errorf("%q", r.ran)
	}
	r.startup.err = errors.New("no systemd")
	r.settings(screenPage)
	r.Until(t, "what else", func() bool { return strings.Contains(r.texts(), "This system has no systemd.") })
	if b := r.button("Set up…"); b.Enabled() {
		t.Error("it can be set up")
	}
}

// TestZoneMenu checks the menu of matching time zones, the completion of a zone, and the regions.
func TestZoneMenu(t *testing.T) {
	r := newRig(t)
	z := r.settings(connectionPage).connection.zone
	z.entry.SetText("york")
	z.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if r.menu() == nil {
		t.Fatal("there is no menu")
	}
	r.enter()
	if z.entry.Text != "America/New_York" {
		t.Errorf("%q", z.entry.Text)
	}
	z.entry.SetText("tallin")
	if z.entry.OnLeft(); z.entry.Text != "Europe/Tallinn" {
		t.Errorf("%q", z.entry.Text)
	}
	if items := z.regions(); len(items) < 8 || items[0].Label != "Africa" || items[0].ChildMenu == nil {
		t.Errorf("%d regions", len(items))
	}
}
