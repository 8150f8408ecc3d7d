package endtoend

import (
	"image"
	"testing"
	"time"

	"sextant/app/demo"
)

// TestPointerThatRests starts the program with the pointer on a link: nothing is drawn for it, not on another page
// either, until it moves. A click follows the link all the same.
func TestPointerThatRests(t *testing.T) {
	for name, isDemo := range map[string]bool{"demo": true, "service": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDisplay(t)
			service, picture := serveDemo(t)
			options := service.options()
			if isDemo {
				options = nil
				handler, err := demo.New(demo.Options{Now: time.Now})
				if err != nil {
					t.Fatal(err)
				}
				picture = pictures(t, handler)
			}
			s := d.start(t, nil, options...)
			s.untilPicture(picture(100, 1), plain)
			entry := s.entryOf(pageOf(t, service)(100), 103)
			s.quit()

			d.jumpTo(entry)
			s = d.start(t, nil, options...)
			s.untilPicture(picture(100, 1), plain)
			const longerThanCards = 1200 * time.Millisecond
			if poll(pollEvery, longerThanCards, func() bool { return !s.shows(picture(100, 1), plain) }) {
				t.Errorf("something is drawn for a pointer that rests%s", s.keepShot())
			}
			s.typed("101")
			s.untilPicture(picture(101, 1), plain)
			s.typed("100")
			s.untilPicture(picture(100, 1), plain)
			d.jumpTo(entry.Add(image.Pt(1, 0)))
			s.until("a link that is highlighted", func() bool { return !s.shows(picture(100, 1), plain) })
			s.quit()

			d.jumpTo(entry)
			s = d.start(t, nil, options...)
			s.untilPicture(picture(100, 1), plain)
			s.button(1)
			s.untilTitle("103")
			s.quit()
		})
	}
}
