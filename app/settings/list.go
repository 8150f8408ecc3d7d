package settings

import (
	"slices"
	"sync"

	"sextant/app/publish"
)

// Presets holds the services to tune in to. Changes are saved automatically, in the background, and merged with those
// of other programs with the same profile. It belongs to the UI goroutine, except for Wait.
type Presets struct {
	// Changed is called when the list has changed, and Unsaved with the error when saving fails.
	Changed publish.Topic[struct{}]
	Unsaved publish.Topic[error]

	profile Profile
	post    func(func())
	list    []Preset

	mu      sync.Mutex
	changes []func([]Preset) []Preset // those that are not on the disk
	asked   int                       // number of changes in all
	saving  bool
	done    sync.WaitGroup
}

// NewPresets makes the list from the presets that were read from the profile, and adds the demo and the current service
// if they are missing.
func NewPresets(p Profile, read []Preset, current Service, post func(func())) *Presets {
	l := &Presets{profile: p, post: post, list: complete(read)}
	now := Preset{Name: HostName(current.BaseURL), Service: current}
	now.ID, now.KeyPlace = current.PresetID(), NoKey
	if known, ok := l.Find(now.ID); ok { // it may be older, after a crash
		now.Name, now.WantsKey, now.KeyPlace = known.Name, known.WantsKey, known.KeyPlace
	} else {
		now.Name = FreeName(now.Name, l.list)
	}
	l.list = put(l.list, now)
	l.changes = append(l.changes, func(list []Preset) []Preset { // saved with the first change
		if now == DemoPreset() || slices.ContainsFunc(list, func(p Preset) bool { return p.ID == now.ID }) {
			return list
		}
		return append(list, now)
	})
	return l
}

// complete returns a list with the demo first.
func complete(list []Preset) []Preset {
	demo := DemoPreset()
	rest := slices.DeleteFunc(slices.Clone(list), func(p Preset) bool {
		if p.IsDemo() {
			demo = p
		}
		return p.IsDemo()
	})
	demo.Name = demoName()
	return append([]Preset{demo}, rest...)
}

// put adds a preset to a list, or replaces the one with the same ID.
func put(list []Preset, p Preset) []Preset {
	list = slices.Clone(list)
	if i := slices.IndexFunc(list, func(o Preset) bool { return o.ID == p.ID }); i >= 0 {
		list[i] = p
		return list
	}
	return append(list, p)
}

// All returns the presets, the demo first and then in the order in which they were added.
func (l *Presets) All() []Preset { return slices.Clone(l.list) }

func (l *Presets) Find(id string) (Preset, bool) {
	for _, p := range l.list {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Put adds presets, or replaces those with the same IDs.
func (l *Presets) Put(presets ...Preset) {
	l.change(func(list []Preset) []Preset {
		for _, p := range presets {
			list = put(list, p)
		}
		return list
	})
}

// Remove removes presets, but never the demo. Their keys stay.
func (l *Presets) Remove(ids ...string) {
	l.change(func(list []Preset) []Preset {
		return slices.DeleteFunc(slices.Clone(list), func(p Preset) bool {
			return !p.IsDemo() && slices.Contains(ids, p.ID)
		})
	})
}

// Reload loads the changes of other programs.
func (l *Presets) Reload() {
	l.done.Go(func() {
		list, err := l.profile.LoadPresets()
		l.mu.Lock()
		for _, change := range l.changes {
			list = change(list)
		}
		asked, saving := l.asked, l.saving
		l.mu.Unlock()
		if err == nil && !saving {
			l.post(func() { l.saved(list, asked) })
		}
	})
}

// change changes the list here, and on the disk after the changes before it.
func (l *Presets) change(change func([]Preset) []Preset) {
	l.list = change(l.list)
	l.mu.Lock()
	l.changes, l.asked = append(l.changes, change), l.asked+1
	if !l.saving {
		l.saving = true
		l.done.Go(l.writeFile)
	}
	l.mu.Unlock()
	l.Changed.Publish(struct{}{})
}

// writeFile writes changes until there are no more. If that fails, they are written with the next one.
func (l *Presets) writeFile() {
	for {
		l.mu.Lock()
		changes, asked := l.changes, l.asked
		l.changes, l.saving = nil, len(changes) > 0
		l.mu.Unlock()
		if len(changes) == 0 {
			return
		}
		saved, err := l.profile.ChangePresets(func(list []Preset) []Preset {
			for _, change := range changes {
				list = change(list)
			}
			return list
		})
		if err == nil {
			l.post(func() { l.saved(saved, asked) })
			continue
		}
		l.mu.Lock()
		l.changes, l.saving = append(changes, l.changes...), false
		l.mu.Unlock()
		l.post(func() { l.Unsaved.Publish(err) })
		return
	}
}

// saved takes over the list from the disk after the given number of changes, unless more were made since.
func (l *Presets) saved(list []Preset, asked int) {
	l.mu.Lock()
	more := l.asked != asked
	l.mu.Unlock()
	if list = complete(list); !more && !slices.Equal(list, l.list) {
		l.list = list
		l.Changed.Publish(struct{}{})
	}
}

// Wait waits until everything is on the disk, or writing has failed. It is for the end of the program.
func (l *Presets) Wait() { l.done.Wait() }
