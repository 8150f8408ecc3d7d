package settings

import (
	"sync"
	"time"

	"sextant/app/publish"
)

// A Part is a part of the settings, by which a change is published.
type Part int

// The parts.
const (
	ServicePart Part = iota
	LookPart
	SoundPart
	WindowPart
	parts
)

// savingDelay gathers changes that come in quick succession, as from a slider.
const savingDelay = 500 * time.Millisecond

// savingAgain is how long after a failure it is tried again to save.
const savingAgain = 30 * time.Second

// A Box has the settings of the running program. Code that needs them gets them here, code that changes them does
// so here, and code that depends on a part subscribes to it. Changes are saved automatically, in the background. It
// belongs to the UI goroutine but for SaveLast.
type Box struct {
	// Unsaved is called with the reason why an attempt to save failed, and with nil when one behind it did not.
	Unsaved publish.Topic[error]

	profile   Profile
	post      func(func()) // runs a function on the UI goroutine
	settings  Settings
	followers [parts]publish.Topic[struct{}]
	saving    *time.Timer
	failed    bool // which is published
	copies    int  // of the settings that were taken to be written

	disk    sync.Mutex // held while the file is written
	written int        // the copy that was written last
	mu      sync.Mutex
	onDisk  Settings // as they were last read or written
}

// NewBox makes a box with the settings as they were read from the profile.
func NewBox(p Profile, read Settings, post func(func())) *Box {
	return &Box{profile: p, post: post, settings: read, onDisk: read}
}

// Get gives a copy of the settings.
func (b *Box) Get() Settings { return b.settings }

// Change changes the settings, notifies the subscribers of each part that changed, and saves after a delay.
func (b *Box) Change(change func(s *Settings)) {
	before := b.settings
	change(&b.settings)
	if b.settings == before {
		return
	}
	b.saveSoon()
	after := b.settings
	for part, changed := range [...]bool{
		ServicePart: after.Service != before.Service, LookPart: after.Look != before.Look,
		SoundPart: after.Sound != before.Sound, WindowPart: after.Window != before.Window,
	} {
		if changed {
			b.followers[part].Publish(struct{}{})
		}
	}
}

// On calls f whenever a part has changed, after the change. The function that it returns ends that.
func (b *Box) On(part Part, f func()) (end func()) {
	return b.followers[part].On(func(struct{}) { f() })
}

func (b *Box) saveSoon() { b.saveAfter(savingDelay) }

func (b *Box) saveAfter(delay time.Duration) {
	b.stopSaving()
	b.saving = time.AfterFunc(delay, func() {
		b.post(func() {
			b.Save(func(err error) {
				if err != nil || b.failed {
					b.failed = err != nil
					b.Unsaved.Publish(err)
				}
				if err != nil {
					b.saveAfter(savingAgain)
				}
			})
		})
	})
}

func (b *Box) stopSaving() {
	if b.saving != nil {
		b.saving.Stop()
	}
}

// Save writes the settings in the background and then calls done on the UI goroutine. done gets the error that
// kept the file from being written, nil where all is well.
func (b *Box) Save(done func(error)) {
	b.stopSaving()
	b.copies++
	settings, number := b.settings, b.copies
	go func() {
		err := b.writeFile(settings, number)
		b.post(func() { done(err) })
	}()
}

// SaveLast writes the settings and returns when they are on the disk. It is for the end of the program, when
// no function of the UI goroutine is run any more.
func (b *Box) SaveLast() error {
	b.stopSaving()
	b.copies++
	return b.writeFile(b.settings, b.copies)
}

// BeginChange prepares a change that is written before the box has it. The function that it returns writes what differs
// between two versions, on any goroutine, after all that the box had until now. The box does not take that back when it
// saves later, as long as it has not changed the same values.
func (b *Box) BeginChange() (write func(before, after Settings) error) {
	b.copies++
	settings, number := b.settings, b.copies
	return func(before, after Settings) error {
		if err := b.writeFile(settings, number); err != nil {
			return err
		}
		b.disk.Lock()
		defer b.disk.Unlock()
		return b.profile.SaveSettings(before, after)
	}
}

// writeFile writes a copy of the settings, unless a later one was written meanwhile.
func (b *Box) writeFile(settings Settings, number int) error {
	b.disk.Lock()
	defer b.disk.Unlock()
	if number < b.written {
		return nil
	}
	b.mu.Lock()
	before := b.onDisk
	b.mu.Unlock()
	if err := b.profile.SaveSettings(before, settings); err != nil {
		return err
	}
	b.mu.Lock()
	b.onDisk = settings
	b.mu.Unlock()
	b.written = number
	return nil
}

// Loses reports whether there is something that is not on the disk, and that somebody would miss.
func (b *Box) Loses() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.settings
	now.Version = b.onDisk.Version
	return now != b.onDisk
}
