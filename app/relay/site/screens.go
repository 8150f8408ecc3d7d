package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sextant/app/say"
	"sextant/app/words"
)

// A screenView is a public screen.
type screenView struct {
	Name, State, On, LastSeen string
	Bad                       bool
	Picture                   string // address, empty for none
}

// A screenReport is what the site reads of a screen's report (app/screen/status.Report).
type screenReport struct {
	Healthy bool   `json:"healthy"`
	Reason  string `json:"reason"`
	Kind    string `json:"kind"`
	Asleep  *struct {
		Until time.Time `json:"until"`
	} `json:"asleep"`
	Screen struct {
		Places []struct {
			Page    int `json:"page"`
			Subpage int `json:"subpage"`
		} `json:"places"`
		Since time.Time `json:"since"`
		Cause string    `json:"cause"`
		Age   float64   `json:"age_seconds"`
	} `json:"screen"`
}

// reason says why a screen is not healthy. What has no word of its own is in the screen's language.
func (r *screenReport) reason(in *say.Tongue) string {
	reason := r.Reason
	switch r.Kind {
	case "silent":
		reason = in.Text("status.reason.noAnswer")
	case "off":
		reason = in.Text("status.reason.staysOff")
	case "empty":
		reason = in.Text("status.reason.bare")
		if r.Screen.Cause == "waiting" {
			reason = in.Text("status.reason.nothing")
		}
	case "old":
		age := time.Duration(r.Screen.Age * float64(time.Second))
		reason = in.Text("status.reason.old", "Age", words.LongWordsIn(in, age))
	}
	return words.SentenceIn(in, reason)
}

// screens shows how the public screens are.
func (s *Site) screens(w http.ResponseWriter, r *http.Request) {
	in := tongueOf(r)
	v := view{Here: "screens", Title: in.Text("site.screens")}
	for _, screen := range s.parts.Screens() {
		v.Screens = append(v.Screens, s.screenView(in, screen))
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	s.writeView(w, r, http.StatusOK, "screens", v)
}

func (s *Site) screenView(in *say.Tongue, screen Screen) screenView {
	v := screenView{Name: screen.Name}
	if !screen.LastSeen.IsZero() {
		v.LastSeen = in.Text("site.lastSeen", "Time", s.when(in, screen.LastSeen))
	}
	var report screenReport
	known := json.Unmarshal(screen.Report, &report) == nil && len(screen.Report) > 0
	switch {
	case screen.Silent:
		v.Bad, v.State = true, in.Text("site.silent")
		return v
	case !known:
		v.State = in.Text("site.unknown")
		return v
	case !report.Healthy:
		v.Bad, v.State = true, report.reason(in)
	case report.Asleep != nil && !report.Asleep.Until.IsZero():
		v.State = in.Text("site.asleepUntil", "Time", s.when(in, report.Asleep.Until))
	case report.Asleep != nil:
		v.State = in.Text("status.off")
	default:
		v.State = in.Text("site.well")
	}
	var on []string
	for _, p := range report.Screen.Places {
		on = append(on, fmt.Sprintf("%d/%d", p.Page, p.Subpage))
	}
	if len(on) > 0 {
		v.On = in.Text("site.shows", "Pages", strings.Join(on, ", "), "Time", s.when(in, report.Screen.Since))
	}
	if screen.Picture != nil {
		v.Picture = screenRoot + url.PathEscape(screen.Name) + ".png"
	}
	return v
}

// screenPicture gives what is on a screen.
func (s *Site) screenPicture(w http.ResponseWriter, r *http.Request) {
	name, _ := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, screenRoot), ".png")
	for _, screen := range s.parts.Screens() {
		if screen.Name == name && screen.Picture != nil {
			w.Header().Set("Cache-Control", "private, no-cache")
			s.send(w, r, "image/png", screen.Picture)
			return
		}
	}
	s.sorry(w, r, http.StatusNotFound, tongueOf(r).Text("site.nothing"))
}
