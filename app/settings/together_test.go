package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"

	"sextant/app/files"
	"sextant/app/testkit"
)

// TestSaveSettingsWaitsForOtherProgram saves settings while another program, which has the lock, writes another change:
// both are there in the end.
func TestSaveSettingsWaitsForOtherProgram(t *testing.T) {
	for i := range 50 {
		p := testProfile(t)
		before := DefaultSettings()
		testkit.NoError(t, p.SaveSettings(before, before))
		free := testkit.Must(files.Own(p.Path(File + ".lock")))(t)
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
			testkit.Check(t, (Profile{p.Dir}).SaveSettings(before, after))
		})
		work.Go(func() {
			testkit.Check(t, (Profile{p.Dir}).SaveWindows([]OpenWindow{{Frame: Frame{Width: 9, Height: 9}}}))
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
	testkit.NoError(t, p.Write(KeyFile, []byte("other\nhttps://elsewhere.example/api\n")))
	if key, err := p.LoadKey(&s); key != "" || err != nil {
		t.Errorf("without a key: %q, %v", key, err)
	}
	own := fmt.Sprintf("%s-%s", KeyFile, s.PresetID())
	testkit.NoError(t, os.Mkdir(p.Path(own), 0o700))
	if key, err := p.LoadKey(&s); key != "" || err == nil {
		t.Errorf("with a key that cannot be read: %q, %v", key, err)
	}
	testkit.NoError(t, os.Remove(p.Path(own)))
	testkit.NoError(t, p.Write(own, []byte("mine\n")))
	if key, err := p.LoadKey(&s); key != "mine" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
}
