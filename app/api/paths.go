package api

import (
	"fmt"
	"net/url"
)

// The paths of the interface, with escapes (specification, sections "Teletext page data", "Teletext page image" and
// "Media endpoints").
const (
	DownloadsPath = "/v1/downloads.json"
	DownloadRoot  = "/v1/download/" // of recordings
	PagesRoot     = teletextRoot + "pages/"
	teletextRoot  = "/v1/teletext/"
)

// PagePath returns the path of a page document, and PicturePath that of a subpage's picture.
func PagePath(page int, f Format) string { return fmt.Sprintf("%s%d.%s", PagesRoot, page, f) }

func PicturePath(page, subpage int) string {
	return fmt.Sprintf("%simages/%d/%d.png", teletextRoot, page, subpage)
}

// PlayoutsPath returns the path of one version of a recording's playouts, and DownloadPath that of the recording.
func PlayoutsPath(version int, id string) string {
	return fmt.Sprintf("/v%d/%s/playouts.json", version, url.PathEscape(id))
}

func DownloadPath(id string) string { return DownloadRoot + url.PathEscape(id) + ".mp3" }
