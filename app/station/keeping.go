package station

import "sextant/app/settings"

// A change is from one preset to another, or of the address of the same one.
type change struct {
	before         settings.Settings
	write          func(before, after settings.Settings) error // see settings.Box.BeginChange
	from, to       settings.Preset
	keyBefore, key string
	late           *LateKey  // the key, if it is not known yet
	overrides      Overrides // from then on
}

// access returns the access to the service s, to which it changes.
func (c *change) access(s settings.Service) Access {
	a := c.overrides.Access(s, c.key)
	a.Late = c.late
	return a
}

// isNone reports whether nothing changes but perhaps the overrides.
func (c *change) isNone() bool {
	s := c.to.Service
	s.ID, s.KeyPlace = c.before.ID, c.before.KeyPlace
	return c.from.ID == c.to.ID && c.from.Name == c.to.Name && s == c.before.Service && c.key == c.keyBefore
}

// leaves reports whether another preset is tuned in.
func (c *change) leaves() bool { return c.from.ID != c.to.ID }

// keepKeys stores the key of the service that is tuned in in the current place, and each preset's in a place of its
// own, so that it is found again. The presets record where.
func (t *Tuner) keepKeys(p *prepared) (err error) {
	c := p.change
	if c.leaves() && c.before.KeyPlace != settings.NoKey {
		if c.keyBefore == "" { // it was not read, since the command line has another one
			if c.keyBefore, err = t.profile.LoadKey(&c.before.Service); err != nil {
				return err
			}
		}
		left := c.from
		if err = t.keepOwn(p, &left, c.keyBefore); err != nil {
			return err
		}
		p.presets = append(p.presets, left)
	}
	to := c.to
	if c.key != c.keyBefore || c.leaves() {
		to.WantsKey = c.key != ""
		if err = t.keepOwn(p, &to, c.key); err != nil {
			return err
		}
	}
	p.presets = append(p.presets, to)
	if c.key != c.keyBefore || c.key != "" && c.to.BaseURL != c.before.BaseURL {
		was := c.before.BaseURL
		p.undos = append(p.undos, func() { _, _ = t.profile.SaveKey(was, c.keyBefore) }) // without an error to report
		p.service.KeyPlace, err = t.profile.SaveKey(c.to.BaseURL, c.key)
	}
	return err
}

// keepOwn stores a preset's key in its own place, unless it is there.
func (t *Tuner) keepOwn(p *prepared, of *settings.Preset, key string) error {
	id := of.ID
	was, err := t.profile.LoadPresetKey(id, of.KeyPlace)
	if err == nil && was == key {
		return nil
	}
	if err == nil || settings.IsNoKey(err) { // one that could not be read must not be deleted
		p.undos = append(p.undos, func() { _, _ = t.profile.SavePresetKey(id, was) })
	}
	of.KeyPlace, err = t.profile.SavePresetKey(id, key)
	return err
}

// ForgetKey removes a preset's stored key in the background, and then calls done with it on the UI goroutine.
func (t *Tuner) ForgetKey(of settings.Preset, done func(key string)) {
	go func() {
		key, _ := t.profile.LoadPresetKey(of.ID, of.KeyPlace)
		if of.KeyPlace != settings.NoKey {
			_, _ = t.profile.SavePresetKey(of.ID, "") // a key that stays is not used any more
		}
		t.post(func() { done(key) })
	}()
}
