package settings

import (
	"encoding/json"

	"sextant/app/say"
)

// A ViewKind is one of the ways in which a page is shown.
type ViewKind string

// The ways: as on a television, and as text to read.
const (
	PageView ViewKind = "page"
	TextView ViewKind = "text"
)

// ViewKinds are all ways.
func ViewKinds() []ViewKind { return []ViewKind{PageView, TextView} }

// Title is what people call a way.
func (k ViewKind) Title() string {
	return say.Text(map[ViewKind]string{PageView: "view.page", TextView: "view.text"}[k])
}

// A DrawingKind says who draws the page that PageView shows.
type DrawingKind string

// The choices. A page of which there is no picture is always drawn by Sextant.
const (
	PictureDrawing DrawingKind = "picture" // the service
	SharpDrawing   DrawingKind = "sharp"   // Sextant
)

// DrawingKinds are all choices.
func DrawingKinds() []DrawingKind { return []DrawingKind{PictureDrawing, SharpDrawing} }

// Title is what people call a choice.
func (k DrawingKind) Title() string {
	return say.Text(map[DrawingKind]string{PictureDrawing: "drawing.picture", SharpDrawing: "drawing.sharp"}[k])
}

// upgradeViews replaces what versions before 2 called the three views that there were: "image", "sharp" and "reading".
func upgradeViews(given map[string]json.RawMessage) {
	for _, field := range []string{"view", "startView"} {
		switch string(given[field]) {
		case `"sharp"`:
			if _, chosen := given["drawing"]; !chosen {
				given["drawing"] = json.RawMessage(`"sharp"`)
			}
			given[field] = json.RawMessage(`"page"`)
		case `"image"`:
			given[field] = json.RawMessage(`"page"`)
		case `"reading"`:
			given[field] = json.RawMessage(`"text"`)
		}
	}
}

// A ThemeKind is a choice of the window's colours.
type ThemeKind string

// The choices.
const (
	DarkTheme     ThemeKind = "dark"
	LightTheme    ThemeKind = "light"
	ContrastTheme ThemeKind = "contrast"
	SystemTheme   ThemeKind = "system"
)

// ThemeKinds are all choices.
func ThemeKinds() []ThemeKind { return []ThemeKind{SystemTheme, DarkTheme, LightTheme, ContrastTheme} }

// Title is what people call a choice.
func (k ThemeKind) Title() string {
	return say.Text(
		map[ThemeKind]string{
			DarkTheme: "theme.dark", LightTheme: "theme.light",
			ContrastTheme: "theme.contrast", SystemTheme: "theme.system",
		}[k])
}

// A FlashMode says when that moves which moves without the user: text that flashes, and a page of a public screen that
// fades into the next. Subpages turn by a wish of their own.
type FlashMode string

// The modes.
const (
	FlashAsDesktop FlashMode = "desktop" // unless the desktop asks for reduced motion
	FlashAlways    FlashMode = "always"
	FlashNever     FlashMode = "never"
)

// FlashModes are all modes.
func FlashModes() []FlashMode { return []FlashMode{FlashAsDesktop, FlashAlways, FlashNever} }

// Title is what people call a mode.
func (m FlashMode) Title() string {
	return say.Text(
		map[FlashMode]string{
			FlashAsDesktop: "flash.desktop", FlashAlways: "flash.always", FlashNever: "flash.never",
		}[m])
}

// A DownloadOrder is an order of the list of downloads.
type DownloadOrder string

// The orders.
const (
	AutomaticOrder DownloadOrder = "automatic" // AsListed where that is an order, else NewestFirst
	AsListed       DownloadOrder = "listed"
	NewestFirst    DownloadOrder = "newest"
	ByTitle        DownloadOrder = "title"
	Longest        DownloadOrder = "longest"
	Unheard        DownloadOrder = "unheard"
)

// DownloadOrders are all orders.
func DownloadOrders() []DownloadOrder {
	return []DownloadOrder{AutomaticOrder, AsListed, NewestFirst, ByTitle, Longest, Unheard}
}

// Title is what people call an order.
func (o DownloadOrder) Title() string {
	return say.Text(map[DownloadOrder]string{
		AutomaticOrder: "order.automatic", AsListed: "order.listed", NewestFirst: "order.newest",
		ByTitle: "order.title", Longest: "order.longest", Unheard: "order.unheard",
	}[o])
}
