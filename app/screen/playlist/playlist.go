// Package playlist says what a public screen shows: which pages, for how long, at what time of the day, and how
// they look. A playlist is a file in TOML (see [Example]), which people write: [Parse]
// finds every mistake, with its line, and says in their words what is wrong.
//
// A kiosk runs for months, and meanwhile its playlist is edited, moved, or cannot be reached. [Follow] looks after
// a file or an address: a new playlist is taken over when it is free of mistakes, and until then the old one goes
// on. The last good one is kept, for a start without the network.
package playlist

import (
	"image/color"
	"strings"
	"time"

	"sextant/app/match"
	"sextant/app/say"
)

// A Playlist is what a file says. It is not changed after it was read, so that any goroutine may use it.
type Playlist struct {
	// Lists are what is shown. The first one has the screen when none of the others, the dayparts, is on.
	Lists    []List
	Screen   Screen
	Ticker   Ticker
	BreakIns []BreakIn
	Webhook  Webhook
	holidays []holiday
	off      []offTime
}

// A List is pages that are shown in turn.
type List struct {
	Name     string
	Items    []Item
	Together int // pages at once, one of Together
	Manner
	hours hours
}

// A Manner is how pages are shown. The usual list, each daypart and each item of "show" may have one: what a daypart
// does not say is as in the usual list, and what an item does not say as in its list. The keys are in mannerFields. It
// holds values only, so that two of them can be compared.
type Manner struct{ Dwell Dwell }

// Drawn returns the manner with zero for what is not drawn. A screen draws a page again where this differs, so a new
// part counts as drawn unless it is taken out here.
func (m Manner) Drawn() Manner {
	m.Dwell = Dwell{}
	return m
}

// MannerOf returns how an item of the list is shown.
func (l *List) MannerOf(item int) Manner {
	if item < len(l.Items) && l.Items[item].Own != "" {
		return l.Items[item].Manner
	}
	return l.Manner
}

// A Screen is how everything looks.
type Screen struct {
	Sharp      bool   // the page as characters, else the service's picture of it
	Palette    string // its name, which render.PaletteNamed knows
	Scale      Scale
	Margins    Margins
	Rotate     int // degrees clockwise: 0, 90, 180 or 270
	Background color.RGBA
	Clock      bool
	Countdown  bool          // a bar that shows how long the page still stays
	Aloud      bool          // what comes to the screen is read aloud, and stays for that
	Fade       time.Duration // from one page to the next; 0 for none
	Drift      int           // pixels by which everything moves slowly, against burn-in; 0 for none
	Age        time.Duration // content older than this shows how old it is; 0 for never
	Quiet      time.Duration // after a viewer's last key the list goes on
}

// Margins are percent of the screen's height (Top, Bottom) and width (Right, Left) that are left free.
type Margins struct{ Top, Right, Bottom, Left float64 }

// Scale is how large a page is drawn.
type Scale string

// The scales.
const (
	Fit   Scale = "fit"   // as large as there is room
	Whole Scale = "whole" // a whole multiple of its pixels
	Fill  Scale = "fill"  // all of the room, whatever its shape
)

// A Ticker is a page whose text runs below the others, a row at a time. There is none where Page is 0.
type Ticker struct {
	Page, Subpage int // Subpage 0 for all of them
	Each          time.Duration
}

// A BreakIn is pages that take the screen when they change.
type BreakIn struct {
	Items  []Item        // of the kinds Pages and Subpage
	Phrase string        // only where the text has it; "" for any change
	Line   string        // only where the line with these words says something else; "" for any change
	Stays  time.Duration // how long they have the screen
	Pause  time.Duration // from one beginning to the next at least
	Wakes  bool          // also while the screen is off
}

// Has reports whether a text has the phrase, whatever the size of letters, the marks on them and the breaks between
// words. Every text has the phrase that is empty.
func (b BreakIn) Has(text string) bool {
	return strings.Contains(plain(text), plain(b.Phrase))
}

// plain is a text as phrases are looked for in it.
func plain(text string) string { return strings.Join(strings.Fields(match.Fold(text)), " ") }

// A Dwell is how long a subpage stays.
type Dwell struct {
	Factor      float64 // times the time that the service gives it
	Least, Most time.Duration
	Fixed       time.Duration // instead of all that; 0 where it does not apply
}

// untimed is the time of a subpage that the service gives none.
const untimed = 15 * time.Second

// Of is how long a subpage stays to which the service gives the time own, or none where that is 0. It is never less
// than a second.
func (d Dwell) Of(own time.Duration) time.Duration {
	if d.Fixed > 0 {
		return max(d.Fixed, time.Second)
	}
	if own <= 0 {
		own = untimed
	}
	stays := float64(own) * d.Factor
	if stays >= float64(d.Most) {
		return max(d.Most, time.Second)
	}
	return max(time.Duration(stays), d.Least, time.Second)
}

// mainList names the list that is shown while no daypart is on.
const mainList = "usual"

// Called returns what people call the list of a name.
func Called(name string) string { return CalledIn(nil, name) }

// CalledIn is Called in a language.
func CalledIn(in *say.Tongue, name string) string {
	if name == mainList {
		return in.Text("playlistForm.usual")
	}
	return name
}

// Default is the playlist for a start without any: the first hundred pages.
func Default() *Playlist {
	return &Playlist{
		Lists: []List{{
			Name: mainList, Items: []Item{{Kind: Pages, From: 100, To: 199}},
			Together: 1, Manner: Manner{Dwell: Dwell{Factor: 1, Least: 8 * time.Second, Most: time.Minute}},
		}},
		Screen: Screen{
			Palette: "broadcast", Scale: Fit, Margins: Margins{2.5, 2.5, 2.5, 2.5}, Background: color.RGBA{A: 255},
			Age: 15 * time.Minute, Quiet: time.Minute,
		},
	}
}

// Of is the playlist that shows items, so many pages at once. Pages are drawn for the screen, since the service has its
// pictures in one size only.
func Of(items []Item, together int) *Playlist {
	p := Default()
	p.Lists[0].Items, p.Lists[0].Together = items, together
	p.Screen.Sharp = together > 1
	return p
}

// TogetherFor returns how many pages to show at once, of a number.
func TogetherFor(pages int) int {
	few := Together()
	for _, n := range few {
		if n >= pages {
			return n
		}
	}
	return few[len(few)-1]
}
