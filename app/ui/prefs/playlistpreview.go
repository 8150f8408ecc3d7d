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

// A firstPage is a place of a list with how it is shown.
type firstPage struct {
	teletext.Place
	Manner playlist.Manner
}

// firstPages returns the first places of a list that are on the screen at once. It must be called on the UI goroutine.
func firstPages(l *playlist.List, st *station.Station) (pages []firstPage) {
	for i, it := range l.Items {
		add := func(p teletext.Place) {
			isHere := slices.ContainsFunc(pages, func(f firstPage) bool { return f.Place == p })
			if !isHere && len(pages) < l.Together {
				pages = append(pages, firstPage{p, l.MannerOf(i)})
			}
		}
		switch it.Kind {
		case playlist.Favourites:
			for _, f := range st.Lists.Favourites() {
				add(teletext.Place{Page: f.Page, Subpage: f.Subpage})
			}
		case playlist.Changed: // not known beforehand
		default:
			for page := it.From; page <= it.To && len(pages) < l.Together; page++ {
				if it.From == it.To || st.Directory.Existence(page) != teletext.Absent {
					add(teletext.Place{Page: page, Subpage: it.Subpage})
				}
			}
		}
	}
	return pages
}

// tilesOf returns pages as they are stored, or their numbers instead. It waits for the disk.
func tilesOf(stored *acquire.Pages, s *playlist.Screen, pages []firstPage) (tiles []frame.Tile) {
	for _, p := range pages {
		grid := numberGrid(p.Place)
		if a, ok := stored.Peek(acquire.Want{Page: p.Page, Subpage: p.Subpage}); ok {
			if s, _ := a.Document.Subpage(a.Subpage); s != nil {
				if known := s.Grid(); known != nil {
					grid = known
				}
			}
		}
		tiles = append(tiles, frame.NewTile(s, p.Manner, grid, nil))
	}
	if len(tiles) == 0 {
		tiles = []frame.Tile{{Grid: new(teletext.Grid)}}
	}
	return tiles
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
func preview(p *playlist.Playlist, together int, tiles []frame.Tile, clock string) image.Image {
	c := frame.Content{Tiles: tiles[:min(max(1, together), len(tiles))], Left: 0.7}
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
