package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"

	"sextant/app/files"
)

// TestSaveSettingsWaitsForOtherProgram saves settings while another program, which has the lock, writes another change:
// both are there in the end.
func TestSaveSettingsWaitsForOtherProgram(t *testing.T) {
	for i := range 50 {
		p := testProfile(t)
		before := DefaultSettings()
		if err := p.SaveSettings(before, before); err != nil {
			t.Fatal(err)
		}
		free, err := files.Own(p.Path(File + ".lock"))
		if err != nil {
			t.Fatal(err)
		}
		theirs, mine := before, before
		theirs.Volume, mine.Palette = 0.3, "amber"
		saved := make(chan error)
		go func() { saved <- p.SaveSettings(before, mine) }()
		data, err := json.Marshal(theirs)
		if err == nil {
			err = p.Write(File, data)
		}
		free()
		if saveErr := <-saved; saveErr != nil || err != nil {
			t.Fatal(saveErr, err)
		}
		if got, err := p.LoadSettings(); err != nil || got.Volume != 0.3 || got.Palette != "amber" {
			t.Fatalf("try %d: volume %v, palette %s, %v", i, got.Volume, got.Palette, err)
		}
	}
}

// TestProgramsThatEndTogether saves a change of each of several programs at once: none is lost.
func TestProgramsThatEndTogether(t *testing.T) {
	p := testProfile(t)
	before := DefaultSettings()
	changes := []func(*Settings){
		func(s *Settings) { s.Volume = 0.3 }, func(s *Settings) { s.Palette = "amber" },
		func(s *Settings) { s.StartPage = 123 }, func(s *Settings) { s.PerHour = 77 },
	}
	var work sync.WaitGroup
	for _, change := range changes {
		work.Go(func() {
			after := before
			change(&after)
			if err := (Profile{p.Dir}).SaveSettings(before, after); err != nil {
				t.Error(err)
			}
		})
		work.Go(func() {
			if err := (Profile{p.Dir}).SaveWindows([]OpenWindow{{Frame: Frame{Width: 9, Height: 9}}}); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	want := before
	for _, change := range changes {
		change(&want)
	}
	if got, err := p.LoadSettings(); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := p.LoadWindows(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	for _, name := range []string{File, WindowsFile} {
		if _, err := os.Stat(p.Path(name + ".lock")); err != nil {
			t.Errorf("%s is not locked: %v", name, err)
		}
	}
}

// TestUnreadableKeyIsNoMissingOne has a key of another service, and one of the service that cannot be read, or none.
func TestUnreadableKeyIsNoMissingOne(t *testing.T) {
	p := testProfile(t)
	s := Service{BaseURL: "https://home.example/api", KeyPlace: InFile}
	if err := p.Write(KeyFile, []byte("other\nhttps://elsewhere.example/api\n")); err != nil {
		t.Fatal(err)
	}
	if key, err := p.LoadKey(&s); key != "" || err != nil {
		t.Errorf("without a key: %q, %v", key, err)
	}
	own := fmt.Sprintf("%s-%s", KeyFile, s.PresetID())
	if err := os.Mkdir(p.Path(own), 0o700); err != nil {
		t.Fatal(err)
	}
	if key, err := p.LoadKey(&s); key != "" || err == nil {
		t.Errorf("with a key that cannot be read: %q, %v", key, err)
	}
	if err := os.Remove(p.Path(own)); err != nil {
		t.Fatal(err)
	}
	if err := p.Write(own, []byte("mine\n")); err != nil {
		t.Fatal(err)
	}
	if key, err := p.LoadKey(&s); key != "mine" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
}
