package endtoend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/guard"
	"sextant/app/media"
	"sextant/app/settings"
	library "sextant/app/sound/recordings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/teletext"
)

// cutVariable is the environment variable of the recorded process with the folder that is recorded.
const cutVariable = "SEXTANT_ENDTOEND_POWER_CUTS"

// repairVariable is also set if the session repairs a damaged file.
const repairVariable = "SEXTANT_ENDTOEND_REPAIR"

// saidFile is the name of the file beside that folder to which the process writes marks.
const saidFile = "said"

// The states of a saved value in the marks.
const (
	willSave = "will"
	didSave  = "did"
)

// A cutSession is a session that writes marks before and after everything that it saves.
type cutSession struct {
	profile settings.Profile
	station *station.Station
	said    *os.File
	round   int
	since   time.Time
}

// recordedSession runs a session in the folder, and returns the exit status of the process.
func recordedSession(dir string) int {
	if err := runCutSession(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func runCutSession(dir string) (err error) {
	s := &cutSession{since: time.Now()}
	s.said, err = os.OpenFile(filepath.Join(filepath.Dir(dir), saidFile), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if os.Getenv(repairVariable) != "" {
		return errors.Join(s.repair(), s.said.Close())
	}
	for s.round < 2*cutRounds && err == nil { // the second half opens the profile of the first one
		err = s.run(s.round + cutRounds)
	}
	return errors.Join(err, s.said.Close())
}

// cutRounds is the number of times that everything is saved before the profile is closed.
const cutRounds = 6

// run opens the profile, saves everything until a round, and closes it.
func (s *cutSession) run(until int) (err error) {
	if s.profile, err = settings.OpenProfile(filepath.Join(s.dir(), "sextant")); err != nil {
		return err
	}
	if s.station, err = openCut(s.profile); err != nil {
		return err
	}
	s.station.Begin(station.NoEvents())
	for ; s.round < until && err == nil; s.round++ {
		err = s.save()
	}
	s.station.Retire()
	s.station.Release()
	return err
}

// repair saves favourites, damages their file, and opens it.
func (s *cutSession) repair() (err error) {
	if s.profile, err = settings.OpenProfile(filepath.Join(s.dir(), "sextant")); err != nil {
		return err
	}
	if s.station, err = openCut(s.profile); err != nil {
		return err
	}
	favourites := []store.Favourite{{Page: 100, Subpage: 1}, {Page: 200, Subpage: 2}}
	err = s.saving("favourites", favourites, func() error {
		s.station.Lists.SetFavourites(favourites)
		return s.flush()
	})
	err = errors.Join(err, s.readPages()) // which follow the favourites in the file
	s.station.Release()
	if err == nil {
		err = cutShort(s.profile.Path("pages/demo.sqlite"))
	}
	if err != nil {
		return err
	}
	if s.station, err = openCut(s.profile); err != nil {
		return err
	}
	defer s.station.Release()
	if o := s.station.Outcome; o.SetAside == "" || o.Lost != 0 {
		return fmt.Errorf("that was no damage that can be repaired: %+v", o)
	}
	return nil
}

// cutShort truncates the last page of a database.
func cutShort(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		err = f.Truncate(info.Size() - 4096)
	}
	return errors.Join(err, f.Sync(), f.Close())
}

func (s *cutSession) dir() string { return os.Getenv(cutVariable) }

// openCut opens the demo with a profile.
func openCut(p settings.Profile) (*station.Station, error) {
	service := settings.DefaultSettings().Service
	service.PerSecond, service.PerHour, service.PerDay = 1000, 1_000_000, 10_000_000
	return station.Open(service, station.Access{}, p, time.Now, station.NoEvents(), &station.Libraries{})
}

// saving writes a mark with a name and value, saves it, and writes a mark that it is saved.
func (s *cutSession) saving(name string, value any, save func() error) error {
	text, err := json.Marshal(value)
	if err == nil {
		_, err = fmt.Fprintf(s.said, "%s %s %s\n", willSave, name, text)
	}
	if err == nil {
		err = save()
	}
	if err == nil {
		_, err = fmt.Fprintf(s.said, "%s %s %s\n", didSave, name, text)
	}
	return err
}

// save saves everything once.
func (s *cutSession) save() error {
	var errs []error
	for _, save := range []func() error{
		s.readPages, s.saveLists, s.savePages, s.saveFiles, s.saveKeys, s.saveRelayKey, s.download,
	} {
		errs = append(errs, save())
	}
	return errors.Join(errs...)
}

// readPages reads pages of the demo.
func (s *cutSession) readPages() error {
	for i := range 5 {
		page := teletext.FirstPage + s.round*5 + i
		s.station.Pages.Fetch(context.Background(), acquire.Want{Page: page, Picture: true})
		s.station.Store.Visit(page, 1, page-1, time.Now())
	}
	return nil
}

func (s *cutSession) flush() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return s.station.Store.Flush(ctx)
}

// saveLists changes the user's favourites and other lists of the service.
func (s *cutSession) saveLists() error {
	lists, page := s.station.Lists, teletext.FirstPage+s.round
	favourites := append(slices.Clone(lists.Favourites()), store.Favourite{Page: page, Subpage: 1})
	watches := append(slices.Clone(lists.Watches()), store.Watch{Page: page, Since: s.since})
	queue := append(slices.Clone(lists.Queue()), media.Item{ID: fmt.Sprint(page)})
	return errors.Join(
		s.saving("favourites", favourites, func() error {
			lists.SetFavourites(favourites)
			return s.flush()
		}),
		s.saving("watches", len(watches), func() error {
			lists.SetWatches(watches)
			return s.flush()
		}),
		s.saving("queue", len(queue), func() error {
			lists.SetQueue(queue)
			return s.flush()
		}),
	)
}

// cutPage is a page that the session changes. The demo does not have it.
const cutPage = 898

// savePages stores versions of a page.
func (s *cutSession) savePages() error {
	for i := range 3 {
		doc := &teletext.Page{Number: cutPage, Name: fmt.Sprint("Version ", s.round*3+i)}
		raw, err := doc.EncodeJSON()
		if err == nil {
			doc, err = teletext.DecodeJSON(raw)
		}
		if err != nil {
			return err
		}
		err = s.saving("versions", s.round*3+i+1, func() error {
			s.station.Store.SavePage(doc, raw, "json", time.Now(), api.Validators{})
			return s.flush()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// saveFiles changes the settings, the keys of the keyboard and the services.
func (s *cutSession) saveFiles() error {
	before, err := s.profile.LoadSettings()
	if err != nil {
		return err
	}
	after := before
	after.ReadingSize = settings.LeastReadingSize + float32(s.round)
	presets := s.round + 1
	window := settings.OpenWindow{Page: "100", Frame: settings.Frame{Width: 640, Height: 480}}
	windows := slices.Repeat([]settings.OpenWindow{window}, s.round%3+1)
	var unsaved error
	report := func(err error) { unsaved = err }
	post := func(f func()) { f() }
	keymap := settings.NewKeymap(s.profile, nil, post)
	keymap.Unsaved.On(report)
	service := settings.DefaultSettings().Service
	services := settings.NewPresets(s.profile, nil, service, post)
	services.Unsaved.On(report)
	service.BaseURL = fmt.Sprintf("https://%d.example", s.round)
	return errors.Join(
		s.saving("settings", after.ReadingSize, func() error { return s.profile.SaveSettings(before, after) }),
		s.saving("services", presets, func() error {
			services.Put(settings.NewPreset(fmt.Sprint("Service ", s.round), service))
			services.Wait()
			return unsaved
		}),
		s.saving("windows", len(windows), func() error { return s.profile.SaveWindows(windows) }),
		s.saving("keymap", s.round+1, func() error {
			keymap.Set(map[string][]string{fmt.Sprint("command", s.round): {"F5"}})
			keymap.Wait()
			return unsaved
		}),
	)
}

// saveKeys saves the key of the service, in a file because there is no keyring, and the PIN.
func (s *cutSession) saveKeys() error {
	key := fmt.Sprint("key-", s.round)
	return errors.Join(
		s.saving("key", key, func() error {
			place, err := s.profile.SaveKey("", key)
			if err == nil && place != settings.InFile {
				err = errors.New("the key went into a keyring")
			}
			return err
		}),
		s.saving("pin", true, func() error { return guard.SetPIN(s.profile, fmt.Sprint(1000+s.round)) }),
	)
}

// saveRelayKey adds a key for a client of a relay.
func (s *cutSession) saveRelayKey() error {
	name := fmt.Sprint("client ", s.round)
	return s.saving("relay keys", s.round+1, func() error {
		_, _, err := guard.AddKey(s.profile.Path(guard.KeysFile), name, false, time.Now())
		return err
	})
}

// download downloads a recording.
func (s *cutSession) download() error {
	list, err := s.station.Client.Downloads(context.Background())
	if err != nil {
		return err
	}
	items := media.Items(list, s.station.Zone)
	if s.round >= len(items) {
		return nil
	}
	note := library.NoteOf(items[s.round])
	return s.saving("recordings", s.round+1, func() error {
		s.station.Downloads.Get(note)
		s.station.Downloads.Pause(note.Key) // so that a partial download is saved
		s.station.Downloads.Get(note)
		// The station gets the callback of its downloads, so their state is polled here.
		if !poll(pollEvery, patience, func() bool {
			return s.station.Downloads.Status(note.Key).Progress == library.Stored
		}) {
			return fmt.Errorf("recording %s does not come: %+v", note.Key, s.station.Downloads.Status(note.Key))
		}
		return s.flush()
	})
}
