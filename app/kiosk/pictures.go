package kiosk

import (
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/navigate"
)

// lately is how long ago a document may have been asked for, for a picture of it to be asked for alone. What the service has a picture of is
// what the page says now.
const lately = 3 * time.Minute

// illustrate asks for the pictures that a show lacks.
func (t *tending) illustrate(scenes []navigate.Scene) {
	d := t.director
	for _, s := range scenes {
		place := browse.Place{Page: s.Page, Subpage: s.Subpage}
		if s.Picture != nil || s.Document == nil || t.asking[place] || d.parts.Pages.Standing(s.Page, s.Subpage).Wait > 0 {
			continue
		}
		alone := d.stock.sinceAsked(s.Page) < lately
		t.ask(place, acquire.Want{Page: s.Page, Subpage: s.Subpage, Picture: true, Class: budget.Kiosk, Kept: alone}, func(a acquire.Answer) {
			if !alone {
				t.onAnswer(a)
			}
			if a.Picture != nil {
				d.running.illustrated(s.Page)
			}
		})
	}
}
