package pageview

import (
	"slices"
	"time"
)

// A timeScale places times between two ends, which it has at distances from the left.
type timeScale struct {
	from, to    time.Time
	left, right float32
	zone        *time.Location
}

// x is where a time stands.
func (s timeScale) x(t time.Time) float32 {
	whole := s.to.Sub(s.from)
	if whole <= 0 {
		return s.right
	}
	share := float64(t.Sub(s.from)) / float64(whole)
	return s.left + float32(max(0, min(1, share)))*(s.right-s.left)
}

// A timeLabel is a word below the ticks.
type timeLabel struct {
	text        string
	x, from, to float32 // of its mark, and where its words begin and end
	day         bool
}

// A labeller names times, and measures words.
type labeller struct {
	hour, day func(time.Time) string
	now       string
	width     func(text string) float32
}

const (
	labelGap  = 14 // between two labels, at least
	labelEdge = 3  // between the line of a midnight and its day
)

// labels are as many as there is room for from 0 to a width: the end, the days, each behind its midnight, and hours
// between them, as many to every day.
func (s timeScale) labels(l labeller, width float32) []timeLabel {
	nowWidth := l.width(l.now)
	now := timeLabel{l.now, s.right, width - nowWidth, width, true}
	if nowWidth > width {
		return nil
	}
	placed := append(s.days(l, now.from-labelGap), now)
	for _, step := range hourSteps() {
		if hours, fit := s.hours(l, step, placed); fit {
			placed = append(placed, hours...)
			break
		}
	}
	slices.SortFunc(placed, func(a, b timeLabel) int { return int(a.from - b.from) })
	return placed
}

// hourSteps are the distances that hours may have, in minutes.
func hourSteps() []int { return []int{1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720} }

// days are the days, of which all, or every so many, have room before a limit. The first one stands at the left end.
func (s timeScale) days(l labeller, limit float32) []timeLabel {
	midnights := s.midnights()
	for _, every := range []int{1, 2, 7, 14, 28, 91, 364} {
		labels, fit := []timeLabel{}, true
		for i := (len(midnights) - 1) % every; i < len(midnights); i += every {
			t := midnights[i]
			label := timeLabel{text: l.day(t), x: s.x(t), day: true}
			label.from = label.x + labelEdge
			label.to = label.from + l.width(label.text)
			if n := len(labels); n > 0 && labels[n-1].to+labelGap > label.from {
				if n == 1 && labels[0].x == s.left {
					labels = labels[:0] // the rest of the first day is too short for its name
				} else {
					fit = false
					break
				}
			}
			if label.to <= limit {
				labels = append(labels, label)
			}
		}
		if fit {
			return labels
		}
	}
	return nil
}

// midnights are where days begin, the first one before the left end.
func (s timeScale) midnights() (list []time.Time) {
	from := s.from.In(s.zone)
	for day := from.Day(); ; day++ {
		t := time.Date(from.Year(), from.Month(), day, 0, 0, 0, 0, s.zone)
		if t.After(s.to) {
			return list
		}
		list = append(list, t)
	}
}

// hours are the times of day at a distance in minutes. They fit where none lies over another or over what is placed,
// but for the ends, where those that lie over something are left out.
func (s timeScale) hours(l labeller, step int, placed []timeLabel) (list []timeLabel, fit bool) {
	perDay := (s.right - s.left) * float32(24*time.Hour) / float32(max(1, s.to.Sub(s.from)))
	const narrowest = 30
	if perDay*float32(step)/(24*60) < narrowest {
		return nil, false
	}
	for _, midnight := range s.midnights() {
		for minute := step; minute < 24*60; minute += step {
			t := time.Date(midnight.Year(), midnight.Month(), midnight.Day(), 0, minute, 0, 0, s.zone)
			if t.Before(s.from) || t.After(s.to) {
				continue
			}
			label := timeLabel{text: l.hour(t), x: s.x(t)}
			half := l.width(label.text) / 2
			label.from, label.to = label.x-half, label.x+half
			if n := len(list); n > 0 && list[n-1].to+labelGap > label.from {
				return nil, false
			}
			switch over := label.over(placed); {
			case over == nil:
				list = append(list, label)
			case over.day && over.x > s.left && over.x < s.right:
				return nil, false
			}
		}
	}
	return list, true
}

// over is the label of some that has no room beside this one, nil where there is none.
func (l timeLabel) over(placed []timeLabel) *timeLabel {
	for i := range placed {
		if p := &placed[i]; l.from < p.to+labelGap && p.from < l.to+labelGap {
			return p
		}
	}
	return nil
}
