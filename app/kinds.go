package app

// A viewKind is one of the ways in which a page is shown.
type viewKind string

// The ways: as the service draws it, as Sextant draws it, and as running text.
const (
	imageView   viewKind = "image"
	sharpView   viewKind = "sharp"
	readingView viewKind = "reading"
)

func viewKinds() []viewKind { return []viewKind{imageView, sharpView, readingView} }

func (k viewKind) title() string {
	return map[viewKind]string{imageView: "Broadcast image", sharpView: "Sharp", readingView: "Reading"}[k]
}

// A flashMode says when flashing text flashes.
type flashMode string

// The modes.
const (
	flashAsDesktop flashMode = "desktop" // unless the desktop asks for reduced motion
	flashAlways    flashMode = "always"
	flashNever     flashMode = "never"
)

func flashModes() []flashMode { return []flashMode{flashAsDesktop, flashAlways, flashNever} }

func (m flashMode) title() string {
	return map[flashMode]string{flashAsDesktop: "unless the desktop asks for reduced motion", flashAlways: "always", flashNever: "never"}[m]
}

// A downloadOrder is an order of the list of downloads.
type downloadOrder string

// The orders.
const (
	asListed    downloadOrder = "listed"
	newestFirst downloadOrder = "newest"
	byTitle     downloadOrder = "title"
	longest     downloadOrder = "longest"
	unheard     downloadOrder = "unheard"
)

func downloadOrders() []downloadOrder {
	return []downloadOrder{asListed, newestFirst, byTitle, longest, unheard}
}

func (o downloadOrder) title() string {
	return map[downloadOrder]string{
		asListed: "As the service lists them", newestFirst: "Newest first", byTitle: "By title", longest: "Longest first", unheard: "Not yet heard first",
	}[o]
}
