// Package evening generates the pages of an evening of sport at any time of it: five leagues whose matches move between
// rows and subpages, a table, hourly prices, and clocks that tick. All of it is derived from a seed.
package evening

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sextant/app/teletext"
)

// The pages.
const (
	FirstLeague = 231 // the other leagues follow
	Leagues     = 5
	Table       = 240 // of the first league
	Prices      = 250
)

// Lasts is the length of the evening.
const Lasts = 4 * time.Hour

// A Match starts at a time, which may be on the next day.
type Match struct {
	Home, Away string
	Kickoff    time.Time
	goals      []goal
}

// A goal is scored at a time after the kick-off.
type goal struct {
	after  time.Duration
	atHome bool
}

// plays is the length of a match with half-time.
const plays = 105 * time.Minute

// Score returns the goals scored until a time.
func (m *Match) Score(at time.Time) (home, away int) {
	for _, g := range m.goals {
		switch {
		case at.Before(m.Kickoff.Add(g.after)):
		case g.atHome:
			home++
		default:
			away++
		}
	}
	return home, away
}

// Line returns the row of the match at a time.
func (m *Match) Line(at time.Time) string {
	name := m.Home + " – " + m.Away
	home, away := m.Score(at)
	switch played := at.Sub(m.Kickoff); {
	case played < 0:
		return name + " " + m.Kickoff.Format("15.04")
	case played < plays:
		return fmt.Sprintf("%s %d–%d", name, home, away)
	default:
		return fmt.Sprintf("%s %d–%d end", name, home, away)
	}
}

// Changes returns the times at which the line changes.
func (m *Match) Changes() []time.Time {
	times := []time.Time{m.Kickoff, m.Kickoff.Add(plays)}
	for _, g := range m.goals {
		times = append(times, m.Kickoff.Add(g.after))
	}
	slices.SortFunc(times, time.Time.Compare)
	return times
}

// isLive reports whether the match is being played.
func (m *Match) isLive(at time.Time) bool {
	return !at.Before(m.Kickoff) && at.Before(m.Kickoff.Add(plays))
}

// An Evening generates the pages of all leagues.
type Evening struct {
	Start   time.Time
	Matches [Leagues][]*Match

	prices [48]int // in hundredths, for each hour from midnight of the first day
}

// New returns an evening that starts at a time.
func New(seed uint64, start time.Time) *Evening {
	r := rand.New(rand.NewPCG(seed, 0))
	e := &Evening{Start: start.Truncate(time.Minute)}
	teams := teamNames()
	r.Shuffle(len(teams), func(i, j int) { teams[i], teams[j] = teams[j], teams[i] })
	for league := range Leagues {
		for range 7 {
			kickoff := e.Start.Add(time.Duration(r.IntN(9)) * 20 * time.Minute)
			m := &Match{Home: teams[0], Away: teams[1], Kickoff: kickoff}
			teams = teams[2:]
			for range r.IntN(7) {
				after := time.Duration(1+r.IntN(int(plays/time.Second)-2)) * time.Second
				m.goals = append(m.goals, goal{after, r.IntN(2) == 0})
			}
			e.Matches[league] = append(e.Matches[league], m)
		}
	}
	for hour := range e.prices {
		e.prices[hour] = 150 + r.IntN(1800)
	}
	return e
}

// teamNames returns the teams. Some names are prefixes of others.
func teamNames() (names []string) {
	for _, place := range []string{"Quay", "Ness", "Mill", "Mills", "Pier", "Holm", "Cape", "Sound"} {
		for _, kind := range []string{
			"Auks", "Gulls", "Gulls B", "Terns", "Skuas", "Crabs", "Smiths", "Pilots", "Eels",
		} {
			names = append(names, place+" "+kind)
		}
	}
	return names
}

// Pages returns the numbers of all pages.
func Pages() []int { return []int{231, 232, 233, 234, 235, Table, Prices} }

