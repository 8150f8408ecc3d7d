package settings

import (
	"sync"
	"time"

	"sextant/app/publish"
)

// A Part is a part of the settings; subscribers are notified of changes by part.
type Part int

// The parts.
const (
	ServicePart Part = iota
	LookPart
	SoundPart
	WindowPart
	parts
)

// savingDelay debounces saving, so that the changes of a slider are saved once.
const savingDelay = 500 * time.Millisecond

// savingAgain is the delay before saving is retried after a failure.
const savingAgain = 30 * time.Second

// A Box holds the settings of the running program. Code reads and changes them here, and subscribes to the parts that
// it depends on. Changes are saved automatically, in the background. It belongs to the UI goroutine, except for
// SaveLast.
type Box struct {
	// Unsaved is called with the error when saving fails, and with nil when it succeeds again.
	Unsaved publish.Topic[error]

	profile   Profile
	post      func(func()) // posts a function to the UI goroutine
	settings  Settings
	followers [parts]publish.Topic[struct{}]
	saving    *time.Timer
	failed    bool // the last attempt to save failed
	copies    int  // number of copies made to be written

	disk    sync.Mutex // held while the file is written
	written int        // number of the latest copy written
	mu      sync.Mutex
	onDisk  Settings // as last read or written
}

// NewBox makes a box with the settings that were read from the profile.
func NewBox(p Profile, read Settings, post func(func())) *Box {
	return &Box{profile: p, post: post, settings: read, onDisk: read}
}

// Get returns a copy of the settings.
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

// On calls f after each change of a part. The returned function unsubscribes.
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

// Save writes the settings in the background and then calls done on the UI goroutine, with the error if that failed.
func (b *Box) Save(done func(error)) {
	b.stopSaving()
	b.copies++
	settings, number := b.settings, b.copies
	go func() {
		err := b.writeFile(settings, number)
		b.post(func() { done(err) })
	}()
}

// SaveLast writes the settings and waits until they are on the disk. It is for the end of the program, when the UI
// goroutine runs no posted functions any more.
func (b *Box) SaveLast() error {
	b.stopSaving()
	b.copies++
	return b.writeFile(b.settings, b.copies)
}

// BeginChange prepares a change that is written before it is made in the box. The returned function, which may be
// called on any goroutine, writes the differences between two versions, after all earlier changes of the box. Later
// saves of the box do not revert them, unless it has changed the same values.
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

// writeFile writes a copy of the settings, unless a later one has been written.
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

// Loses reports whether changes that matter to the user are not on the disk.
func (b *Box) Loses() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.settings
	now.Version = b.onDisk.Version
	return now != b.onDisk
}
