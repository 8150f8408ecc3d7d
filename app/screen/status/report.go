package status

import (
	"errors"
	"time"

	"sextant/app/api"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/screen/power"
	"sextant/assets"
)

// A Report is what /state.json has. Times are as in RFC 3339, and left out where there is none.
type Report struct {
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
	Started time.Time `json:"started"`
	Uptime  float64   `json:"uptime_seconds"`
	// Healthy is what /healthz says, and Reason why not. Words are the sentences of the remote page, for people:
	// unlike the names here, they may change. Kind is a word for what
	// is wrong: stalled, window, silent, off, empty, old or store.
	Healthy bool     `json:"healthy"`
	Reason  string   `json:"reason,omitempty"`
	Kind    string   `json:"kind,omitempty"`
	Words   []string `json:"words"`
	// Store is why nothing can be stored, such as that the disk is full.
	Store string `json:"store_trouble,omitempty"`

	// Asleep is there while the screen is off on purpose, and Power once it was turned off or on.
	Asleep *AsleepReport `json:"asleep,omitempty"`
	Power  *PowerReport  `json:"power,omitempty"`

	Screen   ScreenReport   `json:"screen"`
	List     ListReport     `json:"list"`
	Requests RequestsReport `json:"requests"`
	// Errors counts the failures by their kind, as in "no_network". Trouble is there while the service fails.
	Errors  map[string]int `json:"errors"`
	Trouble *TroubleReport `json:"trouble,omitempty"`
	// Playlist is left out where a single page is shown.
	Playlist *PlaylistReport `json:"playlist,omitempty"`
}

// An AsleepReport is since when the screen is off, and until when.
type AsleepReport struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until,omitzero"`
}

// A PowerReport is what turned the screen off or on: "HDMI-CEC", "Wayland", "DPMS", or "" where it is only black.
// Pending reports whether it is still tried.
type PowerReport struct {
	Way      string `json:"way"`
	Pending  bool   `json:"pending"`
	StaysOff bool   `json:"stays_off"`
}

// A ScreenReport is what is on the screen.
type ScreenReport struct {
	Places []PlaceReport `json:"places"`
	// Cause is "listed", "alerted" (it broke in), "visited" (a viewer went there) or "waiting" (there is nothing yet).
	Cause string    `json:"cause"`
	Since time.Time `json:"since,omitzero"`
	// Dwell is how long it stays, 0 for until something else comes. Age is that of the oldest on the screen, and
	// Outdated is set where this is more than the playlist allows.
	Dwell    float64 `json:"dwell_seconds"`
	Age      float64 `json:"age_seconds"`
	Outdated bool    `json:"outdated"`
	Held     bool    `json:"held"`
	Visited  bool    `json:"visited"`
	Typed    string  `json:"typed"`
	// Shown counts what was shown by its cause.
	Shown map[string]int `json:"shown"`
	Given int            `json:"frames_given"`
	Drawn int            `json:"frames_drawn"`
}

// A PlaceReport is a page, a subpage, and how many of them there are, 0 where that is not known.
type PlaceReport struct {
	Page     int `json:"page"`
	Subpage  int `json:"subpage"`
	Subpages int `json:"subpages"`
}

// A ListReport is the list that has the screen, among all of them, and how its pages are.
type ListReport struct {
	Name   string   `json:"name"`
	Picked bool     `json:"picked"`
	Names  []string `json:"names"`
	Pages  int      `json:"pages"`
	Known  int      `json:"known"`
	Oldest float64  `json:"oldest_seconds"`
	Mean   float64  `json:"mean_seconds"`
}

// A RequestsReport is what was asked of the service, of how much.
type RequestsReport struct {
	Hour      int            `json:"hour"`
	HourLimit int            `json:"hour_limit"`
	Day       int            `json:"day"`
	DayLimit  int            `json:"day_limit"`
	ByClass   map[string]int `json:"hour_by_class"`
	// Short is set where the list needs more than there is. Paused is until when nothing is asked for in the
	// background.
	Short  bool      `json:"short"`
	Paused time.Time `json:"paused_until,omitzero"`
}

// A TroubleReport is how the service fails.
type TroubleReport struct {
	Kind  string    `json:"kind"`
	Since time.Time `json:"since"`
}

