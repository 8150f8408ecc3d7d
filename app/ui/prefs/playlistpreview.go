package prefs

import (
	"image"
	"strings"

	"sextant/app/kiosk/frame"
	"sextant/app/kiosk/playlist"
	"sextant/app/say"
	"sextant/app/teletext"
)

// previewSize is the size of the picture of a layout, in pixels: a fraction of a usual screen.
var previewSize = image.Pt(640, 360)

// preview draws the layout of a list on a screen, with the names of its first items in place of pages.
func preview(p *playlist.Playlist, list int) image.Image {
	l := &p.Lists[min(list, len(p.Lists)-1)]
	c := frame.Content{Left: 0.7}
	colours := []teletext.Colour{teletext.Blue, teletext.Green, teletext.Magenta, teletext.Red}
	for i := range max(1, l.Together) {
		grid := new(teletext.Grid)
		name := ""
		if len(l.Items) > 0 {
			name = itemWords(l.Items[i%len(l.Items)])
		}
		for row := range grid {
			for col := range grid[row] {
				grid[row][col] = teletext.Cell{Rune: ' ', Fg: teletext.White, Bg: colours[i%len(colours)]}
			}
		}
		write(&grid[teletext.Rows/2], name)
		c.Tiles = append(c.Tiles, frame.Tile{Grid: grid})
	}
	if p.Screen.Clock {
		c.Lines.Header = line(say.Text("playlistForm.preview.clock"))
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

// line returns a row with a centred text.
func line(text string) *teletext.Row {
	row := new(teletext.Row)
	for col := range row {
		row[col] = teletext.Cell{Rune: ' ', Fg: teletext.White}
	}
	write(row, text)
	return row
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