// Page returns a page at a time, nil if there is none with the number.
func (e *Evening) Page(number int, at time.Time) *teletext.Page {
	at = at.Truncate(time.Second)
	switch {
	case number >= FirstLeague && number < FirstLeague+Leagues:
		return e.league(number-FirstLeague, at)
	case number == Table:
		return e.table(at)
	case number == Prices:
		return e.pricePage(at)
	}
	return nil
}

// league returns the page of a league: matches being played, then those that ended, then those to come. A subpage has
// five matches, and a ticker below them.
func (e *Evening) league(n int, at time.Time) *teletext.Page {
	matches := slices.Clone(e.Matches[n])
	rank := func(m *Match) int {
		switch {
		case m.isLive(at):
			return 0
		case at.After(m.Kickoff):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(matches, func(a, b *Match) int {
		return cmp.Or(rank(a)-rank(b), a.Kickoff.Compare(b.Kickoff))
	})
	var subpages [][]string
	for part := range slices.Chunk(matches, 5) {
		lines := []string{fmt.Sprintf("League %d", n+1), ""}
		for _, m := range part {
			lines = append(lines, m.Line(at))
		}
		subpages = append(subpages, append(lines, "", fmt.Sprintf("Seen by %d at the ground", 200+at.Minute()*7)))
	}
	return page(FirstLeague+n, fmt.Sprintf("League %d", n+1), at, subpages)
}

// table returns the table of the first league, sorted by points.
func (e *Evening) table(at time.Time) *teletext.Page {
	type team struct {
		name                 string
		games, points, goals int
	}
	var teams []team
	for _, m := range e.Matches[0] {
		home, away := m.Score(at)
		for i, name := range []string{m.Home, m.Away} {
			t := team{name: name, games: 11, points: 10 + len(name), goals: 20}
			ours, theirs := home, away
			if i == 1 {
				ours, theirs = away, home
			}
			if !at.Before(m.Kickoff) {
				t.games, t.goals = 12, t.goals+ours
				t.points += map[bool]int{true: 2}[ours > theirs] + map[bool]int{true: 1}[ours == theirs]
			}
			teams = append(teams, t)
		}
	}
	slices.SortStableFunc(teams, func(a, b team) int { return cmp.Or(b.points-a.points, b.goals-a.goals) })
	lines := []string{"Table", ""}
	for i, t := range teams {
		lines = append(lines, fmt.Sprintf("%2d. %-18s %d %d %d", i+1, t.name, t.games, t.goals, t.points))
	}
	return page(Table, "Table", at, [][]string{lines})
}

// Price returns the price of an hour, counted from midnight of the first day.
func (e *Evening) Price(hour int) string {
	p := e.prices[hour%len(e.prices)]
	return fmt.Sprintf("%d,%02d", p/100, p%100)
}

// pricePage returns the page with the current price and those of the next hours.
func (e *Evening) pricePage(at time.Time) *teletext.Page {
	midnight := e.Start.Truncate(24 * time.Hour)
	hour := int(at.Sub(midnight) / time.Hour)
	lines := []string{"Prices of power", "", "Now " + e.Price(hour) + " c/kWh", ""}
	for h := hour; h < hour+8; h++ {
		lines = append(lines, fmt.Sprintf("%02d–%02d  %s c", h%24, (h+1)%24, e.Price(h)))
	}
	return page(Prices, "Power", at, [][]string{lines})
}

// page returns a page with the given lines of each subpage. Its first row has a clock, so it changes each minute.
func page(number int, name string, at time.Time, subpages [][]string) *teletext.Page {
	p := &teletext.Page{Number: number, Name: name, Modified: at.Truncate(time.Minute), SubpageCount: len(subpages)}
	for i, lines := range subpages {
		text := teletext.Lines{}
		text[0] = fmt.Sprintf("%-28s %d/%d %s", name, i+1, len(subpages), at.Format("15.04"))
		copy(text[2:], lines)
		p.Subpages = append(p.Subpages, teletext.Subpage{Number: i + 1, Dwell: 10 * time.Second, Text: &text})
	}
	return p
}
