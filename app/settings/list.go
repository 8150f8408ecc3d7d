package settings

import (
	"slices"
)

// Presets holds the services to tune in to.
type Presets struct {
	record[[]Preset]
	// current adds the current service, with the first change; nil after that.
	current func([]Preset) []Preset
}

// NewPresets makes the list from the presets that were read from the profile, and adds the demo and the current service
// if they are missing.
func NewPresets(p Profile, read []Preset, current Service, post func(func())) *Presets {
	l := &Presets{record: record[[]Preset]{
		profile: p, file: presetsFile(), post: post, value: complete(read), equal: slices.Equal[[]Preset],
	}}
	l.complete = func(stored []Preset) []Preset { return complete(l.withCurrent(stored)) }
	now := Preset{Name: HostName(current.BaseURL), Service: current}
	now.ID, now.KeyPlace = current.PresetID(), NoKey
	if known, ok := l.Find(now.ID); ok { // it may be older, after a crash
		now.Name, now.WantsKey, now.KeyPlace = known.Name, known.WantsKey, known.KeyPlace
	} else {
		now.Name = FreeName(now.Name, l.value)
	}
	l.value = put(l.value, now)
	l.current = func(list []Preset) []Preset {
		if now == DemoPreset() || slices.ContainsFunc(list, func(p Preset) bool { return p.ID == now.ID }) {
			return list
		}
		return append(list, now)
	}
	return l
}

// withCurrent adds the current service where that was not done yet.
func (l *Presets) withCurrent(list []Preset) []Preset {
	if l.current == nil {
		return list
	}
	return l.current(slices.Clone(list))
}

// update changes the list, at the first time with the current service in it.
func (l *Presets) update(f func([]Preset) []Preset) {
	current := l.current
	l.current = nil
	l.change(func(list []Preset) []Preset {
		if current != nil {
			list = current(slices.Clone(list))
		}
		return f(list)
	})
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
func (l *Presets) All() []Preset { return slices.Clone(l.value) }

func (l *Presets) Find(id string) (Preset, bool) {
	for _, p := range l.value {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Put adds presets, or replaces those with the same IDs.
func (l *Presets) Put(presets ...Preset) {
	l.update(func(list []Preset) []Preset {
		for _, p := range presets {
			list = put(list, p)
		}
		return list
	})
}

// Remove removes presets, but never the demo. Their keys stay.
func (l *Presets) Remove(ids ...string) {
	l.update(func(list []Preset) []Preset {
		return slices.DeleteFunc(slices.Clone(list), func(p Preset) bool {
			return !p.IsDemo() && slices.Contains(ids, p.ID)
		})
	})
}
