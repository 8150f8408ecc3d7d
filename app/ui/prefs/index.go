package prefs

import (
	"slices"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/widgets/dialog"
)

// Settings returns all settings with a name, for the list of all commands.
func (p *Presenter) Settings() (list []command.Setting) {
	s := p.makeSheet()
	for page, name := range pageNames() {
		for _, r := range s.rowsOf(page) {
			if r.Name() == "" || !r.IsFound() {
				continue
			}
			list = append(list, command.Setting{
				Path: say.Text("prefs.path", "Page", name), Name: r.Name(), Words: r.Synonyms(), More: r.Further(),
				Show: func() { p.showSetting(page, r.Name()) },
			})
		}
	}
	s.connection.close()
	return list
}

// rowsOf returns all rows of a page, the common ones first.
func (s *sheet) rowsOf(page int) []*dialog.Row {
	return slices.Concat(s.pages.Rows(page), s.pages.More(page))
}

// showSetting opens the settings at a setting, and focuses it.
func (p *Presenter) showSetting(page int, name string) {
	p.open(page)
	for _, r := range p.sheet.rowsOf(page) {
		if r.Name() == name && r.Control() != nil {
			p.sheet.pages.ShowRow(r, r.Control())
			return
		}
	}
}
