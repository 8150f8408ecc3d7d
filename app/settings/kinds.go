package settings

// A viewKind is one of the ways in which a page is shown.
type ViewKind string

// The ways: as the service draws it, as Sextant draws it, and as running text.
const (
	ImageView   ViewKind = "image"
	SharpView   ViewKind = "sharp"
	ReadingView ViewKind = "reading"
)

func ViewKinds() []ViewKind { return []ViewKind{ImageView, SharpView, ReadingView} }

func (k ViewKind) Title() string {
	return map[ViewKind]string{ImageView: "Broadcast image", SharpView: "Sharp", ReadingView: "Reading"}[k]
}

// A flashMode says when flashing text flashes.
type flashMode string

// The modes.
const (
	flashAsDesktop flashMode = "desktop" // unless the desktop asks for reduced motion
	FlashAlways    flashMode = "always"
	FlashNever     flashMode = "never"
)

func FlashModes() []flashMode { return []flashMode{flashAsDesktop, FlashAlways, FlashNever} }

func (m flashMode) Title() string {
	return map[flashMode]string{flashAsDesktop: "unless the desktop asks for reduced motion", FlashAlways: "always", FlashNever: "never"}[m]
}

// A downloadOrder is an order of the list of downloads.
type DownloadOrder string

// The orders.
const (
	AsListed    DownloadOrder = "listed"
	NewestFirst DownloadOrder = "newest"
	ByTitle     DownloadOrder = "title"
	Longest     DownloadOrder = "longest"
	Unheard     DownloadOrder = "unheard"
)

func DownloadOrders() []DownloadOrder {
	return []DownloadOrder{AsListed, NewestFirst, ByTitle, Longest, Unheard}
}

func (o DownloadOrder) Title() string {
	return map[DownloadOrder]string{
		AsListed: "As the service lists them", NewestFirst: "Newest first", ByTitle: "By title", Longest: "Longest first", Unheard: "Not yet heard first",
	}[o]
}
