package window

import (
	"net/url"
	"path/filepath"
	"strings"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Copy copies a text to the clipboard.
func (w *Window) Copy(text string) { w.parts.App.Clipboard().SetContent(text) }

// CopyPicture copies a picture, as PNG, to the clipboard, and shows the result.
func (w *Window) CopyPicture(png []byte) {
	go func() {
		err := desktop.CopyPicture(png)
		w.Do(func() {
			if err != nil {
				w.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("picture.notCopied"), Hint: words.Why(err),
				})
				return
			}
			w.Done(say.Text("picture.copied"))
		})
	}()
}

// OpenURL opens a web address in the desktop's browser.
func (w *Window) OpenURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return say.Error("address.kind", "Kind", u.Scheme)
	}
	return w.parts.App.OpenURL(w.parts.Tuner.Current().Outside(u))
}

// openFolder opens a folder in the desktop's file manager.
func (w *Window) openFolder(path string) error {
	return w.parts.App.OpenURL(&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")})
}
