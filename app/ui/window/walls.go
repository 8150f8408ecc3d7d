package window

import (
	"slices"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/loop"
	"sextant/app/ui/wall"
)

var _ wall.Walls = (*Set)(nil)

// addWall makes a wall in a state.
func (s *Set) addWall(state settings.OpenWindow) *wall.Wall {
	w := s.newWall(state)
	s.walls = append(s.walls, w)
	return w
}

func (s *Set) newWall(state settings.OpenWindow) *wall.Wall {
	p := s.parts
	return wall.New(wall.Parts{
		App: p.App, Tuner: p.Tuner, Box: p.Box, Pages: state.Wall[:min(wall.Most, len(state.Wall))], Name: state.Name,
		Frame: state.Frame, Front: p.Front, Guard: p.Guard, Open: s.Show, Close: s.closeWall, Edit: s.editWall,
		OnScreen: s.showOnScreen, Quit: s.Quit, Do: p.Do, Now: p.Now,
	})
}

// retune closes the walls of the service before, and opens those of the new one.
func (s *Set) retune(c station.Change) {
	if c.SameService {
		return
	}
	for _, w := range s.closed {
		w.Service = c.From.Service()
		s.away = append(s.away, w)
	}
	s.closed = nil
	for _, w := range s.walls {
		s.away = append(s.away, stateOf(w, c.From.Service()))
		w.Shut()
	}
	s.walls = nil
	var stay []settings.OpenWindow
	for _, w := range s.away {
		switch {
		case w.Service != c.To.Service():
			stay = append(stay, w)
		case w.Closed:
			s.closed = append(s.closed, w)
		default:
			s.addWall(w).Show()
		}
	}
	s.away = stay
	if s.alone && len(s.walls) == 0 {
		s.Raise()
	}
	s.Changed()
}

// stateOf returns the state of a wall with pages of a service.
func stateOf(w *wall.Wall, service string) settings.OpenWindow {
	state := w.State()
	state.Service = service
	return state
}

// Named returns the walls with names, open or closed.
func (s *Set) Named() (named []settings.OpenWindow) {
	for _, w := range s.walls {
		if state := w.State(); state.Name != "" {
			named = append(named, state)
		}
	}
	return append(named, s.closed...)
}

// OpenWall opens a wall in place of another, which may be nil. Of two with the same name the new one stays.
func (s *Set) OpenWall(state settings.OpenWindow, instead *wall.Wall) {
	old := func(w *wall.Wall) bool {
		return w == instead || state.Name != "" && w.State().Name == state.Name
	}
	s.drop(state.Name)
	opened := s.addWall(state)
	opened.Show()
	for _, w := range slices.Clone(s.walls) {
		if w != opened && old(w) {
			s.walls = slices.DeleteFunc(s.walls, func(o *wall.Wall) bool { return o == w })
			w.Shut()
		}
	}
	s.Changed()
}

// drop removes a closed wall by its name.
func (s *Set) drop(name string) (dropped []settings.OpenWindow) {
	s.closed = slices.DeleteFunc(s.closed, func(w settings.OpenWindow) bool {
		if w.Name == name {
			dropped = append(dropped, w)
		}
		return w.Name == name
	})
	return dropped
}

// Forget removes a closed wall with a name, and returns how to undo that. An open one only loses its name.
func (s *Set) Forget(name string) (undo func()) {
	service, dropped := s.service(), s.drop(name)
	var unnamed []*wall.Wall
	for i, w := range s.walls {
		if w.State().Name == name {
			s.rename(i, "")
			unnamed = append(unnamed, s.walls[i])
		}
	}
	s.Changed()
	return func() {
		if s.service() != service {
			return
		}
		s.closed = append(s.closed, dropped...)
		for i, w := range s.walls {
			if slices.Contains(unnamed, w) {
				s.rename(i, name)
			}
		}
		s.Changed()
	}
}

// rename replaces an open wall, by its index, by one with another name.
func (s *Set) rename(i int, name string) {
	old := s.walls[i]
	state := old.State()
	state.Name = name
	s.walls[i] = s.newWall(state)
	old.Shut()
	s.walls[i].Show()
}

// closeWall closes a wall, with undo, and ends the program after the last visible window. A wall with a name
// can be opened again.
func (s *Set) closeWall(w *wall.Wall) {
	if s.alone && len(s.walls) == 1 && !s.parts.Screen.IsShown() {
		s.Quit()
		return
	}
	state, service := w.State(), s.service()
	s.walls = slices.DeleteFunc(s.walls, func(o *wall.Wall) bool { return o == w })
	w.Shut()
	if state.Name != "" {
		state.Closed = true
		s.closed = append(s.closed, state)
	}
	state.Closed = false
	s.Front().OfferUndo(say.Text("wall.closed"), func() {
		if s.service() == service {
			s.OpenWall(state, nil)
		}
	})
	s.Changed()
}

// editWall asks in the window in front for other pages of a wall.
func (s *Set) editWall(w *wall.Wall) {
	s.Raise()
	s.Front().walls.Edit(w)
}

// showOnScreen shows the pages of a wall as a public screen, on its monitor.
func (s *Set) showOnScreen(w *wall.Wall) {
	s.Front().screen.ShowPages(w.State().Wall, loop.MonitorOf(w.Seen()))
}
