package kiosk

import (
	"errors"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/service"
)

// A vain picture was asked for in vain, so often in a row, and is not asked for again before a time.
type vain struct {
	tries int
	until time.Duration
}

// How long a picture is left alone that the service does not have or give, at first and at most, and how many such are
// known at most.
const (
	firstVain = time.Minute
	mostVain  = 6 * time.Hour
	mostVains = 4000
)

// lately is how long ago a document may have been asked for, for a picture of it to be asked for alone. What the service has a picture of is
// what the page says now.
const lately = 3 * time.Minute

// illustrate asks for the pictures that a show lacks.
func (t *tending) illustrate(scenes []navigate.Scene) {
	d := t.director
	for _, s := range scenes {
		place := browse.Place{Page: s.Page, Subpage: s.Subpage}
		if s.Picture != nil || s.Document == nil || t.asking[place] || d.parts.Elapsed() < t.vain[place].until {
			continue
		}
		alone := d.stock.sinceAsked(s.Page) < lately
		t.ask(place, acquire.Want{Page: s.Page, Subpage: s.Subpage, Picture: true, Class: acquire.Kiosk, Kept: alone}, func(a acquire.Answer) {
			if !alone {
				t.came(s.Page, a)
			}
			t.pictured(place, a)
		})
	}
}

// pictured takes in the answer for a picture.
func (t *tending) pictured(place browse.Place, a acquire.Answer) {
	switch {
	case a.Picture != nil:
		delete(t.vain, place)
		t.director.running.illustrated(place.Page)
	case isVain(a.PictureErr):
		if len(t.vain) >= mostVains {
			clear(t.vain)
		}
		v := t.vain[place]
		v.until = t.director.parts.Elapsed() + min(mostVain, firstVain<<min(2*v.tries, 20))
		v.tries++
		t.vain[place] = v
	}
}

// isVain tells whether it makes no sense to ask for a picture again soon: the service does not have it, or does not give
// it. What acquisition itself refuses for a while is not of the picture.
func isVain(err error) bool {
	var e *service.Error
	switch service.KindOf(err) {
	case service.NotFound, service.BadContent, service.TooLarge:
		return true
	case service.Refused:
		return errors.As(err, &e) && e.RetryAfter == 0
	}
	return false
}
