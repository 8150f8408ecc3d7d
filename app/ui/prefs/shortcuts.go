package prefs

import (
	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/reading"
)

// showKeys opens the list of keys, with a link to the settings to change them.
func (p *Presenter) showKeys() {
	d := p.host.NewDialog(say.Text("shortcut.keys"))
	p.host.SetText(d, keyPassages(p.parts.Table()), nil)
	leave := host.CloseButton(d, say.Text("button.close"))
	d.SetButtons(control.NewPushButton(d.Keys(), say.Text("shortcut.change"), func() {
		d.Close()
		p.open(keysPage)
	}), leave)
	p.host.Open(d, fyne.NewSize(560, 560), leave, nil)
}

// keyPassages returns the current keys in groups. Successive commands with the same help share a line.
func keyPassages(t *command.Table) (list []reading.Passage) {
	for _, g := range command.Groups() {
		list = append(list, reading.Passage{Kind: reading.Heading, Text: g.Title()})
		first := len(list)
		help := ""
		for _, c := range t.All() {
			keys := c.KeyWords
			if keys == "" {
				keys = c.KeysWords()
			}
			switch last := len(list) - 1; {
			case c.Group != g || keys == "":
			case c.Help == help && len(list) > first && c.KeyWords != "": // in the line before
			case c.Help == help && len(list) > first:
				list[last].Name += ", " + keys
			default:
				help = c.Help
				list = append(list, reading.Passage{Kind: reading.Field, Name: keys, Text: words.FirstUpper(c.Help)})
			}
		}
	}
	return list
}
