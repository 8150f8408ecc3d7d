package prefs

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"sextant/app/acquire"
	"sextant/app/say"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/station"
	"sextant/app/teletext"
)

// previewSize is the size of the picture of a list, in pixels: a fraction of a usual screen.
var previewSize = image.Pt(640, 360)

// firstPages returns the first places of a list that are on the screen at once. It must be called on the UI goroutine.
func firstPages(l *playlist.List, st *station.Station) (places []teletext.Place) {
	add := func(p teletext.Place) {
		if !slices.Contains(places, p) && len(places) < l.Together {
			places = append(places, p)
		}
	}
	for _, it := range l.Items {
		switch it.Kind {
		case playlist.Favourites:
			for _, f := range st.Lists.Favourites() {
				add(teletext.Place{Page: f.Page, Subpage: f.Subpage})
			}
		case playlist.Changed: // not known beforehand
		default:
			for page := it.From; page <= it.To && len(places) < l.Together; page++ {
				if it.From == it.To || st.Directory.Existence(page) != teletext.Absent {
					add(teletext.Place{Page: page, Subpage: it.Subpage})
				}
			}
		}
	}
	return places
}

// gridsOf returns pages as they are stored, or their numbers instead. It waits for the disk.
func gridsOf(pages *acquire.Pages, places []teletext.Place) (grids []*teletext.Grid) {
	for _, p := range places {
		grid := numberGrid(p)
		if a, ok := pages.Peek(acquire.Want{Page: p.Page, Subpage: p.Subpage}); ok {
			if s, _ := a.Document.Subpage(a.Subpage); s != nil {
				if known := s.Grid(); known != nil {
					grid = known
				}
			}
		}
		grids = append(grids, grid)
	}
	if len(grids) == 0 {
		grids = []*teletext.Grid{{}}
	}
	return grids
}

// numberGrid returns a page with only its number.
func numberGrid(p teletext.Place) *teletext.Grid {
	grid := new(teletext.Grid)
	for row := range grid {
		grid[row] = blankRow()
	}
	number := strconv.Itoa(p.Page)
	if p.Subpage != 0 {
		number = teletext.Address(p.Page, p.Subpage)
	}
	write(&grid[teletext.Rows/2], number)
	return grid
}

// preview draws pages on a screen as a playlist has it, with the time of now.
func preview(p *playlist.Playlist, together int, pages []*teletext.Grid, clock string) image.Image {
	c := frame.Content{Left: 0.7}
	for i := range max(1, together) {
		if i < len(pages) {
			c.Tiles = append(c.Tiles, frame.Tile{Grid: pages[i]})
		}
	}
	if p.Screen.Clock {
		c.Lines.Header = line(clock)
	}
	if p.Ticker.Page != 0 {
		c.Lines.Ticker = line(say.Text("page.named", "Page", teletext.Address(p.Ticker.Page, p.Ticker.Subpage)))
	}
	size := previewSize
	if p.Screen.Rotate%180 != 0 {
		size = image.Pt(size.Y, size.X)
	}
	upright := p.Screen
	upright.Rotate = 0
	picture := image.NewRGBA(image.Rectangle{Max: size})
	frame.NewBoard(size, &upright).Draw(picture, c)
	return picture
}

// blankRow returns a row without text.
func blankRow() (row teletext.Row) {
	for col := range row {
		row[col] = teletext.Cell{Rune: ' ', Fg: teletext.White}
	}
	return row
}

// line returns a row with a centred text.
func line(text string) *teletext.Row {
	row := blankRow()
	write(&row, text)
	return &row
}

// write centres a text in a row, cut off to fit.
func write(row *teletext.Row, text string) {
	runes := []rune(strings.TrimSpace(text))
	runes = runes[:min(len(runes), len(row))]
	from := (len(row) - len(runes)) / 2
	for i, r := range runes {
		row[from+i].Rune = r
	}
}
