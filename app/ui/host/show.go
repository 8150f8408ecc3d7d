package host

import (
	"net/url"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

func CloseButton(d *dialog.Dialog, word string) *control.PushButton {
	return control.NewPushButton(d.Keys(), word, d.Close)
}

// ShowText opens a dialog with a text about the service.
func ShowText(h Dialogs, title string, size fyne.Size, passages []reading.Passage, follow func(link int)) {
	d := h.NewServiceDialog(title)
	h.SetText(d, passages, follow)
	last := CloseButton(d, say.Text("button.close"))
	d.SetButtons(last)
	h.Open(d, size, last, nil)
}

// SaveFile asks for the path of a file to write.
func SaveFile(h Dialogs, name string, chosen func(path string)) {
	h.ChooseFile(dialog.Request{
		Title: say.Text("save.title"), Action: say.Text("button.save"), Save: true, Name: name, Chosen: chosen,
	})
}

// Browse opens a web address in the desktop's browser, or shows that this was not possible.
func Browse(h Host, address string) {
	if h.OpenURL(address) != nil {
		h.ShowNotice(AboutNothing, words.Message{Sentence: say.Text("address.unopened"), Hint: address})
	}
}

// Field returns a line of a text with a name and a value. If the value is a web address, it is a link and appended to
// addresses; the link's number is its index there.
func Field(name, value string, addresses *[]string) reading.Passage {
	p := reading.Passage{Kind: reading.Field, Name: name, Text: value}
	if IsAddress(value) {
		p.Links = []reading.Link{{From: 0, Before: len(value), Link: len(*addresses)}}
		*addresses = append(*addresses, value)
	}
	return p
}

// IsAddress reports whether a value is a web address.
func IsAddress(value string) bool {
	u, err := url.Parse(value)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