// A PlaylistReport is how things stand with the playlist. Where it has mistakes or cannot be read, an earlier one is
// shown.
type PlaylistReport struct {
	Good     bool            `json:"good"`
	Seen     time.Time       `json:"seen,omitzero"`
	Trouble  string          `json:"trouble,omitempty"`
	Unkept   string          `json:"unkept,omitempty"` // why the playlist is not kept for a start without its source
	Mistakes []MistakeReport `json:"mistakes,omitempty"`
}

// A MistakeReport is a mistake with its line.
type MistakeReport struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// report describes how a screen stands.
func (v *view) report() *Report {
	kind, reason := v.trouble()
	r := &Report{
		Version: assets.Version, Time: v.at, Started: v.Began,
		Uptime: seconds(v.Uptime), Healthy: reason == "", Reason: reason, Kind: kind,
		Screen: v.screen(), Errors: map[string]int{}, Playlist: v.playlistReport(),
		List: ListReport{
			Name: v.listName(), Picked: v.Picked, Names: append([]string{}, v.Lists...), Pages: v.Pages, Known: v.Known,
			Oldest: seconds(v.Oldest), Mean: seconds(v.Mean),
		},
		Requests: RequestsReport{
			Hour: v.Usage.Hour, HourLimit: v.Usage.Limits.PerHour, Day: v.Usage.Day, DayLimit: v.Usage.Limits.PerDay,
			ByClass: map[string]int{}, Short: v.Short, Paused: v.Usage.Paused,
		},
	}
	if v.stored != nil {
		r.Store = v.stored.Error()
	}
	if v.Asleep {
		r.Asleep = &AsleepReport{v.AsleepSince, v.Until}
	}
	if v.Asleep || v.power != (power.State{}) {
		r.Power = &PowerReport{v.power.Way, v.power.Pending, v.power.Err != nil}
	}
	for _, t := range v.sentences() {
		r.Words = append(r.Words, t.Words)
	}
	for kind, n := range v.Errors {
		r.Errors[kind.Name()] = n
	}
	for class, n := range v.Usage.ByClass {
		r.Requests.ByClass[class.String()] = n
	}
	if v.fails() {
		r.Trouble = &TroubleReport{api.KindOf(v.Trouble).Name(), v.TroubleSince}
	}
	return r
}

func (v *view) screen() ScreenReport {
	s := ScreenReport{
		Places: []PlaceReport{}, Cause: v.Cause.String(), Since: v.Since, Dwell: seconds(v.Dwell), Age: seconds(v.Age),
		Outdated: v.Outdated, Held: v.Held, Visited: v.Visited, Typed: v.Typed,
		Shown: map[string]int{}, Given: v.Given, Drawn: v.Drawn,
	}
	for i, p := range v.Places {
		if p.Page != 0 {
			s.Places = append(s.Places, PlaceReport{p.Page, p.Subpage, v.Of[i]})
		}
	}
	for cause, n := range v.Causes {
		s.Shown[kiosk.Cause(cause).String()] = n
	}
	return s
}

func (v *view) playlistReport() *PlaylistReport {
	if v.playlist == nil {
		return nil
	}
	r := &PlaylistReport{Good: v.playlist.Trouble == nil, Seen: v.playlist.Seen}
	if v.playlist.Unkept != nil {
		r.Unkept = v.playlist.Unkept.Error()
	}
	var mistakes *playlist.Mistakes
	switch {
	case errors.As(v.playlist.Trouble, &mistakes):
		for _, m := range mistakes.List {
			r.Mistakes = append(r.Mistakes, MistakeReport(m))
		}
	case v.playlist.Trouble != nil:
		r.Trouble = v.playlist.Trouble.Error()
	}
	return r
}

// seconds is a time in seconds, exact to a thousandth.
func seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

// listName names the list that has the screen.
func (v *view) listName() string {
	if v.List < len(v.Lists) {
		return v.Lists[v.List]
	}
	return ""
}

// fails reports whether the service fails, and not only lacks a page.
func (v *view) fails() bool {
	return v.Trouble != nil && api.KindOf(v.Trouble) != api.NotFound
}
