package settings

import (
	"encoding/json"

	"sextant/app/say"
)

// A ViewKind is a way to show pages.
type ViewKind string

// The views: as on a television, and as continuous text.
const (
	PageView ViewKind = "page"
	TextView ViewKind = "text"
)

// ViewKinds returns all views.
func ViewKinds() []ViewKind { return []ViewKind{PageView, TextView} }

// Title returns the view's name for users.
func (k ViewKind) Title() string {
	return say.Text(map[ViewKind]string{PageView: "view.page", TextView: "view.text"}[k])
}

// A DrawingKind says who draws the page in PageView.
type DrawingKind string

// The kinds of drawing. A page without a picture is always drawn by Sextant.
const (
	PictureDrawing DrawingKind = "picture" // the service
	SharpDrawing   DrawingKind = "sharp"   // Sextant
)

// DrawingKinds returns all kinds of drawing.
func DrawingKinds() []DrawingKind { return []DrawingKind{PictureDrawing, SharpDrawing} }

// Title returns its name for users.
func (k DrawingKind) Title() string {
	return say.Text(map[DrawingKind]string{PictureDrawing: "drawing.picture", SharpDrawing: "drawing.sharp"}[k])
}

// upgradeViews converts the views of versions before 2: "image", "sharp" and "reading".
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

// A ThemeKind is a theme of the window's colours.
type ThemeKind string

// The themes.
const (
	DarkTheme     ThemeKind = "dark"
	LightTheme    ThemeKind = "light"
	ContrastTheme ThemeKind = "contrast"
	SystemTheme   ThemeKind = "system"
)

// ThemeKinds returns all themes.
func ThemeKinds() []ThemeKind { return []ThemeKind{SystemTheme, DarkTheme, LightTheme, ContrastTheme} }

// Title returns the theme's name for users.
func (k ThemeKind) Title() string {
	return say.Text(
		map[ThemeKind]string{
			DarkTheme: "theme.dark", LightTheme: "theme.light",
			ContrastTheme: "theme.contrast", SystemTheme: "theme.system",
		}[k])
}

// A FlashMode says when flashing text flashes, and pages of a public screen fade into one another. The turning of
// subpages has its own setting.
type FlashMode string

// The modes.
const (
	FlashAsDesktop FlashMode = "desktop" // unless the desktop asks for reduced motion
	FlashAlways    FlashMode = "always"
	FlashNever     FlashMode = "never"
)

// FlashModes returns all modes.
func FlashModes() []FlashMode { return []FlashMode{FlashAsDesktop, FlashAlways, FlashNever} }

// Title returns the mode's name for users.
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
	AutomaticOrder DownloadOrder = "automatic" // AsListed if the list has an order, else NewestFirst
	AsListed       DownloadOrder = "listed"
	NewestFirst    DownloadOrder = "newest"
	ByTitle        DownloadOrder = "title"
	Longest        DownloadOrder = "longest"
	Unheard        DownloadOrder = "unheard"
)

// DownloadOrders returns all orders.
func DownloadOrders() []DownloadOrder {
	return []DownloadOrder{AutomaticOrder, AsListed, NewestFirst, ByTitle, Longest, Unheard}
}

// Title returns the order's name for users.
func (o DownloadOrder) Title() string {
	return say.Text(map[DownloadOrder]string{
		AutomaticOrder: "order.automatic", AsListed: "order.listed", NewestFirst: "order.newest",
		ByTitle: "order.title", Longest: "order.longest", Unheard: "order.unheard",
	}[o])
}
