package window

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/assets"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/reading"
)

// iconSize is the size of the icon in the About dialog, in the toolkit's units.
const iconSize = 56

// showAbout shows the program's name and version, and the licences of its parts.
func (w *Window) showAbout() {
	d := w.NewDialog(say.Text("about.title"))
	d.SetHead(aboutHead())
	w.SetText(d, aboutPassages(), func(int) { host.Browse(w, "https://www.etsi.org/standards") })
	leave := host.CloseButton(d, say.Text("button.close"))
	d.SetButtons(
		control.NewPushButton(d.Keys(), say.Text("news.title"), func() {
			d.Close()
			w.news.show()
		}),
		control.NewPushButton(d.Keys(), say.Text("about.copyVersion"), func() {
			w.Copy(versionLine())
			d.SetStatus(say.Text("about.copied"))
		}),
		leave,
	)
	w.Open(d, fyne.NewSize(520, 460), leave, nil)
}

// versionLine returns the version and the platform, for bug reports.
func versionLine() string {
	return "Sextant " + assets.Version + " (" + runtime.GOOS + ", " + runtime.GOARCH + ", " + runtime.Version() + ")"
}

// aboutHead makes the icon beside the name and the version.
func aboutHead() fyne.CanvasObject {
	icon := canvas.NewImageFromResource(fyne.NewStaticResource("icon.png", assets.Icon))
	icon.SetMinSize(fyne.NewSquareSize(iconSize))
	name := core.NewLine(core.LargeText, theme.ColorNameForeground).Bold()
	name.SetText("Sextant")
	version := core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder)
	version.SetText(say.Text("about.version", "Version", assets.Version))
	return container.NewBorder(nil, nil, icon, nil, container.NewVBox(name, version))
}

func aboutPassages() []reading.Passage {
	passages := []reading.Passage{
		{Text: say.Text("about.text")},
		{Text: say.Text("about.standard")},
		{Kind: reading.Reference, Text: say.Text("about.link")},
		{Text: say.Text("about.licence")},
		{Text: say.Text("about.parts")},
	}
	for line := range strings.Lines(assets.Terms) {
		part, terms, _ := strings.Cut(strings.TrimSpace(line), ": ")
		passages = append(passages, reading.Passage{Kind: reading.Field, Name: part, Text: terms})
	}
	return passages
}
