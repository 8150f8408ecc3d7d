package settings

import (
	"encoding/json"

	"sextant/app/say"
)

// choices are the values of a setting, in the order in which they are offered, each with the message of its name.
type choices[T comparable] []struct {
	value   T
	message string
}

func (c choices[T]) values() (all []T) {
	for _, choice := range c {
		all = append(all, choice.value)
	}
	return all
}

// title returns the name of a value for users, empty for one that is not offered.
func (c choices[T]) title(value T) string {
	for _, choice := range c {
		if choice.value == value {
			return say.Text(choice.message)
		}
	}
	return ""
}

// A ViewKind is a way to show pages.
type ViewKind string

// The views: as on a television, and as continuous text.
const (
	PageView ViewKind = "page"
	TextView ViewKind = "text"
)

var viewKinds = choices[ViewKind]{
	{PageView, "view.page"},
	{TextView, "view.text"},
}

// ViewKinds returns all views.
func ViewKinds() []ViewKind { return viewKinds.values() }

// Title returns the view's name for users.
func (k ViewKind) Title() string { return viewKinds.title(k) }

// A DrawingKind says who draws the page in PageView.
type DrawingKind string

// The kinds of drawing. A page without a picture is always drawn by Sextant.
const (
	PictureDrawing DrawingKind = "picture" // the service
	SharpDrawing   DrawingKind = "sharp"   // Sextant
)

var drawingKinds = choices[DrawingKind]{
	{PictureDrawing, "drawing.picture"},
	{SharpDrawing, "drawing.sharp"},
}

// DrawingKinds returns all kinds of drawing.
func DrawingKinds() []DrawingKind { return drawingKinds.values() }

// Title returns its name for users.
func (k DrawingKind) Title() string { return drawingKinds.title(k) }

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

var themeKinds = choices[ThemeKind]{
	{SystemTheme, "theme.system"},
	{DarkTheme, "theme.dark"},
	{LightTheme, "theme.light"},
	{ContrastTheme, "theme.contrast"},
}

// ThemeKinds returns all themes.
func ThemeKinds() []ThemeKind { return themeKinds.values() }

// Title returns the theme's name for users.
func (k ThemeKind) Title() string { return themeKinds.title(k) }

// A FlashMode says when flashing text flashes, and pages of a public screen fade into one another. The turning of
// subpages has its own setting.
type FlashMode string

// The modes.
const (
	FlashAsDesktop FlashMode = "desktop" // unless the desktop asks for reduced motion
	FlashAlways    FlashMode = "always"
	FlashNever     FlashMode = "never"
)

var flashModes = choices[FlashMode]{
	{FlashAsDesktop, "flash.desktop"},
	{FlashAlways, "flash.always"},
	{FlashNever, "flash.never"},
}

// FlashModes returns all modes.
func FlashModes() []FlashMode { return flashModes.values() }

// Title returns the mode's name for users.
func (m FlashMode) Title() string { return flashModes.title(m) }

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

var downloadOrders = choices[DownloadOrder]{
	{AutomaticOrder, "order.automatic"},
	{AsListed, "order.listed"},
	{NewestFirst, "order.newest"},
	{ByTitle, "order.title"},
	{Longest, "order.longest"},
	{Unheard, "order.unheard"},
}

// DownloadOrders returns all orders.
func DownloadOrders() []DownloadOrder { return downloadOrders.values() }

// Title returns the order's name for users.
func (o DownloadOrder) Title() string { return downloadOrders.title(o) }
