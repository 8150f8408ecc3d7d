package settings

// A ViewKind is one of the ways in which a page is shown.
type ViewKind string

// The ways: as the service draws it, as Sextant draws it, and as running text.
const (
	ImageView   ViewKind = "image"
	SharpView   ViewKind = "sharp"
	ReadingView ViewKind = "reading"
)

// ViewKinds are all ways, in the order in which a key goes round them.
func ViewKinds() []ViewKind { return []ViewKind{ImageView, SharpView, ReadingView} }

// Title is what people call a way.
func (k ViewKind) Title() string {
	return map[ViewKind]string{ImageView: "Broadcast image", SharpView: "Sharp", ReadingView: "Reading"}[k]
}

// A FlashMode says when flashing text flashes.
type FlashMode string

// The modes.
const (
	FlashAsDesktop FlashMode = "desktop" // unless the desktop asks for reduced motion
	FlashAlways    FlashMode = "always"
	FlashNever     FlashMode = "never"
)

// FlashModes are all modes.
func FlashModes() []FlashMode { return []FlashMode{FlashAsDesktop, FlashAlways, FlashNever} }

// Title ends the sentence that begins with: text flashes.
func (m FlashMode) Title() string {
	return map[FlashMode]string{FlashAsDesktop: "unless the desktop asks for reduced motion", FlashAlways: "always", FlashNever: "never"}[m]
}

// A DownloadOrder is an order of the list of downloads.
type DownloadOrder string

// The orders.
const (
	AsListed    DownloadOrder = "listed"
	NewestFirst DownloadOrder = "newest"
	ByTitle     DownloadOrder = "title"
	Longest     DownloadOrder = "longest"
	Unheard     DownloadOrder = "unheard"
)

// DownloadOrders are all orders.
func DownloadOrders() []DownloadOrder {
	return []DownloadOrder{AsListed, NewestFirst, ByTitle, Longest, Unheard}
}

// Title is what people call an order.
func (o DownloadOrder) Title() string {
	return map[DownloadOrder]string{
		AsListed: "As the service lists them", NewestFirst: "Newest first", ByTitle: "By title", Longest: "Longest first", Unheard: "Not yet heard first",
	}[o]
}
