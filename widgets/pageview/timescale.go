package pageview

import (
	"slices"
	"time"
)

// A timeScale maps times between two ends linearly to distances from the left.
type timeScale struct {
	from, to    time.Time
	left, right float32
	zone        *time.Location
}

// x returns the distance of a time from the left.
func (s timeScale) x(t time.Time) float32 {
	whole := s.to.Sub(s.from)
	if whole <= 0 {
		return s.right
	}
	share := float64(t.Sub(s.from)) / float64(whole)
	return s.left + float32(max(0, min(1, share)))*(s.right-s.left)
}

// A timeLabel is a label below the ticks.
type timeLabel struct {
	text        string
	x, from, to float32 // the positions of its mark, and of the start and the end of its text
	day         bool
}

// A labeller formats times, and measures texts.
type labeller struct {
	hour, day func(time.Time) string
	now       string
	width     func(text string) float32
}

const (
	labelGap  = 14 // between two labels, at least
	labelEdge = 3  // between the line of a midnight and its day
)

// labels returns as many labels as fit from 0 to a width: the end, the days, each after its midnight, and hours between
// them, the same for every day.
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

// hourSteps returns the possible distances of hours, in minutes.
func hourSteps() []int { return []int{1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720} }

// days returns the labels of all days, or every second, third and so on, that fit before a limit. The first one is at
// the left end.
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
					labels = labels[:0] // the rest of the first day is too short for its label
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

// midnights returns the starts of days, the first one before the left end.
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

// hours returns the labels of times of day at a distance in minutes. They fit if none overlaps another or a placed one,
// except for the ends, where overlapping ones are left out.
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

// over returns the first placed label that overlaps this one, nil if there is none.
func (l timeLabel) over(placed []timeLabel) *timeLabel {
	for i := range placed {
		if p := &placed[i]; l.from < p.to+labelGap && p.from < l.to+labelGap {
			return p
		}
	}
	return nil
}
